"""Budgets of batches: read as they are, and missed where a kind of work is slower."""

import json
import os

import pytest

from tokparity.harness.commands import bench as command
from tokparity.harness.commands.batch_ratios import SIZES, Ratio
from tokparity.harness.commands.bench_budgets import (
    BadBudgets,
    Budget,
    confirmed,
    engine_misses,
    misses,
    read_budgets,
)
from tokparity.harness.commands.engine_rates import KINDS, Rate


def rows(larger, smaller):
    return [
        Ratio("natural, cold", SIZES[0], 1.0, 0.5, larger),
        Ratio("natural, cold", SIZES[1], 1.0, 0.5, smaller),
    ]


@pytest.mark.parametrize(
    ("larger", "smaller", "missed"),
    [
        pytest.param(2.0, 1.4, [], id="as-fast-as-they-have-to-be"),
        pytest.param(1.99, 1.4, ["batches of 1,024: 1.99 times as fast, budget 2.00"], id="larger"),
        pytest.param(2.0, 1.39, ["batches of 256: 1.39 times as fast, budget 1.40"], id="smaller"),
    ],
)
def test_what_is_slower_is_told(tmp_path, larger, smaller, missed):
    found = misses(tmp_path / "b.toml", "qwen3", {"natural, cold": 2.0}, rows(larger, smaller))
    lines = [f"{what}: {told}" for what, told in found.items()]
    assert [line.removeprefix("qwen3: natural, cold, ") for line in lines] == missed


def test_a_kind_that_is_not_measured_is_no_budget(tmp_path):
    """Else it would be kept by nothing."""
    with pytest.raises(BadBudgets, match=r"colt' is not measured\. Did you mean 'natural"):
        misses(tmp_path / "b.toml", "qwen3", {"natural, colt": 2.0}, rows(9, 9))


def rate(engine, kind="fragments"):
    return Rate(kind, 100, 1000, 0, 0.0, 1.0 + engine, 2.0, 1.0)


def test_an_engine_that_takes_more_than_its_budget_is_told(tmp_path):
    budget = {"fragments": 4.0}
    assert engine_misses(tmp_path / "b.toml", "qwen3", budget, [rate(4.0)]) == {}
    assert engine_misses(tmp_path / "b.toml", "qwen3", budget, [rate(4.5)]) == {
        "qwen3: engine, fragments": "all else takes 4.50 times the library's time, budget 4.00"
    }


@pytest.mark.parametrize(
    ("found", "asked", "lines"),
    [
        pytest.param([{}], [3], [], id="nothing"),
        pytest.param([{"a": "1"}, {}], [3, 6], [], id="not-again"),
        pytest.param([{"a": "1"}, {"b": "2"}], [3, 6], [], id="another-one"),
        pytest.param([{"a": "1", "c": "0"}, {"a": "2"}], [3, 6], ["a: 2"], id="twice"),
    ],
)
def test_a_budget_is_missed_twice(found, asked, lines):
    rounds = []

    def measure(number):
        rounds.append(number)
        return found[len(rounds) - 1]

    assert confirmed(measure, 3) == lines
    assert rounds == asked


@pytest.mark.parametrize(
    "rates",
    [
        pytest.param([rate(1.0, "steered")], id="another-kind"),
        pytest.param([Rate("fragments", 1, 1, 0, 0.0, 1.0, 1.0, 0.0)], id="library-not-measured"),
    ],
)
def test_an_engine_that_is_not_measured_is_no_budget(tmp_path, rates):
    with pytest.raises(BadBudgets, match=r"'fragments' is not measured\."):
        engine_misses(tmp_path / "b.toml", "qwen3", {"fragments": 4.0}, rates)


def test_a_file_says_both(tmp_path):
    path = tmp_path / "b.toml"
    path.write_text('[a]\n"natural, cold" = 3\n[a.engine]\nfragments = 4.5\n[b.engine]\nx = 1\n')
    assert read_budgets(path) == {
        "a": Budget({"natural, cold": 3.0}, {"fragments": 4.5}),
        "b": Budget({}, {"x": 1.0}),
    }


@pytest.mark.parametrize(
    "content",
    [
        "[qwen3",
        "qwen3 = 1",
        '[qwen3]\n"natural, cold" = "fast"',
        "[qwen3.motor]\nfragments = 1",
        '[qwen3.engine]\nfragments = "fast"',
        None,
    ],
)
def test_what_is_no_file_of_budgets_is_told(tmp_path, content):
    path = tmp_path / "b.toml"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadBudgets, match=r"b\.toml: "):
        read_budgets(path)


@pytest.mark.parametrize(("budget", "code"), [(1e-6, 0), (1e6, 1)])
def test_the_command_measures_and_ends_by_the_budgets(
    tokparity, artefact, tmp_path, monkeypatch, budget, code
):
    monkeypatch.setattr("tokparity.harness.commands.batch_ratios.TEXTS", 64)
    path = tmp_path / "b.toml"
    path.write_text(f'["{artefact.path}"]\n"decode natural" = {budget}\n')
    ended, out, told = tokparity("bench", "--budgets", str(path), "--rounds", "1", "--json")
    assert ended == code
    measured = [json.loads(line) for line in out.splitlines()]
    held = [row for row in measured if (row["what"], row["size"]) == ("decode natural", SIZES[0])]
    assert len(held) == 1 + code  # what is missed is measured again
    assert {row["size"] for row in measured} == {1, *SIZES}
    assert all(row["times"] > 0 for row in measured)
    assert ("budget" in told) == bool(code)
    assert command.library_of(artefact).name == measured[0]["library"]


def measured(name, seed, rounds):
    """Which process it is."""
    if name == "none":
        raise command.NotMeasured(name)
    return "library", [Ratio("process", 1, 1.0, 1.0, float(os.getpid()))]


def test_each_is_measured_in_a_process_of_its_own(tokparity, monkeypatch):
    """Else one that has measured much has slower forks."""
    monkeypatch.setattr(command, "compare_batches", measured)
    ended, out, _ = tokparity("bench", "one", "--batches", "--json")
    assert (ended, json.loads(out)["times"] == os.getpid()) == (0, False)
    ended, _, told = tokparity("bench", "none", "--batches")
    assert ended == 2
    assert "none: batches are measured of tokenizer.json" in told


@pytest.mark.parametrize(("budget", "code"), [(1e6, 0), (1e-6, 1)])
def test_the_command_holds_the_engine_to_its_budget(tokparity, artefact, tmp_path, budget, code):
    path = tmp_path / "b.toml"
    path.write_text(f'["{artefact.path}".engine]\nfragments = {budget}\n')
    given = "--budgets", str(path), "--rounds", "1", "--texts", "64", "--json"
    ended, out, told = tokparity("bench", *given)
    assert ended == code
    assert [json.loads(line)["kind"] for line in out.splitlines()] == [*KINDS] * (1 + code)
    assert ("engine, fragments: all else takes" in told) == bool(code)


def test_the_shipped_budgets_are_of_what_is_measured():
    from pathlib import Path

    held = read_budgets(Path(__file__).parents[3] / "ci" / "bench.toml")
    kinds = {"natural, cold", "natural, again", "random characters, cold", "fragments, cold"}
    kinds |= {"random characters, again", "fragments, again", "decode natural", "decode random ids"}
    kinds |= {"load and first encode", "the same, whole process"}
    kinds |= {
        f"{kind}, cold, with ranges" for kind in ("natural", "random characters", "fragments")
    }
    assert held
    assert all(kinds >= budget.batches.keys() for budget in held.values())
    assert all(KINDS.keys() >= budget.engine.keys() for budget in held.values())
    assert sum(bool(budget.engine) for budget in held.values()) > 3
