from dataclasses import replace
from itertools import pairwise

import pytest

from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.reduction.vocabulary_slice import LONG_WORD, _touched, widening
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, Encoding

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def steps(slot, save, every_stage):
    """The pieces of each step."""

    def of(case, answers=(), *fault_models):
        tokenizer = slot.tokenizer(save(every_stage))
        changed = [FAULT_MODELS[name].apply(tokenizer) for name in fault_models]
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


def test_of_a_long_word_only_parts_are_looked_for_that_a_piece_can_be():
    looked = []

    class Table(dict):
        def get(self, piece):
            looked.append(piece)
            return super().get(piece)

    table = Table({"b": 0, "ba": 1, "##ca": 2, "a</w>": 3, "▁bb": 4, "zz": 5, "<0x61>": 6})
    varied = "".join(chr(0x4E00 + at) for at in range(LONG_WORD))
    assert _touched([varied + "bbaca"], [table]) == {0, 1, 2, 3, 4, 6}
    assert max(map(len, looked)) <= 12
    assert len(looked) < 500


def test_how_else_a_long_text_could_be_written_is_not_looked_at(steps):
    short, long = ("hello" * times for times in (1, LONG_WORD))
    trace, text, *_ = steps(EncodeCase(short, BARE))
    assert "H" in text - trace
    trace, text, *_ = steps(EncodeCase(long, BARE))
    assert {"h", "e", "l", "o", "he"} <= trace == text
