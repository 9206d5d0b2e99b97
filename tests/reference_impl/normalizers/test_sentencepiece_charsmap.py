from struct import pack

import pytest

from tokparity.reference_impl.normalizers.sentencepiece_charsmap import (
    BadSentencepieceCharsmap,
    CutsCharacter,
    NotUtf8,
    SentencepieceCharsmap,
)

A, LEAF = ord("a"), 1 << 31


def unit(label, offset, leaf=False):
    return label | leaf << 8 | offset << 10


def charsmap(units, replacements=b"xy\0"):
    """A trie of one block; units that are not given lead to the block itself."""
    trie = [unit(0xFF if at else 0, 0) for at in range(256)]
    for at, value in units.items():
        trie[at] = value
    return pack("<I256I", 1024, *trie) + replacements


RULE = {0: unit(0, 1), 1 ^ A: unit(A, 7, leaf=True), 1 ^ A ^ 7: LEAF}
CIRCLE = {0: unit(0, 1), 1 ^ A: unit(A, A, leaf=True), 1: LEAF}
PART = {0: unit(0, 1), 1 ^ 0xC3: unit(0xC3, 7, leaf=True), 1 ^ 0xC3 ^ 7: LEAF}


@pytest.mark.parametrize(
    ("data", "error"),
    [
        pytest.param(b"\1\0\0\0", BadSentencepieceCharsmap, id="no-trie"),
        pytest.param(
            pack("<I", 1024) + bytes(1024), BadSentencepieceCharsmap, id="no-replacements"
        ),
        pytest.param(pack("<I", 1023) + bytes(1100), BadSentencepieceCharsmap, id="half-a-unit"),
        pytest.param(
            pack("<I", 1 << 31) + bytes(1100), BadSentencepieceCharsmap, id="longer-than-the-field"
        ),
        pytest.param(charsmap(RULE, b"xy"), BadSentencepieceCharsmap, id="no-NUL"),
        pytest.param(charsmap(RULE | {0: 0}), BadSentencepieceCharsmap, id="no-root"),
        pytest.param(
            charsmap(RULE | {5: unit(5, 300)}), BadSentencepieceCharsmap, id="leads-outside"
        ),
        pytest.param(
            charsmap(RULE | {1 ^ A ^ 7: LEAF | 3}), BadSentencepieceCharsmap, id="behind-the-end"
        ),
        pytest.param(charsmap(RULE | {1 ^ A ^ 7: 0xFF}), BadSentencepieceCharsmap, id="no-leaf"),
        pytest.param(charsmap(RULE, b"\xe2\x96\0"), NotUtf8, id="not-utf8"),
        pytest.param(
            charsmap(RULE | {1 ^ A ^ 7: LEAF | 1}, "é\0".encode()), NotUtf8, id="in-a-character"
        ),
    ],
)
def test_what_is_refused(sentencepiece_model, data, error):
    with pytest.raises(error):
        SentencepieceCharsmap.of(data)


@pytest.mark.parametrize("units", [RULE, CIRCLE, PART], ids=["rule", "circle", "part"])
def test_as_the_library(sentencepiece_pair, units):
    """A circle gives a rule of every length: of more than 32 the 32nd is taken."""
    spec = {"precompiled_charsmap": charsmap(units), "remove_extra_whitespaces": True}
    pair = sentencepiece_pair("char", ["x", "y", "a", "é", "è", "\ufffd"], {}, spec)
    texts = ("a", "aa", "ba", "a" * 31, "a" * 32, "a" * 33, "a" * 100, "é", "éa è", "  éé  ", "日é")
    pair.check(*texts)


def test_a_rule_in_a_circle_stops_at_32():
    found = SentencepieceCharsmap.of(charsmap(CIRCLE)).longest("a" * 40, 0)
    assert found == (32, "xy")


def test_a_rule_for_part_of_a_character():
    rules = SentencepieceCharsmap.of(charsmap(PART))
    with pytest.raises(CutsCharacter):
        rules.longest("é", 0)
    assert rules.longest("日", 0) is None
    assert (rules.leads_on("é"), rules.leads_on("日")) == (True, False)
