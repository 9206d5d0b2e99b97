"""A word that is sure has the same path behind every text that is within its limits."""

import random
from array import array

import numpy as np
import pytest

from tokparity.reference_impl.batch.best_paths import BestPaths
from tokparity.reference_impl.batch.piece_trie import UNKNOWN
from tokparity.reference_impl.batch.sure_paths import sure_ways
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram

LETTERS = "abc"


def drawn(rng):
    """A model of scores that differ by little, or not at all, and paths of its pieces."""
    pieces = {"".join(rng.choices(LETTERS, k=rng.randint(1, 4))) for _ in range(40)} | {"▁"}
    small = rng.choice((1e-1, 1e-3, 1e-5, 1e-6))
    scores = [-len(piece) - rng.randint(0, 3) * small for piece in sorted(pieces)]
    values = array("f", [0.0, *scores])
    kinds = ["unknown", *["normal"] * len(pieces)]
    model = SentencepieceUnigram(Pieces(("?", *sorted(pieces)), values, kinds))
    paths = BestPaths.of(model.known.matchable, model._scores, model._unknown_score, np.float32)
    return model, paths


@pytest.mark.parametrize("seed", range(40))
def test_the_same_path_behind_a_text(seed):
    rng = random.Random(seed)
    model, paths = drawn(rng)
    words = ["▁" + "".join(rng.choices(LETTERS + "d", k=rng.randint(1, 9))) for _ in range(60)]
    sizes = np.array([len(word) for word in words])
    codes = np.array([ord(char) for word in words for char in word])
    (starts, ends, ids), sureness = sure_ways(paths, codes, sizes)
    bounds = np.searchsorted(starts, np.append(0, np.cumsum(sizes)))
    sums, sure = Sums(model), 0
    for at, word in enumerate(words):
        mine = slice(bounds[at], bounds[at + 1])
        first = sizes[:at].sum()
        numbers = [model.known.unknown if it == UNKNOWN else it for it in ids[mine].tolist()]
        begins, stops = (starts[mine] - first).tolist(), (ends[mine] - first).tolist()
        expected = list(zip(numbers, begins, stops, strict=True))
        for before in (0, 1, 20, 400):
            text = "".join(rng.choices([*words, "▁bbb"], k=before))
            total = sum(abs(sums[part]) for part in text.replace("▁", " ▁").split())
            if (total + sureness.peaks[at]) * 1.01 + 1 >= sureness.limits[at]:
                continue
            found = [span for span in model.segments(text + word) if span[1] >= len(text)]
            assert [(i, a - len(text), b - len(text)) for i, a, b in found] == expected
            sure += 1
    assert sure or seed


class Sums(dict):
    """Of each word of the texts before: what it adds."""

    def __init__(self, model):
        self.model = model

    def __missing__(self, word):
        unknown, scores = self.model.known.unknown, self.model._scores
        segments = self.model.segments(word)
        parts = (
            self.model._unknown_score if it == unknown else scores[it] for it, _, _ in segments
        )
        return self.setdefault(word, sum(parts))


def test_ties_and_words_of_one_way():
    known = Pieces(("?", "▁", "a", "aa"), (0.0, -1.0, -1.0, -2.0), ("unknown", *["normal"] * 3))
    model = SentencepieceUnigram(known)
    paths = BestPaths.of(known.matchable, model._scores, model._unknown_score, np.float32)
    codes = np.array([ord(char) for char in "▁aa▁a"])
    _, sureness = sure_ways(paths, codes, np.array([3, 2]))
    assert sureness.limits.tolist() == [0.0, np.inf]
    assert sureness.sums.tolist() == [3.0, 2.0]
    assert sureness.holds(np.array([1, 1])).tolist() == [False, True]
