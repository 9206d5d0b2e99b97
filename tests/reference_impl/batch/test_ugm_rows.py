"""The tokens of texts that are cut are those of the texts: every character may stand anywhere."""

import random
from dataclasses import replace

import pytest

from tests.reference_impl.batch.test_ugm_words import PARTS, normalizer
from tests.shared.batch_texts import quick_encodings
from tokparity.reference_impl.batch.ugm_rows import LONGEST, ugm_places
from tokparity.reference_impl.batch.ugm_words import UgmWords
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.tokenizer import fast_encoding
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.word_encoding import ByWords

PIECES = ["<unk>", "▁", "▁a", "ab", "a", "b", "e", "é", "z", "▁▁", "b▁", "ab▁a", "▁ab", "漢", "<b>"]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(fast_encoding, "_WORTH_WORDS", 0)
    monkeypatch.setattr(fast_encoding, "_WORTH_NUMBERS", 1)


def model(pieces: list[str], seed: int = 0) -> LlamaUGM:
    generator = random.Random(seed)
    vocab = {piece: at for at, piece in enumerate(pieces)}
    scores = tuple(generator.choice((-1.0, -1.5, -2.0, -2.25, 0.0)) for _ in pieces)
    matched = {piece: at for piece, at in vocab.items() if at}
    return LlamaUGM(matched, scores, -12.25, 0, vocab)


def texts(seed: int) -> list[str]:
    generator = random.Random(seed)
    some = ["".join(generator.choices(PARTS, k=generator.randint(0, 14))) for _ in range(300)]
    return [*some, "", " ", "a" * (LONGEST + 9), "ﷺ" * 200 + " a", " ab" * 300, "\0", "a\0 b"]


@pytest.mark.parametrize("own", [(), (b"<b>", b"a")], ids=str)
@pytest.mark.parametrize("prefix", [False, True])
@pytest.mark.parametrize("merges", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_texts(prefix, merges, own, seed):
    stage = normalizer(*own, prefix=prefix, merges=merges)
    some = random.Random(seed).sample(PIECES[1:], 11)
    pieces = ["<unk>", "▁", *(piece for piece in some if piece != "▁")]
    tokenizer = Tokenizer(model(pieces, seed), normalizer=stage, takes_bytes=True)
    encodings = quick_encodings(tokenizer, texts(seed), (EncodeOptions(),))
    assert isinstance(encodings.words, ByWords)


def test_texts_are_cut_at_spaces():
    words = UgmWords.of(normalizer())
    assert isinstance(words, UgmWords)
    places = ugm_places(model(["<unk>", "▁", "b▁"]), words)
    assert places is not None
    made, counts = places.cut(
        ["c a", "b a", "a  a", "\u200b a", "é c", "´ a", "▁ a", "y c", "\t a"]
    )
    assert counts.tolist() == [2, 1, 1, 1, 2, 2, 1, 1, 1]
    assert made.texts()[:2] == ["\0c", " a"]


@pytest.mark.parametrize(
    ("pieces", "stage"),
    [
        (["<unk>", "a"], normalizer()),
        (["<unk>", "▁"], normalizer(rules={"a b": "c"})),
        (["<unk>", "▁"], normalizer(rules={" b": "c"})),
        (["<unk>", "▁"], normalizer(b"a b")),
    ],
    ids=["no-mark", "space-behind", "space-before", "space-within"],
)
def test_texts_that_are_not_cut(pieces, stage):
    words = UgmWords.of(stage)
    assert isinstance(words, UgmWords)
    assert ugm_places(model(pieces), words) is None
    tokenizer = Tokenizer(model(pieces), normalizer=stage, takes_bytes=True)
    assert ByWords.of(tokenizer) == "its texts are not cut at spaces"
    quick_encodings(tokenizer, texts(0)[:40], (EncodeOptions(),))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"unk": -1}, "its Unigram refuses unknown characters"),
        ({"unk": 1}, "its Unigram's unknown token is found in texts"),
        ({"unknown_score": -1e-9}, "its Unigram's scores do not add up exactly"),
        ({"unknown_score": float("nan")}, "its Unigram's scores do not add up exactly"),
        ({"unknown_score": float("-inf")}, "its Unigram's scores do not add up exactly"),
    ],
    ids=lambda it: str(it)[:30],
)
def test_models_that_are_asked_text_by_text(changes, reason):
    other = replace(model(PIECES), **changes)
    tokenizer = Tokenizer(other, normalizer=normalizer(), takes_bytes=True)
    assert ByWords.of(tokenizer) == reason
