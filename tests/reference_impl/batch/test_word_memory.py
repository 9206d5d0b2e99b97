import random

import numpy as np

from tokparity.reference_impl.batch import token_store as module
from tokparity.reference_impl.batch.word_memory import WordMemory


def learner(asked):
    """Of each word its characters, each a token; of "-" none."""

    def learn(words):
        asked.append(list(words))
        words = sorted(words)
        sizes = np.array([len(word) for word in words])
        counts = np.array([0 if word == "-" else len(word) for word in words])
        ids = np.array([ord(char) for word in words if word != "-" for char in word], np.int64)
        places = [at for word in words if word != "-" for at in range(len(word))]
        return words, sizes, counts, ids, np.array([[at, at + 1] for at in places]).ravel()

    return learn


def test_words_have_their_tokens_whenever_they_come():
    rng, asked = random.Random(0), []
    memory, learn = WordMemory(), learner(asked)
    for _ in range(50):
        words = [
            "".join(rng.choices("ab-", k=rng.randint(1, 4))) for _ in range(rng.randint(1, 30))
        ]
        first = rng.randint(0, len(words))
        numbers = memory.numbers(words, learn)
        rows, sizes = memory.rows(numbers, np.array([first, 0, len(words) - first]))
        assert memory.sizes(numbers).tolist() == [len(word) for word in words]
        texts = [words[:first], [], words[first:]]
        assert sizes.tolist() == [len("".join(text)) for text in texts]
        ids, starts, bounds = [], [], [0]
        for text in texts:
            at = 0
            for word in text:
                ids += [ord(char) for char in word if word != "-"]
                starts += range(at, at + len(word) * (word != "-"))
                at += len(word)
            bounds.append(len(ids))
        assert (rows.ids.tolist(), rows.bounds) == (ids, bounds)
        assert rows.offsets.reshape(-1, 2)[:, 0].tolist() == starts
    learned = [word for words in asked for word in words]
    assert len(learned) == len({*learned})


def test_a_full_memory_starts_afresh_between_two_batches(monkeypatch):
    monkeypatch.setattr(module, "TOKENS", 4)
    asked = []
    memory, learn = WordMemory(), learner(asked)
    for words in (["ab", "c", "ab"], ["d"], ["ab"], ["ab"]):
        rows, _ = memory.rows(memory.numbers(words, learn), np.array([len(words)]))
        assert rows.ids.tolist() == [ord(char) for char in "".join(words)]
    assert asked == [["ab", "c"], ["d"], ["ab"], ["ab"]]


def test_no_words():
    memory = WordMemory()
    rows, sizes = memory.rows(memory.numbers([], learner([])), np.zeros(2, np.int64))
    assert (rows.ids.tolist(), rows.offsets.tolist(), rows.bounds) == ([], [], [0, 0, 0])
    assert sizes.tolist() == [0, 0]
