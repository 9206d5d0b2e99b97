"""Whatever is put into a table is found in it, and nothing else; also where tags are the same."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.batch.word_table import WordTable


def drawn(rng, count):
    return ["".join(rng.choices("abé\0", k=rng.randint(0, 20))) for _ in range(count)]


@pytest.mark.parametrize("bits", [64, 3], ids=["tags", "tags of three bits"])
def test_words_are_found_as_a_dict_finds_them(bits):
    rng, table, known = random.Random(bits), WordTable(), {}
    mask = np.uint64((1 << bits) - 1)
    for _ in range(12):
        texts = drawn(rng, 400)
        words = WordBytes.of(texts)
        tags = words.tags() & mask
        found = table.get(words, tags).tolist()
        for text, number in zip(texts, found, strict=True):
            assert number == known.get(text, -1), text
        new = [at for at, text in enumerate(texts) if text not in known and texts.index(text) == at]
        some = np.array(new, np.int64)
        numbers = table.add(words.picked(some), tags[some]).tolist()
        known |= {texts[at]: number for at, number in zip(new, numbers, strict=True)}
    assert len(table) == len(known)


def test_no_words():
    table, none = WordTable(), WordBytes.of([])
    assert table.add(none, none.tags()).tolist() == []
    assert table.get(none, none.tags()).tolist() == []
    some = WordBytes.of(["a"])
    assert table.get(some, some.tags()).tolist() == [-1]
