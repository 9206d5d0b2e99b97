from dataclasses import replace
from itertools import pairwise

import pytest

from harness.touched import widening
from reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, Encoding
from reference_impl.variants import VARIANTS

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def steps(slot, save, every_stage):
    """The pieces of each step."""

    def of(case, answers=(), *variants):
        tokenizer = slot.tokenizer(save(every_stage))
        changed = [VARIANTS[name].apply(tokenizer) for name in variants]
        known = tokenizer.pieces()
        found = widening([tokenizer, *changed], case, answers)
        return [{known[one] for one in ids} for ids in found]

    return of


def test_each_step_holds_the_one_before(steps):
    found = steps(EncodeCase("hello <a>", BARE))
    assert len(found) == 4
    assert all(before <= after for before, after in pairwise(found))
    trace, text, with_bytes, with_added = found
    assert {"h", "e", "l", "o", "he", "<a>"} <= trace
    assert not {"Ġthe", "z", "<|end|>"} & trace
    assert "H" in text - trace, "in another normal form"
    assert "z" in with_bytes - text
    assert "<|end|>" in with_added - with_bytes


def test_words_of_a_changed_tokenizer_count_too(steps):
    composed, decomposed = EncodeCase("é", BARE), EncodeCase("e\u0301", BARE)
    assert {"Ã", "©"} <= steps(decomposed)[0]
    assert not {"Ì", "ģ"} & steps(composed)[0]
    assert {"Ã", "©", "Ì", "ģ"} <= steps(decomposed, (), "no-nfc")[0]


def test_ids_of_answers_and_cases(steps, every_stage):
    vocab = every_stage["model"]["vocab"]
    assert steps(DecodeCase((vocab["z"], vocab["q"])))[0] == {"z", "q"}
    assert "z" in steps(EncodeCase("a", BARE), [Encoding((vocab["z"],))])[0]


def test_a_text_that_cannot_be_encoded(steps):
    assert steps(EncodeCase("\ud800", BARE))[0] == set()


def test_the_unknown_token(slot, artefact):
    tokenizer = slot.tokenizer(artefact)
    named = replace(tokenizer, model=replace(tokenizer.model, unk_token="z"))
    [first, *_] = widening([named], EncodeCase("a", BARE), ())
    assert tokenizer.id_of("z") in first
