"""Pre-tokenizers of the reference and of the library made of one JSON, and texts for them."""

import json
import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tokenizers import PreTokenizedString, models
from tokenizers import Tokenizer as LibraryTokenizer

from tests.shared.every_character import ALL
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_pre_tokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.ranges import LAST

Spec = dict[str, Any]
Pieces = list[tuple[str, tuple[int, int]]] | None
"""Each piece and its range in the original; None: refused."""

_BULK = (
    *((0x3500, 0x9F00), (0xAD00, 0xD700), (0xE100, 0xF800), (0x17100, 0x18A00)),
    *((0x20100, 0xE0000), (0xE0200, LAST)),
)
_LEFT_OUT = {at for a, b in _BULK for at in range(a + 1, b) if at % 61}
SOME = [c for c in ALL if ord(c) not in _LEFT_OUT]
TELLING = (
    *"abÉßΣя漢かカー〇가๑کא1½Ⅷ٣²_-.!?'\"$+<=>^`|~¿«»。，、—…٪؟‿",
    *"  \t\n\r\x1c\x85\xa0\u200b\u200d\u2028\u3000\u2581▁\0\u0300\u0903\u20dd\u0378\ue000",
    *"👩🏽€№\U0001f1eb\U000e0100\U0010ffff",
    *("  ", " ▁", "▁▁", "--", "'s", "\r\n", " - ", "12", "ab"),
)


@cache
def _native(spec: str) -> Any:
    document = json.loads(LibraryTokenizer(models.BPE()).to_str())
    loaded = LibraryTokenizer.from_str(json.dumps(document | {"pre_tokenizer": json.loads(spec)}))
    return loaded.pre_tokenizer


@cache
def _reference(spec: str) -> PreTokenizer:
    return read_pre_tokenizer(Node(Path("tokenizer.json"), "pre_tokenizer", json.loads(spec)))


def there(spec: Spec, text: str) -> Pieces:
    """What the library says; it panics with what is no Exception."""
    whole = PreTokenizedString(text)
    try:
        _native(json.dumps(spec)).pre_tokenize(whole)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return None
    return [(piece, span) for piece, span, _ in whole.get_splits("original", "char")]


def here(spec: Spec, text: str) -> Pieces:
    """What the reference says."""
    given = [Aligned.of(text)] if text else []
    try:
        pieces = _reference(json.dumps(spec)).pre_tokenize(given)
    except TokparityError:
        return None
    return [(piece.text, piece.span(0, len(piece))) for piece in pieces]


def telling_texts(seed: str, count: int) -> list[str]:
    """The empty text, then random ones of up to ten parts."""
    dice = random.Random(seed)
    return ["", *("".join(dice.choices(TELLING, k=dice.randint(1, 10))) for _ in range(count - 1))]


BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
SPECS: dict[str, Spec] = {
    **{
        kind: {"type": kind}
        for kind in ("BertPreTokenizer", "UnicodeScripts", "Whitespace", "WhitespaceSplit")
    },
    "ByteLevel": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True},
    "ByteLevel whole": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True}
    | {"use_regex": False},
    "CharDelimiterSplit": {"type": "CharDelimiterSplit", "delimiter": "▁"},
    "Digits": {"type": "Digits", "individual_digits": False},
    "Digits alone": {"type": "Digits", "individual_digits": True},
    "FixedLength": {"type": "FixedLength"},
    "FixedLength 1": {"type": "FixedLength", "length": 1},
    "FixedLength 2": {"type": "FixedLength", "length": 2},
    "Split": {"type": "Split", "pattern": {"Regex": r"\p{L}+"}, "behavior": "Isolated"}
    | {"invert": False},
    **{
        f"Punctuation {behavior}": {"type": "Punctuation", "behavior": behavior}
        for behavior in BEHAVIORS
    },
    **{
        f"Metaspace {scheme}{'' if split else ' whole'}": {"type": "Metaspace"}
        | {"replacement": "▁", "prepend_scheme": scheme, "split": split}
        for scheme in ("always", "first", "never")
        for split in (True, False)
    },
    "Metaspace -": {"type": "Metaspace", "replacement": "-", "add_prefix_space": True},
}
"""Every pre-tokenizer, with the options that make a difference in a sequence."""


@pytest.fixture(scope="session")
def specs() -> dict[str, Spec]:
    return SPECS


@pytest.fixture(scope="session")
def agree_on() -> Callable[[Spec, Iterable[str]], None]:
    """Asserts that the pieces and their ranges are the library's."""

    def compare(spec: Spec, texts: Iterable[str]) -> None:
        for text in texts:
            expected = there(spec, text)
            assert expected is not None
            assert here(spec, text) == expected, (spec, ascii(text))

    return compare


@pytest.fixture(scope="session")
def agree_on_telling_texts(agree_on: Callable[[Spec, Iterable[str]], None]) -> Callable[..., None]:
    """The same, on random texts."""
    return lambda spec, count: agree_on(spec, telling_texts(json.dumps(spec), count))


@pytest.fixture(scope="session")
def agree_on_code_points(
    agree_on: Callable[[Spec, Iterable[str]], None],
) -> Callable[[Spec], None]:
    """The same, on code points alone, behind a letter, doubled: many in one text.

    Of ideographs, syllables and unassigned ones in bulk one in 61; on all:
    `evaluation.sweeps.unicode`.
    """

    def compare(spec: Spec) -> None:
        texts = [f"a{char}" for char in SOME[::4]], [f"я{char}{char}." for char in SOME[2::4]]
        agree_on(spec, map("".join, (SOME, *texts)))

    return compare
