"""Many words searched at once take the ways that the model's own search takes."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch import best_paths as module
from tokparity.reference_impl.batch.best_paths import BestPaths
from tokparity.reference_impl.batch.piece_trie import UNKNOWN
from tokparity.reference_impl.models.hf.unigram import Unigram


def found(paths, words):
    """(id, start, end) of each token of each word."""
    sizes = np.array([len(word) for word in words])
    codes = np.array([ord(char) for word in words for char in word])
    places = np.repeat(np.arange(len(words)), sizes)
    firsts = np.cumsum(sizes) - sizes
    spans = [[] for _ in words]
    for start, end, number in zip(*paths.ways(codes, sizes), strict=True):
        word = places[start]
        spans[word].append((int(number), int(start - firsts[word]), int(end - firsts[word])))
    return spans


ALL = 1 << 30


@pytest.mark.parametrize("few", [0, module.FEW, ALL], ids=["rounds", "both", "one by one"])
@pytest.mark.parametrize("seed", range(30))
def test_as_the_model(monkeypatch, seed, few):
    """Few scores, so that many sums are equal."""
    monkeypatch.setattr(module, "FEW", few)
    rng = random.Random(seed)
    pieces = {"".join(rng.choices("abc", k=rng.randint(1, 5))) for _ in range(rng.randint(1, 60))}
    steps = rng.choice(((1.0, 2.0), (0.1, 0.2, 0.3), (0.1, 0.7)))
    scores = [("<unk>", -3.0), *((piece, -rng.choice(steps)) for piece in sorted(pieces))]
    model = Unigram(scores, unk_id=0)
    values = [score for _, score in scores]
    paths = BestPaths.of(model.vocab, values, model._unknown_score, np.float64)
    words = ["".join(rng.choices("abcd", k=rng.randint(1, 30))) for _ in range(200)]
    expected = [
        [(UNKNOWN if number == 0 else number, a, b) for number, a, b in model._path(word)]
        for word in words
    ]
    assert found(paths, words) == expected


@pytest.mark.parametrize("seed", range(10))
def test_sums_of_32_bits_one_by_one(monkeypatch, seed):
    """Scores that no sum of them has exactly, of pieces of which each word has many ways."""
    rng = random.Random(seed)
    pieces = {"".join(rng.choices("ab", k=rng.randint(1, 6))) for _ in range(60)} | {"a", "b"}
    numbers = {piece: at for at, piece in enumerate(sorted(pieces))}
    scores = [-rng.choice((0.1, 0.3, 0.7)) * len(piece) for piece in numbers]
    paths = BestPaths.of(numbers, scores, -9.0, np.float32)
    words = ["".join(rng.choices("ab", k=rng.randint(1, 300))) for _ in range(30)]
    ways = []
    for few in (0, ALL):
        monkeypatch.setattr(module, "FEW", few)
        ways.append(found(paths, words))
    assert ways[0] == ways[1]


def test_a_word_longer_than_sixteen_bits_count():
    paths = BestPaths.of({"a": 1, "aa": 2}, [0.0, -1.0, -1.5], -9.0, np.float64)
    [spans] = found(paths, ["a" * 70_001])
    assert len(spans) == 35_001
    assert spans[-1] == (2, 69_999, 70_001)


def test_no_piece_at_all():
    paths = BestPaths.of({}, [], -3.0, np.float32)
    assert found(paths, ["ab"]) == [[(UNKNOWN, 0, 1), (UNKNOWN, 1, 2)]]
