"""Words cut side by side are cut as the model cuts each."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch import longest_pieces as module
from tokparity.reference_impl.batch.longest_pieces import LongestPieces
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece

PIECES = ["[UNK]", "a", "ab", "##b", "##bc", "##c", "##", "##é", "e", "##e", "中", "##文", "!", "#",
          "##\u1100", "\u1100", "x", "##x", "abcab", "##cabca", ""]  # fmt: skip


def model(**options):
    return WordPiece({piece: at for at, piece in enumerate(PIECES)}, **options)


def cut(pieces, words):
    """The tokens of each word, as the model gives them."""
    ends = np.cumsum([len(word) for word in words], dtype=np.int64)
    begins = np.append(0, ends[:-1])[: len(words)]
    codes = np.frombuffer("".join(words).encode("utf-32-le"), np.uint32)
    found = pieces.cut(codes, begins, ends)
    assert (np.diff(found.starts) > 0).all()
    of_word = np.searchsorted(ends, found.starts, "right")
    tokens = zip(of_word, found.starts, found.stops, found.ids, strict=True)
    made = [[] for _ in words]
    for word, start, stop, number in tokens:
        made[word].append((int(number), int(start - begins[word]), int(stop - begins[word])))
    return [tuple(it) for it in made]


@pytest.mark.parametrize("few", [0, 1, 200])
@pytest.mark.parametrize("longest", [3, 100])
@pytest.mark.parametrize("prefix", ["##", "", "a"])
def test_each_word_is_what_the_model_makes_of_it(monkeypatch, prefix, longest, few):
    monkeypatch.setattr(module, "_FEW", few)
    made = model(continuing_subword_prefix=prefix, max_input_chars_per_word=longest)
    rng = random.Random(f"{prefix} {longest}")
    pools = "abcx", "ab", "abcé中文#!\u1100\u2603", "abc"
    words = ["".join(rng.choices(rng.choice(pools), k=rng.randint(1, 9))) for _ in range(800)]
    assert cut(LongestPieces.of(made), words) == [made.tokenize(word) for word in words]
    assert cut(LongestPieces.of(made), []) == []


def test_what_a_word_with_no_tokens_would_need():
    assert LongestPieces.of(model(unk_token="?")) is None
    assert LongestPieces.of(WordPiece({"[UNK]": 1 << 40})) is None
    assert LongestPieces.of(WordPiece({"[UNK]": 0, "a": -1})) is None
    assert LongestPieces.of(WordLevel({"[UNK]": 0}, "[UNK]")) is None


def test_tokenizers_of_one_model_share_it():
    made = model()
    assert LongestPieces.of(made) is LongestPieces.of(made)
