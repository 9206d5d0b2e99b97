"""Neighbours are one edit or option away, bounded in number, and of ids that exist."""

import pytest

from tokparity.harness.naming.neighbours import neighbours
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    StageCase,
    StreamCase,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def tokenizer(slot, save, every_stage):
    return slot.tokenizer(save(every_stage))


def test_a_texts_neighbours(tokenizer):
    found = neighbours(EncodeCase("a1", BARE), tokenizer)
    texts = {case.text for case in found if case.options == BARE}
    deleted, doubled, kin, strange = {"1", "a"}, {"aa1", "a11"}, {"b1", "a2"}, {" 1", "aé", "aA"}
    around = {" a1", "a1 ", "a1\n", "<|end|>a1", "a1word"}
    assert deleted | doubled | kin | strange | around <= texts
    assert "a1" not in texts
    assert {case.options for case in found if case.text == "a1"} == {
        EncodeOptions(special, parse) for special in (False, True) for parse in (False, True)
    } - {BARE}
    assert len(found) == len(set(found))


def test_an_added_token_in_a_text_is_asked_alone(tokenizer):
    texts = {case.text for case in neighbours(EncodeCase("b <a>b 1", BARE), tokenizer)}
    assert {"<a>", "<a>b"} <= texts
    assert "<s>" not in texts


def test_a_long_text_has_no_more_than_one_of_twelve_characters(tokenizer):
    long = neighbours(EncodeCase("b" * 5000), tokenizer)
    assert len(long) <= len(neighbours(EncodeCase("bcdefghijklm"), tokenizer)) < 150
    assert 2 * len(long) < len(neighbours(EncodeCase("b" * 1000), tokenizer))


def test_ids_of_neighbours_are_those_of_tokens(tokenizer):
    known = set(tokenizer.pieces())
    case = DecodeCase((3, max(known)), DecodeOptions(skip_special=True))
    found = neighbours(case, tokenizer)
    assert DecodeCase((3,), case.options) in found
    assert DecodeCase((3, 3, max(known)), case.options) in found
    assert DecodeCase(case.ids) in found
    assert {i for one in found for i in one.ids} <= known
    assert not any(one.options.remove_special for one in found)


def test_ids_and_prompts_of_streams_are_edited(tokenizer):
    case = StreamCase((3, 4), (5, 6), DecodeOptions(skip_special=True))
    found = neighbours(case, tokenizer)
    assert all(isinstance(one, StreamCase) for one in found)
    assert {(3,), (4,), (5, 6, 3, 4)} <= {one.ids for one in found}
    assert {(5,), (6,), ()} <= {one.prompt_ids for one in found}
    assert StreamCase(case.ids, case.prompt_ids) in found
    assert case not in found


@pytest.mark.parametrize(
    "model",
    [
        {"type": "WordPiece", "vocab": {"x": 3}, "unk_token": "[UNK]",
         "continuing_subword_prefix": "##", "max_input_chars_per_word": 100},
        {"type": "WordLevel", "vocab": {"x": 3}, "unk_token": "[UNK]"},
    ],
    ids=lambda one: one["type"],
)  # fmt: skip
def test_a_vocabulary_without_an_unknown_token_spells_no_letter(slot, save, every_stage, model):
    stages = {"normalizer": None, "pre_tokenizer": None, "post_processor": None, "decoder": None}
    tokenizer = slot.tokenizer(save({**every_stage, **stages, "model": model, "added_tokens": []}))
    with pytest.raises(TokparityError):
        tokenizer.tokenize("a", parse_special=False)
    assert DecodeCase((3, 3)) in neighbours(DecodeCase((3,)), tokenizer)


def test_an_empty_vocabulary_has_ids_of_the_case_alone():
    found = neighbours(DecodeCase((7,)), Tokenizer(BPE({}, {}, [])))
    assert {i for one in found for i in one.ids} == {7}


def test_a_pair_has_its_texts_alone_and_the_other_way_round(tokenizer):
    found = neighbours(FullCase("a", "b", BARE), tokenizer)
    assert {FullCase("a", None, BARE), FullCase("b", "a", BARE)} <= set(found)


def test_half_of_a_pair_of_bytes_is_no_reason_to_fail(tokenizer):
    assert neighbours(EncodeCase("\udc80"), tokenizer)


def test_a_stage_alone_has_none(tokenizer):
    assert neighbours(StageCase("model", "a"), tokenizer) == []
