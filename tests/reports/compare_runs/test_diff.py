from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import EncodeCase, Encoding
from tokparity.reports.compare_runs.diff import diff
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import RunArtefact


@pytest.fixture
def compared(make_run):
    """The comparison of two runs, each given as (findings, cells, fields of run.json)."""

    def go(old, new):
        runs = []
        for name, (findings, cells, info) in (("old", old), ("new", new)):
            runs.append(read_run(make_run(findings, cells, [], name=name, **info)))
        return diff(*runs)

    return go


def by_component(findings, *names):
    return [f for name in names for f in findings if f.signature.component == name]


def test_a_run_with_itself(compared, sample_findings, make_cell):
    one = (sample_findings, [make_cell("M", "m", asked="a" * 16, answers="b" * 16)], {})
    same = compared(one, one)
    assert set(same.findings["change"]) == {"unchanged"}
    assert list(same.cells["said"]) == ["same"]
    assert same.cases.empty
    assert same.versions.empty
    assert same.artefacts.empty
    assert not same.red


def test_findings_by_key(compared, sample_findings):
    split, nfc, lossy = by_component(sample_findings, "Split", "NFC", "ByteLevel")
    grown = replace(split, sightings=(replace(split.sightings[0], count=900), split.sightings[1]))
    result = compared(([split, nfc], [], {}), ([grown, lossy], [], {}))
    rows = {row["name"]: row for row in result.findings.to_dict("records")}
    assert {name: (row["change"], row["what"]) for name, row in rows.items()} == {
        "decoder ByteLevel": ("added", "not looked at before"),
        "pre_tokenizer Split": ("changed", "cases"),
        "normalizer NFC": ("removed", "not looked at now"),
    }
    assert (rows["pre_tokenizer Split"]["cases_old"], rows["pre_tokenizer Split"]["cases_new"]) == (
        819,
        907,
    )
    assert result.red


GONE = "not looked at now"


def test_a_finding_that_is_gone_where_it_was_looked_for(compared, sample_findings, make_cell):
    (split,) = by_component(sample_findings, "Split")
    looked, elsewhere, other_pair = (
        [make_cell("Llama 3", "llama-3")],
        [make_cell("M", "m")],
        [make_cell("Llama 3", "llama-3", left="openai_tiktoken")],
    )
    for cells, what in ((looked, ""), (elsewhere, GONE), (other_pair, GONE)):
        result = compared(([split], [], {}), ([], cells, {}))
        assert list(result.findings["change"]) == ["removed"]
        assert list(result.findings["what"]) == [what]
        assert not result.red


@pytest.mark.parametrize(
    ("change", "what", "red"),
    [
        ({"status": "open", "ledger_entry": "e"}, "status", False),
        ({"shape": "other"}, "shape", False),
        ({"verdict": "refusal"}, "verdict", False),
    ],
)
def test_what_changed_is_named(compared, sample_findings, change, what, red):
    (split,) = by_component(sample_findings, "Split")
    result = compared(([split], [], {}), ([replace(split, **change)], [], {}))
    assert list(result.findings["what"]) == [what]
    assert result.red == red


def test_another_smallest_case_and_another_artefact(compared, sample_findings):
    (split,) = by_component(sample_findings, "Split")
    first, second = split.sightings
    shorter = replace(split, sightings=(replace(first, case=EncodeCase("1")), second))
    result = compared(([split], [], {}), ([shorter], [], {}))
    assert list(result.findings["what"]) == ["smallest, sightings"]
    alone = replace(split, sightings=(first,))
    result = compared(([split], [], {}), ([alone], [], {}))
    assert list(result.findings["what"]) == ["cases, artefacts, sightings"]


@pytest.mark.parametrize(
    ("before", "after", "red"),
    [
        ("accepted", "new", True),
        ("accepted", "stale", True),
        ("new", "accepted", False),
        ("new", "new", False),
    ],
)
def test_a_finding_that_turns_new_is_red(compared, sample_findings, before, after, red):
    (split,) = by_component(sample_findings, "Split")
    runs = [([replace(split, status=status)], [], {}) for status in (before, after)]
    assert compared(*runs).red == red


A, B, C = "a" * 16, "b" * 16, "c" * 16


@pytest.mark.parametrize(
    ("old", "new", "said", "red"),
    [
        pytest.param((A, B), (A, B), "same", False, id="same"),
        pytest.param((A, B), (A, C), "changed", True, id="another-answer"),
        pytest.param((A, B), (C, B), "other cases", False, id="other-cases"),
        pytest.param((A, B), (C, C), "other cases", False, id="other-cases-and-answers"),
        pytest.param((A, B), (None, None), "not recorded", False, id="an-older-run"),
        pytest.param((None, None), (None, None), "not recorded", False, id="two-older-runs"),
    ],
)
def test_what_two_cells_tell(compared, make_cell, old, new, said, red):
    cells = [[make_cell("M", "m", asked=asked, answers=answers)] for asked, answers in (old, new)]
    result = compared(([], cells[0], {}), ([], cells[1], {}))
    assert list(result.cells["said"]) == [said]
    assert result.changed_models == (("M",) if said == "changed" else ())
    assert result.red == red


def test_cells_of_one_run_only_and_cells_that_compared_nothing(compared, make_cell):
    nothing = make_cell("N", "n", compared=0, agreed=0)
    result = compared(([], [make_cell("M", "m"), nothing], {}), ([], [make_cell("O", "o")], {}))
    assert dict(zip(result.cells["model"], result.cells["said"], strict=True)) == {
        "M": "only in old",
        "O": "only in new",
    }


def answered(finding: Finding, right: tuple[int, ...], **changes) -> Finding:
    seen = replace(finding.sightings[0], right=Encoding(right), **changes)
    return replace(finding, sightings=(seen,))


def test_an_equal_case_with_another_native_answer(compared, sample_findings):
    (split,) = by_component(sample_findings, "Split")
    models = {"artefacts": (RunArtefact("qwen3", "Qwen3", "tokenizer.json", "cd" * 32),)}
    old, new = answered(split, (1, 2)), answered(split, (1, 3))
    result = compared(([old], [], models), ([new], [], models))
    assert result.cases.to_dict("records") == [
        {
            "model": "Qwen3",
            "artefact": "qwen3",
            "engine": "huggingface_tokenizers",
            "case": "encode I'm·12345 (add_special=False)",
            "answer_old": "1 2",
            "answer_new": "1 3",
        }
    ]
    assert result.changed_models == ("Qwen3",)
    assert result.red


def test_another_case_or_another_answer_of_the_reference_is_no_changed_answer(
    compared, sample_findings
):
    (split,) = by_component(sample_findings, "Split")
    old = answered(split, (1, 2))
    for new in (
        answered(split, (1, 3), case=EncodeCase("other")),
        answered(split, (1, 2), left=Encoding((9,))),
    ):
        result = compared(([old], [], {}), ([new], [], {}))
        assert result.cases.empty
        assert result.changed_models == ()


def test_the_same_case_of_another_finding_counts(compared, sample_findings):
    """The key may change with the answer: another stage is wrong now."""
    (split,) = by_component(sample_findings, "Split")
    signature = replace(split.signature, stage="model", component="BPE")
    old, new = answered(split, (1, 2)), replace(answered(split, (1, 3)), signature=signature)
    assert len(compared(([old], [], {}), ([new], [], {})).cases) == 1


def test_versions_and_files(compared):
    artefacts = [RunArtefact(name, name, "gguf", sha * 32) for name, sha in ("a1", "b2", "b3")]
    old = {"oracles": {"x": "1", "gone": "1"}, "artefacts": (artefacts[0], artefacts[1])}
    new = {"oracles": {"x": "2"}, "artefacts": (artefacts[2],)}
    result = compared(([], [], old), ([], [], new))
    versions = result.versions.fillna("-").to_dict("records")
    assert versions == [
        {"name": "gone", "old": "1", "new": "-"},
        {"name": "x", "old": "1", "new": "2"},
    ]
    assert result.artefacts.fillna("-").to_dict("records") == [
        {"name": "a", "old": "1" * 32, "new": "-"},
        {"name": "b", "old": "2" * 32, "new": "3" * 32},
    ]
    assert not result.red
