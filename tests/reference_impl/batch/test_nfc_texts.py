"""The texts that NFC changes, and what it makes of them, are what the normalizer says."""

import random

import pytest

from tokparity.reference_impl.batch import nfc_texts
from tokparity.reference_impl.batch.nfc_texts import changed_by_nfc
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.normalization import mapping, tables

CHARS = [*"abé日가", "e\u0301", "\u0323", "\u0301", "\u212b", "\u0344", "\u1100", "\u1161", "\0"]
CHARS += ["\U0001f98a", "\u0f71\u0f72", "\u1e9b\u0323", "\u0b47\u0b56", "\u302e"]
CHARS += [" ", " \u0301", "\u09fe", "\U00011930", "\u1abf"]  # and what CPython knows otherwise


def drawn(rng, count):
    return ["".join(rng.choices(CHARS, k=rng.randint(0, 8))) for _ in range(count)]


def check(texts, origins):
    found = changed_by_nfc(texts, origins=origins)
    for place, text in enumerate(texts):
        normal = NFC().normalize(Aligned.of(text))
        made = found.get(place, Aligned.of(text))
        assert made.text == normal.text, ascii(text)
        if origins:
            assert [*made.origin] == [*normal.origin], ascii(text)
        else:
            assert (place in found) == (text != normal.text)


@pytest.mark.parametrize("origins", [False, True])
def test_as_the_normalizer_has_them(origins):
    rng = random.Random(0)
    for number in range(300):
        check(drawn(rng, number % 12), origins)


@pytest.mark.parametrize("origins", [False, True])
def test_what_composes_and_marks(origins):
    rng = random.Random(1)
    pairs = [*mapping("composition"), *mapping("canonical")]
    marks = [group[-1] for group in tables()["marks"]]
    texts = [f"{rng.choice(pairs)}{rng.choice(marks)}{rng.choice(marks)}" for _ in range(3000)]
    check([*texts, *pairs], origins)


def test_what_cpython_composes_otherwise_is_normalized(monkeypatch):
    monkeypatch.setattr(nfc_texts, "composed", lambda texts: {})
    check(["a", "e\u0301", "\u0344", "b"], origins=False)


def test_a_text_is_cut_before_its_spaces(monkeypatch):
    """One word that CPython may not compose: the others it does."""
    asked = []
    composed = nfc_texts.composed
    monkeypatch.setattr(nfc_texts, "composed", lambda some: asked.extend(some) or composed(some))
    text = "e\u0301 \u0301 \u09fee\u0301"
    check([text], origins=False)
    assert asked == [text, "e\u0301", " \u0301", " \u09fee\u0301"]


def test_no_space_composes():
    assert not any(" " in pair for pair in mapping("composition"))
    assert not any(" " in parts for parts in mapping("canonical").values())
    assert not any(" " in group for group in tables()["marks"])
