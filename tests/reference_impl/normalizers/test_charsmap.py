import base64
import json
from struct import pack

import pytest
from tokenizers import Tokenizer, models

from tokparity.reference_impl.normalizers.charsmap import BadCharsmap, BrokenCharsmap, Charsmap


def encoded(units, replacements=b"X\0"):
    data = pack("<I", 4 * len(units)) + pack(f"<{len(units)}I", *units) + replacements
    return base64.b64encode(data).decode()


def loaded(text):
    """The library's normalizer, None where it panics."""
    document = json.loads(Tokenizer(models.BPE()).to_str())
    document["normalizer"] = {"type": "Precompiled", "precompiled_charsmap": text}
    try:
        return Tokenizer.from_str(json.dumps(document)).normalizer
    except BaseException:
        return None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("", "no size", id="empty"),
        pytest.param("AAA=", "no size", id="two-bytes"),
        pytest.param("BAAAAA==", "ends inside", id="trie-cut-off"),
        pytest.param("/////w==", "ends inside", id="trie-of-four-gigabytes"),
        pytest.param("AAAAAP8=", "not UTF-8 at byte 0", id="not-utf-8"),
        pytest.param("AAAAAB==", "left over", id="bits-left-over"),
        pytest.param("AAAAA", "base64", id="one-character-too-many"),
        pytest.param("AAAA AA==", "base64", id="space"),
        pytest.param("AAAAAA==\n", "base64", id="line-feed"),
        pytest.param("AAAA-_==", "base64", id="url-alphabet"),
        pytest.param("AAAAAA=A", "base64", id="padding-inside"),
        pytest.param("AAAAAA===", "base64", id="too-much-padding"),
        pytest.param("é", "base64", id="not-ascii"),
    ],
)
def test_what_the_library_refuses(text, reason):
    assert loaded(text) is None
    with pytest.raises(BadCharsmap, match=reason):
        Charsmap.of(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("AAAAAA==", id="empty-trie"),
        pytest.param("AAAAAA", id="no-padding"),
        pytest.param("AAAAAA=", id="half-of-the-padding"),
        pytest.param("AwAAAA==", id="size-not-a-multiple-of-four"),
        pytest.param(encoded([256 << 10]), id="root-alone"),
    ],
)
def test_what_the_library_reads(text):
    assert loaded(text) is not None
    Charsmap.of(text)


def one_rule(value, size=1024):
    """A trie with a rule for "a" that leads to a value."""
    units = [0] * size
    units[0] = 256 << 10
    units[256 ^ 97] = (512 ^ 256 ^ 97) << 10 | 1 << 8 | 97
    units[512] = value
    return units


@pytest.mark.parametrize(
    ("units", "replacements", "text", "expected"),
    [
        pytest.param(one_rule(0), b"XY\0Z\0", "a", "XY", id="first"),
        pytest.param(one_rule(3), b"XY\0Z\0", "a", "Z", id="second"),
        pytest.param(one_rule(1), b"XY\0Z\0", "a", "Y", id="tail-of-one"),
        pytest.param(one_rule(1 << 31), b"XY\0", "a", "XY", id="high-bit-is-no-value"),
        pytest.param(one_rule(0), b"XY", "a", "XY", id="not-ended"),
        pytest.param(one_rule(2), b"XY", "a", "", id="at-the-end"),
        pytest.param(one_rule(3), b"XY", "a", None, id="behind-the-end"),
        pytest.param(one_rule(1), "é\0".encode(), "a", None, id="inside-a-character"),
        pytest.param([0], b"", "a", None, id="trie-too-short"),
        pytest.param([], b"", "a", None, id="trie-without-root"),
    ],
)
def test_a_rule(units, replacements, text, expected):
    native, charsmap = (
        loaded(encoded(units, replacements)),
        Charsmap.of(encoded(units, replacements)),
    )
    if expected is None:
        with pytest.raises(BaseException, match=r"out of bounds|char boundary"):
            native.normalize_str(text)
        with pytest.raises(BrokenCharsmap):
            charsmap.replacement(text)
    else:
        assert native.normalize_str(text) == expected == charsmap.replacement(text)


def test_nul_ends_a_key(rules_to_charsmap):
    charsmap = Charsmap.of(rules_to_charsmap({"ab": "x"}))
    assert charsmap.replacement("a\0b") is None
    assert charsmap.replacement("ab\0") == "x"


def test_the_shortest_rule(rules_to_charsmap):
    assert Charsmap.of(rules_to_charsmap({"ab": "long", "a": "short"})).replacement("ab") == "short"
