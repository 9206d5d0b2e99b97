"""A word that is known is one token: as merging makes it, or because it is a piece."""

from dataclasses import replace

import pytest

from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.known_words import LONGEST
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR, spell, utf8

BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}
MERGES = [("b", "c"), ("a", "b"), ("ab", "c"), ("Ã", "©"), ("Ã©", "a")]
VOCAB = BYTES | {left + right: 256 + rank for rank, (left, right) in enumerate(MERGES)}
VOCAB |= {piece: len(VOCAB) + at for at, piece in enumerate(["xyz", "€", "x" * (LONGEST + 1), ""])}
PAIRS = {pair_key(VOCAB[left], VOCAB[right]): rank for rank, (left, right) in enumerate(MERGES)}
MODEL = BPE(VOCAB, PAIRS, [VOCAB[left + right] for left, right in MERGES])
LINES = tuple(f"{left} {right}".encode() for left, right in MERGES)
WORDS = ["a", "bc", "ab", "abc", "é", "éa", "xyz", "x" * (LONGEST + 1), "ac", "\x80", "€"]


def known(model):
    """The words that are, and the id of each; and those that merging alone makes."""
    found = byte_words(model).known
    words = WordBytes.of(WORDS)
    numbers = found.table.get(words, words.tags()).tolist()
    there = [(word, at) for word, at in zip(WORDS, numbers, strict=True) if at >= 0]
    alone = [word for word, at in there if found.alone[at]]
    return {word: int(found.ids[at]) for word, at in there}, alone


@pytest.mark.parametrize("model", [MODEL, LlamaBPE(VOCAB, LINES)], ids=["hf", "llama"])
def test_what_merging_makes(model):
    """abc is a and bc."""
    found, alone = known(model)
    assert [*found] == alone == ["a", "bc", "ab", "é", "éa"]
    for word, number in found.items():
        assert model.tokenize(spell(utf8(word))) == ((number, 0, len(word.encode())),)


@pytest.mark.parametrize(
    "model",
    [
        replace(MODEL, ignore_merges=True),
        LlamaBPE(VOCAB, LINES, ignore_merges=True),
        TiktokenBPE(VOCAB),
    ],
    ids=["hf", "llama", "tiktoken"],
)
def test_what_is_taken_whole(model):
    found, alone = known(model)
    assert [*found] == ["a", "bc", "ab", "abc", "é", "éa", "xyz", "x" * (LONGEST + 1)]
    for word, number in found.items():
        assert model.tokenize(spell(utf8(word))) == ((number, 0, len(word.encode())),)
    assert "xyz" not in alone
    assert "éa" in alone


def test_a_piece_that_merging_makes_of_another_id():
    """Of two pieces of which one is the other's bytes there are none: but the id is compared."""
    other = replace(MODEL, products=[*MODEL.products[:-1], VOCAB["xyz"]])
    assert "éa" not in known(other)[0]


def test_a_byte_that_no_piece_is_of():
    lacking = {piece: number for piece, number in VOCAB.items() if piece != "y"}
    assert "xyz" not in known(replace(MODEL, vocab=lacking))[0]
