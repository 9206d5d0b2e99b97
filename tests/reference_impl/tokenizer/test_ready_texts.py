"""Texts that are looked up are as NFC leaves them; the others have a hint, or the like."""

import random

import pytest

from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer import ready_texts
from tokparity.reference_impl.tokenizer.ready_texts import Readying

CHARS = [*"ab<é日가", "<|", "e\u0301", "\u0323", "\u0301", "\u212b", "\u0344", "\u1100", "\u1161"]
CHARS += ["\u226e", "\U0001f98a", "\0", "\u0f71\u0f72", "\u1e9b\u0323", "\u0b47\u0b56"]


def drawn(rng, chars, count):
    return ["".join(rng.choices(chars, k=rng.randint(0, 8))) for _ in range(count)]


@pytest.mark.parametrize("origins", [False, True])
@pytest.mark.parametrize("composes", [False, True])
def test_what_is_ready(origins, composes, monkeypatch):
    monkeypatch.setattr(ready_texts, "LONGEST", 30)
    rng, readying = random.Random(0), Readying(("<|", "\u226e<"), composes)
    for number in range(200):
        chars = ["a", "b", "<", "<|"] if number % 4 == 0 else CHARS + ["\ud800"] * (number % 2)
        texts = drawn(rng, chars, rng.randint(0, 12))
        texts += ["a" * 30, "a" * 31] * (number % 3 == 0)
        expected = {}
        for place, text in enumerate(texts):
            normal = NFC().normalize(Aligned.of(text)) if composes else Aligned.of(text)
            odd = any(hint in some for hint in readying.hints for some in (text, normal.text))
            if not odd and "\ud800" not in text and len(text) <= 30:
                expected[place] = normal
        places, ready, moved = readying.ready(texts, origins=origins)
        assert [*places] == [*expected]
        assert [*ready] == [normal.text for normal in expected.values()]
        for row, place in enumerate(places):
            came = [*expected[place].origin]
            assert [*moved.get(row, came if not origins else range(len(came)))] == came


def test_no_texts():
    for composes in (False, True):
        assert [*Readying((), composes).ready([], origins=True).texts] == []


def test_a_text_that_cpython_composes_otherwise(monkeypatch):
    """Then the reference does."""
    monkeypatch.setattr("tokparity.reference_impl.batch.cpython_nfc.composed", lambda texts: {})
    ready = Readying((), composes=True).ready(["a", "e\u0301"], origins=False)
    assert (ready.texts, ready.moved) == (["a", "é"], {})
