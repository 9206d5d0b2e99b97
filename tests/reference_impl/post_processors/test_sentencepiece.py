import itertools
from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.post_processors.sentencepiece import NoSuchControlPiece

PIECES = ["a", "b", ("<s>", 0.0, "control"), ("</s>", 0.0, "control")]
TEXTS = ("", "a", "abx", "b a")


def specials(pair, **how):
    return replace(pair.reference, post_processor=replace(pair.reference.post_processor, **how))


@pytest.mark.parametrize("asked", list(itertools.product((False, True), repeat=3)), ids=str)
def test_as_the_library(sentencepiece_pair, asked):
    bos, eos, reverse = asked
    pair = sentencepiece_pair("bpe", PIECES)
    tokenizer = specials(pair, add_bos=bos, add_eos=eos, reverse=reverse)
    for text in TEXTS:
        ids = pair.library.encode(text, add_bos=bos, add_eos=eos, reverse=reverse)
        assert list(tokenizer.encode(text, EncodeOptions(True, False)).ids) == ids


def test_reverse_turns_the_ranges_too(sentencepiece_pair):
    pair = sentencepiece_pair("bpe", PIECES)
    found = specials(pair, reverse=True).encode("ab", EncodeOptions(True, False))
    assert found.offsets == ((0, 0), (1, 2), (0, 1), (0, 0))


@pytest.mark.parametrize(
    ("pieces", "trainer", "bos", "eos"),
    [
        pytest.param(["a"], {}, False, False, id="none"),
        pytest.param(["a", ("<s>", 0.0, "normal")], {}, False, False, id="normal"),
        pytest.param(PIECES, {"eos_piece": "<s>"}, True, True, id="one-for-both"),
        pytest.param(PIECES, {"bos_piece": "x"}, False, True, id="named-and-missing"),
        pytest.param(PIECES, {"bos_piece": ""}, True, True, id="no-name-is-the-default"),
    ],
)
def test_what_a_model_has(sentencepiece_pair, pieces, trainer, bos, eos):
    pair = sentencepiece_pair("bpe", pieces, trainer)
    for name, there in (("bos", bos), ("eos", eos)):
        only = {"add_bos": name == "bos", "add_eos": name == "eos"}
        tokenizer = specials(pair, **only)
        if there:
            ids = pair.library.encode("a", **only)
            assert list(tokenizer.encode("a", EncodeOptions(True, False)).ids) == ids
        else:
            with pytest.raises(ValueError, match="not defined"):
                pair.library.encode("a", **only)
            with pytest.raises(NoSuchControlPiece):
                tokenizer.encode("a", EncodeOptions(True, False))
