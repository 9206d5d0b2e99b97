"""Regression files: what is written is read, what is wrong is named, what is committed is true."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tokparity.corpora.case_files import BadCaseFile, case_data
from tokparity.corpora.embedded import Embedded, Named, rank_bytes, tokenizer_bytes
from tokparity.corpora.regression import (
    Expectation,
    Regression,
    RegressionSide,
    read_regression,
    regressions,
    write_regression,
)
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import (
    OPS,
    EncodeCase,
    Encoding,
    RankFacts,
    StreamCase,
)

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "corpora" / "regressions"


def regression(**changes: Any) -> Regression:
    tokenizer = Embedded("tokenizer.json", tokenizer_bytes({"model": {"vocab": {"é": 0}}}))
    answer = {"huggingface_tokenizers": Expectation("0.23.3", Encoding((0,), ((0, 1),)))}
    made = Regression(
        name="model/one-letter",
        question="fidelity",
        pair=("reference", "huggingface_tokenizers"),
        stage="model",
        method="reported",
        flags=("letter",),
        case=EncodeCase("é🙂\u2028"),
        side=RegressionSide(tokenizer, answer),
        against=None,
        note="A letter.",
        upstream=None,
    )
    return replace(made, **changes)


RANKS = Embedded("tiktoken", rank_bytes([(b"a", 0)]), RankFacts(".", {"<s>": 1}, "made here"))


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(regression(), id="embedded-tokenizer"),
        pytest.param(
            regression(
                side=RegressionSide(
                    RANKS, {"openai_tiktoken": Expectation("0.14.0", Encoding((0,)))}
                )
            ),
            id="embedded-ranks",
        ),
        pytest.param(
            regression(
                against=RegressionSide(
                    Named("qwen3", "tokenizer.json", "0" * 64),
                    {"huggingface_tokenizers": Expectation("0.23.3", Encoding((1,), None))},
                )
            ),
            id="against-a-named-one",
        ),
    ],
)
def test_what_is_written_is_read(tmp_path: Path, written: Regression) -> None:
    path = write_regression(written, tmp_path)
    assert path.read_bytes().isascii()
    assert read_regression(path) == written
    assert list(tmp_path.rglob("*.part")) == []


def test_writing_twice_is_fine_and_replacing_is_refused(tmp_path: Path) -> None:
    path = write_regression(regression(), tmp_path)
    before = path.read_bytes()
    write_regression(regression(), tmp_path)
    with pytest.raises(BadCaseFile, match="holds something else"):
        write_regression(regression(note="Another."), tmp_path)
    assert path.read_bytes() == before


def test_writing_needs_an_expectation(tmp_path: Path) -> None:
    side = RegressionSide(RANKS, {})
    with pytest.raises(BadCaseFile, match="names no oracle"):
        write_regression(regression(side=side), tmp_path)
    assert list(tmp_path.rglob("*")) == []


def test_writing_needs_a_tokenizer_in_canonical_form(tmp_path: Path) -> None:
    side = replace(regression().side, artefact=Embedded("tokenizer.json", b'{"model": {}}'))
    with pytest.raises(BadCaseFile, match="sha256"):
        write_regression(regression(side=side), tmp_path)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("name", ["flat", "../up/away", "a/b/c"])
def test_a_name_is_family_and_slug(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadCaseFile, match="name"):
        write_regression(regression(name=name), tmp_path)


def without(field: str) -> dict[str, Any]:
    data = case_data(regression())
    del data[field]
    return data


def with_(field: str, value: Any) -> dict[str, Any]:
    return case_data(regression()) | {field: value}


@pytest.mark.parametrize("field", list(case_data(regression())))
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    (tmp_path / "a.json").write_text(json.dumps(without(field)))
    with pytest.raises(BadCaseFile) as caught:
        read_regression(tmp_path / "a.json")
    assert caught.value.field.split(".")[0] == field


OTHER_SHA = case_data(regression())["artefact"] | {"sha256": "f" * 64}
NO_VERSION = {"huggingface_tokenizers": {"observation": {"ids": [0], "offsets": None}}}
NO_ANSWER = {"huggingface_tokenizers": {"version": "1", "observation": {}}}


@pytest.mark.parametrize(
    ("data", "field"),
    [
        pytest.param(with_("expected", {}), "expected", id="no-expectation"),
        pytest.param(
            with_("expected", NO_VERSION),
            "expected.huggingface_tokenizers.version",
            id="no-version",
        ),
        pytest.param(
            with_("expected", NO_ANSWER),
            "expected.huggingface_tokenizers.observation.refusal",
            id="no-observation",
        ),
        pytest.param(with_("stage", "lexer"), "stage", id="unknown-stage"),
        pytest.param(with_("pair", ["one"]), "pair", id="one-side"),
        pytest.param(with_("schema_version", 2), "schema_version", id="later-schema"),
        pytest.param(with_("schema_version", True), "schema_version", id="true-is-no-number"),
        pytest.param(with_("artefact", OTHER_SHA), "artefact.sha256", id="wrong-sha256"),
        pytest.param(
            with_("case", {"op": "encode", "text": "a"}), "case.options", id="case-no-options"
        ),
        pytest.param(with_("case", write(EncodeCase("\ud800"))), "case", id="surrogate"),
        pytest.param(with_("remark", ""), "remark", id="unknown-field"),
        pytest.param([], "file", id="not-an-object"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, data: Any, field: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(data))
    with pytest.raises(BadCaseFile) as caught:
        read_regression(path)
    assert (caught.value.path, caught.value.field) == (path, field)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff", b"[" * 100_000, b'{"note": "\xc3\xa9"}', b" " * 1_000_001]
)
def test_a_broken_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(BadCaseFile, match="file: is") as caught:
        read_regression(path)
    assert "\n" not in str(caught.value)


def test_a_bad_file_in_a_folder_is_never_passed_over(tmp_path: Path) -> None:
    write_regression(regression(), tmp_path)
    (tmp_path / "model" / "zzz.json").write_text("{}")
    with pytest.raises(BadCaseFile, match=r"zzz\.json"):
        regressions(tmp_path)


def test_what_is_committed_is_written_back_as_it_is(tmp_path: Path) -> None:
    for committed in regressions():
        path = write_regression(committed, tmp_path)
        assert path.read_bytes() == (COMMITTED / path.relative_to(tmp_path)).read_bytes()


def test_enough_cases_of_every_family_are_committed() -> None:
    found = regressions()
    assert regressions() is found, "read once a process"
    assert len(found) >= 50
    families = {case.name.split("/")[0] for case in found}
    assert families >= {
        *("added-tokens", "normalizer", "pre-tokenizer", "model", "post-processor", "decoder"),
        "tiktoken",
    }
    assert all(case.note.endswith(".") for case in found)


def test_the_libraries_still_answer_as_recorded() -> None:
    paths = [str(path) for path in sorted(COMMITTED.glob("*/*.json"))]
    command = [sys.executable, "-m", "tools.record_expectations", "--check", *paths]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_the_check_of_what_the_libraries_answer_can_fail(tmp_path: Path) -> None:
    source = COMMITTED / "model" / "leftmost-of-equal-rank.json"
    changed = tmp_path / "model" / source.name
    changed.parent.mkdir()
    changed.write_text(source.read_text("ascii").replace('"ids": [1, 0]', '"ids": [0, 1]'))
    command = [sys.executable, "-m", "tools.record_expectations", "--check", str(changed)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, "answers otherwise" in ran.stderr) == (1, True)


def test_the_schema_names_the_fields_that_are_written() -> None:
    schema = json.loads((COMMITTED / "schema.json").read_text("ascii"))
    written = list(case_data(regression()))
    assert schema["required"] == list(schema["properties"]) == written
    ops = [one["$ref"].removeprefix("#/$defs/") for one in schema["properties"]["case"]["oneOf"]]
    assert sorted(ops) == sorted(OPS)
    assert all(schema["$defs"][op]["properties"]["op"] == {"const": op} for op in OPS)
    stream = write(StreamCase((1,), (2,)))
    assert schema["$defs"]["stream"]["required"] == list(stream)
    artefact = schema["$defs"]["artefact"]["properties"]
    for side in (regression().side, replace(regression().side, artefact=RANKS)):
        assert set(case_data(regression(side=side))["artefact"]) <= set(artefact)


@pytest.mark.parametrize(
    ("case", "told"),
    [
        pytest.param(EncodeCase("a" * 1_000_001), "file: would be larger", id="large"),
        pytest.param(EncodeCase("\ud800"), "case: holds a lone surrogate", id="surrogate"),
    ],
)
def test_what_would_not_be_read_is_not_written(tmp_path: Path, case: EncodeCase, told: str) -> None:
    with pytest.raises(BadCaseFile, match=told):
        write_regression(replace(regression(), case=case), tmp_path)
    assert not list(tmp_path.rglob("*.json*"))
