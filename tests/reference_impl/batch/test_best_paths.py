"""Many words searched at once take the ways that the model's own search takes."""

import random

import numpy as np
import pytest

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


@pytest.mark.parametrize("seed", range(30))
def test_as_the_model(seed):
    """Few scores, so that many sums are equal."""
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


def test_a_word_longer_than_sixteen_bits_count():
    paths = BestPaths.of({"a": 1, "aa": 2}, [0.0, -1.0, -1.5], -9.0, np.float64)
    [spans] = found(paths, ["a" * 70_001])
    assert len(spans) == 35_001
    assert spans[-1] == (2, 69_999, 70_001)


def test_no_piece_at_all():
    paths = BestPaths.of({}, [], -3.0, np.float32)
    assert found(paths, ["ab"]) == [[(UNKNOWN, 0, 1), (UNKNOWN, 1, 2)]]
