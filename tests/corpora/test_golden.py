"""Golden files: complete, true to the library, and strict about a missing expectation."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tokparity.corpora.case_files import BadCaseFile
from tokparity.corpora.golden import golden, goldens, read_golden, write_golden
from tokparity.corpora.vocabs.catalogue import manifests
from tokparity.corpora.vocabs.models import models
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, Encoding, Text

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "corpora" / "goldens"
VERSIONS = {
    "tokenizers": "0.23.3",
    "tiktoken": "0.14.0",
    "mistral-common": "1.13.1",
    "sentencepiece": "0.2.3",
    "xllamacpp": "2026.10.11549",
    "transformers": "5.23.0+unicode14.0.0",
}


def test_every_shipped_vocabulary_has_goldens_of_the_very_file() -> None:
    recorded = {(golden.name, golden.sha256) for golden in goldens()}
    assert recorded == {(one.name, one.sha256) for one in manifests()}


def test_how_many_there_are() -> None:
    found = {golden.name: golden for golden in goldens()}
    assert all(len(golden.cases) >= 40 for golden in found.values())
    known = models(one for one in manifests() if one.name in found)
    assert len(known) >= 47
    assert sum(len(golden.cases) for golden in found.values()) > 1901
    sizes = [path.stat().st_size for path in FOLDER.iterdir()]
    assert max(sizes) < 150_000
    assert sum(sizes) < 3_000_000


@pytest.mark.parametrize("found", goldens(), ids=lambda golden: golden.name)
def test_goldens_are_many_and_of_both_operations(found) -> None:  # type: ignore[no-untyped-def] # pytest parameter
    texts = {case.case.text for case in found.cases if isinstance(case.case, EncodeCase)}
    assert len(texts) >= 25
    assert sum(isinstance(case.case, DecodeCase) for case in found.cases) >= 14
    assert found.version == VERSIONS[found.library]
    if found.format == "tokenizer.json":
        encodes = [c.case for c in found.cases if isinstance(c.case, EncodeCase)]
        assert {case.options.add_special for case in encodes} == {True, False}
        assert all(
            case.expected.offsets is not None
            for case in found.cases
            if isinstance(case.expected, Encoding)
        )


@pytest.mark.parametrize(
    ("text", "ids"), [("hello world", (14990, 1879)), (" hello world", (23811, 1879))]
)
def test_published_facts_of_qwen3(text: str, ids: tuple[int, ...]) -> None:
    answers = {case.case: case.expected for case in golden("qwen3").cases}
    encoded = answers[EncodeCase(text, EncodeOptions(add_special=False))]
    assert isinstance(encoded, Encoding)
    assert encoded.ids == ids
    assert answers[DecodeCase(ids)] == Text(text)


def test_digits_of_qwen3_are_three_pieces() -> None:
    answers = {case.case: case.expected for case in golden("qwen3").cases}
    encoded = answers[EncodeCase("123", EncodeOptions(add_special=False))]
    assert isinstance(encoded, Encoding)
    assert len(encoded.ids) == 3


def test_what_is_written_is_read(tmp_path: Path) -> None:
    for found in goldens():
        path = write_golden(found, tmp_path)
        assert read_golden(path) == found
        assert path.read_bytes() == (FOLDER / path.name).read_bytes()


def changed(path: Path, edit: Any) -> Path:
    data = json.loads((FOLDER / "pix2tex.json").read_text("ascii"))
    edit(data)
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        pytest.param(
            lambda data: data["cases"][3].pop("expected"), "cases[3].expected", id="missing"
        ),
        pytest.param(
            lambda data: data["cases"][3].update(expected={}),
            "cases[3].expected.refusal",
            id="empty",
        ),
        pytest.param(
            lambda data: data["cases"][3].update(expected=None), "cases[3].expected", id="null"
        ),
        pytest.param(lambda data: data["cases"].append(data["cases"][0]), "cases", id="twice"),
        pytest.param(lambda data: data.pop("version"), "version", id="no-version"),
        pytest.param(lambda data: data.update(more=1), "more", id="unknown-field"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, edit: Any, field: str) -> None:
    with pytest.raises(BadCaseFile) as caught:
        read_golden(changed(tmp_path / "pix2tex.json", edit))
    assert caught.value.field == field


def test_an_unknown_name_says_which_there_are() -> None:
    with pytest.raises(KeyError, match="qwen3"):
        golden("qwen9")


@pytest.mark.vocabulary
def test_the_libraries_still_answer_as_recorded() -> None:
    command = [sys.executable, "-m", "tools.record_goldens", "--check", "default"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
