"""Each stage of the reference against the library's own, on the inputs of whole texts."""

import json

import pytest
from tokenizers import Tokenizer as LibraryTokenizer
from tokenizers import models

from tokparity.oracles.adapters.huggingface_tokenizers import HuggingfaceTokenizers
from tokparity.reference_impl.contract import EncodeOptions, StageCase, StageOutput
from tokparity.reference_impl.errors import NotUnicode
from tokparity.reference_impl.tokenizer.stages import (
    NotShown,
    component,
    stage_cases,
    stage_output,
    stages_of,
)

TEXTS = ["hello  World", "", "  e\u0301<x> Ab", "<S>ab<x>", "\u1100\u1161 12 ﬁ", "a\U0001f600"]


@pytest.fixture
def document(byte_level):
    """A byte-level BPE with a normalizer, and added tokens found as written and normalized."""
    flags = {"single_word": False, "lstrip": False, "rstrip": True}
    byte_level["normalizer"] = {
        "type": "Sequence",
        "normalizers": [{"type": "NFKC"}, {"type": "Lowercase"}],
    }
    byte_level["added_tokens"] = [
        {"id": 400, "content": "<x>", "normalized": True, "special": False, **flags},
        {"id": 401, "content": "<S>", "normalized": False, "special": True, **flags},
    ]
    return byte_level


@pytest.fixture
def native(document, tmp_path):
    path = tmp_path / "native.json"
    path.write_text(json.dumps(document), "utf-8")
    return HuggingfaceTokenizers(LibraryTokenizer.from_file(str(path)), path.read_bytes)


def asked(native, case):
    match case.stage:
        case "added_tokens":
            return native.probe("added_tokens", [(case.given, case.options.parse_special)])[0]
        case "decoder":
            return [native.probe("decoder", [list(case.given)])]
        case stage:
            return native.probe(stage, [case.given])[0]


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
@pytest.mark.parametrize("parse_special", [True, False])
def test_each_stage_is_the_librarys(reference, document, native, text, parse_special):
    tokenizer = reference(document)
    cases = stage_cases(tokenizer, text, EncodeOptions(parse_special=parse_special))
    for case in cases:
        theirs = tuple(tuple(row) for row in asked(native, case))
        assert stage_output(tokenizer, case).rows == theirs, case
    stages = {case.stage for case in cases}
    assert "added_tokens" in stages
    if text:
        assert stages >= {"normalizer", "decoder"}


def test_a_fault_shows_in_its_own_stage_only(reference, document, native):
    right = reference(document)
    document["normalizer"]["normalizers"].pop()
    wrong = reference(document)
    found = {
        case.stage
        for case in stage_cases(right, "ab WORLD", EncodeOptions())
        if stage_output(wrong, case).rows != tuple(tuple(row) for row in asked(native, case))
    }
    assert found == {"normalizer"}


def test_inputs_are_asked_once_each(reference, document):
    cases = stage_cases(reference(document), "ab ab ab ab", EncodeOptions())
    assert len(set(cases)) == len(cases)
    assert [case.given for case in cases if case.stage == "model"] == ["ab", "Ġab"]


def test_what_is_no_text_has_no_stages(reference, document):
    tokenizer = reference(document)
    with pytest.raises(NotUnicode):
        stage_cases(tokenizer, "\ud800", EncodeOptions())
    (only,) = stages_of(tokenizer, "\ud800", EncodeOptions())
    assert only.stage == "added_tokens"
    with pytest.raises(NotUnicode):
        stage_output(tokenizer, only)


def test_the_post_processor_works_on_more_than_a_text(reference, document):
    with pytest.raises(NotShown, match="post_processor"):
        stage_output(reference(document), StageCase("post_processor", "a"))


def test_component_names(reference, document):
    tokenizer = reference(document)
    names = [component(tokenizer, "normalizer"), component(tokenizer, "model")]
    assert [*names, component(tokenizer, "added_tokens")] == ["Sequence", "BPE", "AddedTokens"]
    bare = reference(json.loads(LibraryTokenizer(models.BPE()).to_str()))
    assert component(bare, "decoder") == "none"
    assert stage_output(bare, StageCase("decoder", ("a", "b"))) == StageOutput((("a b",),))
