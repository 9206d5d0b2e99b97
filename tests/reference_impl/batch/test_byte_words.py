import random
from dataclasses import replace

import pytest

from tokparity.reference_impl.batch.byte_words import LONGEST, _splits, byte_words
from tokparity.reference_impl.batch.cached_word import cached_word
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR

BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}
MERGES = [("Ã", "©"), ("a", "b"), ("ab", "c"), ("b", "c"), ("Ġ", "a"), ("©", "a")]
VOCAB = BYTES | {left + right: 256 + rank for rank, (left, right) in enumerate(MERGES)}
PAIRS = {pair_key(VOCAB[left], VOCAB[right]): rank for rank, (left, right) in enumerate(MERGES)}
MODEL = BPE(VOCAB, PAIRS, [VOCAB[left + right] for left, right in MERGES])
OTHERS = [""]
WORDS = [
    "a",
    " a",
    "abc",
    "abcabc",
    "é",
    "éa",
    "aé",
    "日本",
    "\x80",
    "🦊é",
    "a\ud800é",
    "x" * LONGEST,
]


def by_the_model(model, word):
    return cached_word(model, word, spells=True)


def check(model, words):
    """Each word as the model makes it; those of which nothing is said."""
    made = byte_words(model).of(words)
    assert made == {word: by_the_model(model, word) for word in made}
    return [word for word in words if word not in made]


def test_words_are_what_the_model_makes_of_them():
    assert check(MODEL, [*WORDS, *OTHERS]) == OTHERS


def test_a_part_that_is_too_long_is_left_to_the_model():
    run = {pair_key(VOCAB["x"], VOCAB["x"]): 0}
    runs = BPE(VOCAB | {"xx": 300}, run, [300])
    words = ["x" * LONGEST, "x" * (LONGEST + 1), "é" * LONGEST, "ax" * LONGEST]
    assert check(runs, words) == [words[1]]


def test_a_byte_without_a_piece_is_left_to_the_model():
    lacking = {piece: at for piece, at in VOCAB.items() if piece != "x"}
    assert check(replace(MODEL, vocab=lacking), ["ax", "a", "xé"]) == ["ax", "xé"]


def test_what_is_taken_whole():
    whole = replace(MODEL, vocab=VOCAB | {"aé": 300, "aÃ©": 301}, ignore_merges=True)
    assert check(whole, ["aé", "aéa"]) == []
    assert by_the_model(whole, "aé").ids == (301,)


def test_the_model_of_a_gguf():
    lines = tuple(f"{left} {right}".encode() for left, right in MERGES)
    assert check(LlamaBPE(VOCAB, lines), WORDS) == []
    through = (*lines, b"y z", b"yz y")  # yz and yzy are no pieces
    assert check(LlamaBPE(VOCAB, through), ["yzy", "yy", "yza"]) == ["yzy", "yza"]


def test_tiktoken_merges_what_makes_a_token():
    vocab = {piece: at for piece, at in VOCAB.items() if piece != "ab"}  # abc of a and bc
    assert check(TiktokenBPE(vocab), WORDS) == []
    assert by_the_model(TiktokenBPE(vocab), "xabc").texts == ("x", "abc")


@pytest.mark.parametrize(
    "model",
    [
        WordLevel({"a": 0}, "a"),
        replace(MODEL, end_of_word_suffix="</w>"),
        replace(MODEL, continuing_subword_prefix="##"),
        replace(MODEL, vocab=VOCAB | {"zz": 0}),
        replace(MODEL, vocab=VOCAB | {"zz": 1 << 31}),
        LlamaBPE(VOCAB | {"zz": 900}, ()),
    ],
)
def test_models_that_are_not_as_plain_as_that(model):
    assert byte_words(model) is None


@pytest.mark.parametrize("empty", [[], [""]])
def test_every_two_pieces_that_make_a_third(empty):
    """Asked at each place of each piece instead."""
    rng = random.Random(0)
    pieces = {"".join(rng.choices("abc", k=rng.randint(1, 5))) for _ in range(80)}
    pieces = rng.sample(sorted(pieces), len(pieces)) + empty
    vocab = {piece: rank for rank, piece in enumerate(pieces)}
    expected = {
        (pair_key(vocab[piece[:cut]], vocab[piece[cut:]]), rank)
        for piece, rank in vocab.items()
        for cut in range(1, len(piece))
        if piece[:cut] in vocab and piece[cut:] in vocab
    }
    keys, ranks = _splits(vocab)
    found = list(zip(keys.tolist(), ranks.tolist(), strict=True))
    assert len(expected) > 50
    assert sorted(found) == sorted(expected)
