"""What CPython composes is what the reference composes."""

import random

from tokparity.reference_impl.batch import cpython_nfc
from tokparity.reference_impl.batch.cpython_nfc import composed
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.hangul import FINALS, LEADS, VOWELS
from tokparity.reference_impl.unicode.normalization import mapping, tables


def assert_same(texts):
    found = composed(texts)
    for at, made in found.items():
        assert made == NFC().normalize(Aligned.of(texts[at])).text, ascii(texts[at])
    return len(found)


def test_every_character_and_every_pair():
    every = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
    found = assert_same(every)
    assert found > len(every) - 1000  # of several versions of Unicode few characters differ
    assert_same([*mapping("composition")])


def test_runs_of_what_composes():
    rng = random.Random(0)
    marks = [char for group in tables()["marks"] for char in group]
    parts = [*"".join(mapping("canonical").values()), *mapping("canonical")]
    chars = [marks, parts, [*LEADS], [*VOWELS], [*FINALS], ["\uac00", "a", "e", "\0"]]
    texts = []
    for _ in range(20_000):
        texts.append("".join(rng.choice(rng.choice(chars)) for _ in range(rng.randint(1, 7))))
    assert assert_same(texts) > len(texts) // 2


def test_a_text_with_a_character_that_one_side_knows_otherwise_is_left(monkeypatch):
    """As if the reference's Unicode had no ogonek, and composed no e with a dot below."""
    pairs = {pair: char for pair, char in mapping("composition").items() if char != "\u1eb9"}
    marks = ["".join(group).replace("\u0328", "") for group in tables()["marks"]]
    others = {"canonical": mapping("canonical"), "composition": pairs}
    monkeypatch.setattr(cpython_nfc, "mapping", others.__getitem__)
    monkeypatch.setattr(cpython_nfc, "tables", lambda: {"marks": marks})
    cpython_nfc.unlike.cache_clear()
    try:
        texts = ["a\u0328", "\u0105", "e", "\u0323", "\u1eb9", "\u1ed9", "a\u0301"]
        assert composed(texts) == {6: "\u00e1"}
    finally:
        cpython_nfc.unlike.cache_clear()


def test_classes_in_another_order_leave_all(monkeypatch):
    marks = tables()["marks"][::-1]
    monkeypatch.setattr(cpython_nfc, "tables", lambda: {"marks": marks})
    cpython_nfc.unlike.cache_clear()
    try:
        assert composed(["a", ""]) == {1: ""}
    finally:
        cpython_nfc.unlike.cache_clear()
