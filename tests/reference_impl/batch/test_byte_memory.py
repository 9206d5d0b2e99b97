"""Words of bytes have the tokens that were learned of them, whenever they come."""

import random

import numpy as np

from tokparity.reference_impl.batch import byte_memory, token_store
from tokparity.reference_impl.batch.byte_memory import ByteMemory
from tokparity.reference_impl.batch.byte_words import WordRows
from tokparity.reference_impl.batch.word_bytes import WordBytes


def learner(asked):
    """Of each word its characters, each a token, from the last word to the first."""

    def learn(words):
        texts = words.texts()
        asked.append(sorted(texts))
        which = np.arange(len(texts))[::-1]
        rows = texts[::-1]
        counts = np.array([len(row) for row in rows], np.int64)
        ids = np.array([ord(char) for row in rows for char in row], np.int64)
        places = [place for row in rows for at in range(len(row)) for place in (at, at + 1)]
        return WordRows(which, counts, counts, ids, np.array(places, np.int64))

    return learn


def tokens(memory, texts, learn):
    numbers = memory.numbers(WordBytes.of(texts), learn)
    rows, sizes = memory.rows(numbers, np.ones(len(texts), np.int64))
    assert sizes.tolist() == [*map(len, texts)]
    return [
        "".join(map(chr, rows.ids[a:b].tolist()))
        for a, b in zip(rows.bounds, rows.bounds[1:], strict=False)
    ]


def test_each_word_is_learned_once(monkeypatch):
    monkeypatch.setattr(byte_memory, "LONGEST", 9)
    rng, asked, memory = random.Random(0), [], ByteMemory()
    for _ in range(40):
        texts = ["".join(rng.choices("aé", k=rng.randint(1, 6))) for _ in range(30)]
        assert tokens(memory, texts, learner(asked)) == texts
    kept = [word for words in asked for word in words if len(word.encode()) <= 9]
    assert len(kept) == len({*kept})
    assert any(len(word.encode()) > 9 for words in asked for word in words)


def test_a_full_memory_starts_afresh_between_two_batches(monkeypatch):
    monkeypatch.setattr(token_store, "TOKENS", 4)
    asked, memory = [], ByteMemory()
    for texts in (["ab", "c", "ab"], ["d"], ["ab"], ["ab"]):
        assert tokens(memory, texts, learner(asked)) == texts
    assert asked == [["ab", "c"], ["d"], ["ab"], ["ab"]]


def test_words_whose_tags_are_one_are_themselves(monkeypatch):
    monkeypatch.setattr(WordBytes, "tags", lambda words: np.zeros(len(words), np.uint64))
    texts = ["a", "b", "longer than eight", "longer than other", "a"]
    memory = ByteMemory()
    for _ in range(3):
        assert tokens(memory, texts, learner([])) == texts


def test_no_words():
    assert tokens(ByteMemory(), [], learner([])) == []
