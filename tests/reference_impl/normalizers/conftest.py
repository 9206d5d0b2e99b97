"""Normalizers of the reference and of the library made of one JSON, and texts for them."""

import base64
import json
import random
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from struct import pack
from typing import Any

import pytest
from tokenizers import PreTokenizedString, Regex, models
from tokenizers import Tokenizer as LibraryTokenizer

from tests.shared.every_character import ALL
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.normalizers import read_normalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.ranges import LAST

Spec = dict[str, Any]
Characters = list[tuple[str, tuple[int, int]]] | None
"""Each character of a normalized text and its range in the original; None: refused."""

_BULK = (
    *((0x3500, 0x9F00), (0xAD00, 0xD700), (0xE100, 0xF800), (0x17100, 0x18A00)),
    *((0x20100, 0xE0000), (0xE0200, LAST)),
)
_LEFT_OUT = {at for a, b in _BULK for at in range(a + 1, b) if at % 61}
SOME = [c for c in ALL if ord(c) not in _LEFT_OUT]
TELLING = (
    *"aBzÉéİıßẞΣσςΑǅﬀﬁ½ﷺ²Å가각漢中々〇㐀豈𫝀é́̀̈́ͅ◌़क्षکا ٣٤ⅧⅨ。，!$_-'\"`^~¿",
    *"\t\n\r\v\f\x1c\x85\xa0\xad\0\x01\x7f\x8f\x9f\u0300\u0301\u0323\u0344\u0903\u094d\u0e33",
    *"\u1100\u1161\u11a8\u1680\u180e\u200b\u200c\u200d\u2028\u2029\u202e\u2581\u3000\ufeff\ufffd",
    *"👩👧🏽🇫🇷©®\u0600\U000110bd\U0001d165\U0001d15e\ue000\U000e0001\U000e0100\U0010ffff\u0378",
    *("  ", "\r\n", "e\u0301", "👩\u200d👧", "©\u200d", "\u1100\u1161\u11a8", "क्क\u0300", "``"),
)
"""Characters, and a few strings, that some normalizer or other treats in its own way."""


def charsmap(rules: Mapping[str, str]) -> str:
    """A precompiled_charsmap in base64: each node of the trie has 256 units of its own."""
    units, blob = [0] * 256, b""
    tree: dict[Any, Any] = {}
    for key, replacement in rules.items():
        node = tree
        for byte in key.encode():
            node = node.setdefault(byte, {})
        node["value"] = len(blob)
        blob += replacement.encode() + b"\0"

    def place(node: dict[Any, Any], at: int, label: int) -> None:
        base = len(units)
        units.extend([0] * 256)
        leaf = (1 << 8) * ("value" in node and at > 0)
        assert at ^ base < 1 << 21
        units[at] = (at ^ base) << 10 | leaf | label
        units[base] = node.get("value", 0)
        for byte, child in node.items():
            if byte != "value":
                place(child, base ^ byte, byte)

    place(tree, 0, 0)
    data = pack("<I", 4 * len(units)) + pack(f"<{len(units)}I", *units) + blob
    return base64.b64encode(data).decode()


RULES = {
    "ﬁ": "fi", "½": "1/2", "é": "e", "e\u0301": "E", "\u0301": "", "\r": " ", "\n": "",
    "©": "(c)", "\u200d": "", "\u1100\u1161": "가", "\u1100\u1161\u11a8": "각", "क्": "k",
    "中": "", "A": "aa", "\u0344": "\u0308\u0301", "\u0600": "", "\u3000": " ", "👩": "w",
    "  ": "_", "``": '"',
}  # fmt: skip
SPECS: dict[str, Spec] = {
    "BertNormalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True}
    | {"strip_accents": None, "lowercase": True},
    **{
        kind: {"type": kind}
        for kind in ("ByteLevel", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "Nmt", "StripAccents")
    },
    "Precompiled": {"type": "Precompiled", "precompiled_charsmap": charsmap(RULES)},
    "Prepend": {"type": "Prepend", "prepend": "▁x"},
    "Prepend nothing": {"type": "Prepend", "prepend": ""},
    "Replace": {"type": "Replace", "pattern": {"String": "é"}, "content": "e\u0301"},
    "Replace away": {"type": "Replace", "pattern": {"Regex": r"\s+|a"}, "content": ""},
    "Replace at start": {"type": "Replace", "pattern": {"Regex": "^"}, "content": "▁"},
    "Replace nothing": {"type": "Replace", "pattern": {"String": ""}, "content": "-"},
    "Strip": {"type": "Strip", "strip_left": True, "strip_right": True},
    "Strip left": {"type": "Strip", "strip_left": True, "strip_right": False},
    "Strip right": {"type": "Strip", "strip_left": False, "strip_right": True},
}
"""Every normalizer, with the options that make a difference in a sequence."""


@cache
def _native(spec: str) -> Any:
    document = json.loads(LibraryTokenizer(models.BPE()).to_str())
    return LibraryTokenizer.from_str(
        json.dumps(document | {"normalizer": json.loads(spec)})
    ).normalizer


@cache
def _reference(spec: str) -> Normalizer:
    return read_normalizer(Node(Path("tokenizer.json"), "normalizer", json.loads(spec)))


def there(spec: Spec, text: str) -> Characters:
    """What the library says. A panic, no Exception, ends the process within PreTokenizedString."""
    native = _native(json.dumps(spec))
    try:
        native.normalize_str(text)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return None
    whole = PreTokenizedString(text)
    whole.normalize(native.normalize)
    whole.split(lambda _, part: part.split(Regex("(?m:.)"), "isolated"))
    return [(char, span) for char, span, _ in whole.get_splits("original", "char")]


def here(spec: Spec, text: str) -> Characters:
    """What the reference says."""
    try:
        normal = _reference(json.dumps(spec)).normalize(Aligned.of(text))
    except TokparityError:
        return None
    return [(char, normal.span(at, at + 1)) for at, char in enumerate(normal.text)]


def telling_texts(seed: str, count: int) -> list[str]:
    """The empty text, then random ones of up to eight parts."""
    dice = random.Random(seed)
    return ["", *("".join(dice.choices(TELLING, k=dice.randint(1, 8))) for _ in range(count - 1))]


@pytest.fixture(scope="session")
def specs() -> dict[str, Spec]:
    return SPECS


@pytest.fixture(scope="session")
def rules_to_charsmap() -> Callable[[Mapping[str, str]], str]:
    return charsmap


@pytest.fixture(scope="session")
def agree_on() -> Callable[[Spec, Iterable[str]], int]:
    """Asserts that text and ranges are the library's; gives the number of texts both refuse."""

    def compare(spec: Spec, texts: Iterable[str]) -> int:
        refused = 0
        for text in texts:
            expected = there(spec, text)
            assert here(spec, text) == expected, (spec, ascii(text))
            refused += expected is None
        return refused

    return compare


@pytest.fixture(scope="session")
def agree_on_telling_texts(agree_on: Callable[[Spec, Iterable[str]], int]) -> Callable[..., int]:
    """The same, on random texts."""
    return lambda spec, count: agree_on(spec, telling_texts(json.dumps(spec), count))


@pytest.fixture(scope="session")
def agree_on_code_points(
    agree_on: Callable[[Spec, Iterable[str]], int],
) -> Callable[[Spec], int]:
    """Asserts that code points become what the library makes of them, alone and doubled.

    Of ideographs, syllables and unassigned ones in bulk one in 61; on all:
    `evaluation.sweeps.unicode`. Gives the number of those that change.
    """

    def compare(spec: Spec) -> int:
        native, reference = _native(json.dumps(spec)), _reference(json.dumps(spec))
        texts = ["".join(SOME)]
        texts.append("".join(f"a{char}{char}b" for char in SOME))
        for text in texts:
            ours = reference.normalize(Aligned.of(text)).text
            assert ours == native.normalize_str(text), first_difference(native, reference)
        changing = [char for char in SOME if native.normalize_str(f"a{char}") != f"a{char}"]
        assert agree_on(spec, (f"a{char}{char}b" for char in changing[::14])) == 0
        return len(changing)

    return compare


def first_difference(native: Any, reference: Normalizer) -> str:
    for char in SOME:
        text = f"a{char}{char}b"
        if reference.normalize(Aligned.of(text)).text != native.normalize_str(text):
            return ascii(char)
    return "in company only"
