"""`PlainCharacters`: where a normalizer may change a text, from what its characters are.

Not what it makes of one (`normalized_words`). A text is left alone in which no place is marked.

Proof. A replaced string, and a character that is replaced by itself, are told by their characters;
and so are those that a normal form may change, or may change what is beside them. NFC leaves alone
also marks that are no second of a pair that composes, and have no parts themselves, where each has
no lower class than a mark before it: in the decomposed text, such a mark stands among those of the
character before it, but before none of the same class. It blocks nothing, and that character is
composed again; what follows of it is in the order that it was.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from tokparity.reference_impl.batch.code_table import CODES, Codes, CodeTable
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.word_bytes import Flags
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer, each_of
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.regexes.nodes import Class
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.lower_case import lower_case
from tokparity.reference_impl.unicode.normalization import form, mapping, tables

_MARK, _CHANGES = 1, 200
"""A mark of the lowest class, those of the others behind it; and a character that may be changed,
or may change what is beside it. Others are 0."""
Judge = Callable[[str], Iterable[int]]


@dataclass(frozen=True)
class PlainCharacters:
    """`kinds` tells what each character is."""

    kinds: CodeTable

    @classmethod
    def of(cls, normalizer: Normalizer | None) -> "PlainCharacters | None":
        """None where characters alone do not tell.

        >>> import numpy as np
        >>> plain = PlainCharacters.of(Lowercase())
        >>> plain.changes(np.array([ord(char) for char in "aBc"], np.uint32)).tolist()
        [False, True, False]
        """
        every = [*each_of(normalizer)]
        if every == [NFC()]:
            return _of_nfc()
        judges = [_judge(each) for each in every]
        known = [judge for judge in judges if judge is not None]
        if len(known) < len(judges):
            return None
        return cls(CodeTable(lambda chars: _highest(chars, known)))

    @classmethod
    def of_nfc(cls) -> "PlainCharacters":
        """Of NFC, all of Unicode at once."""
        return _of_nfc()

    def places(self, codes: Codes) -> Ints:
        """As `changes`, where there are few such places; which these are."""
        kinds = self.kinds.of(codes)
        at = places_of(kinds)
        mine, last = kinds[at], kinds[at - 1]  # before the first, at worst a place too many
        odd: Ints = at[(mine == _CHANGES) | (last > mine)]
        return odd

    def changes(self, codes: Codes) -> Flags:
        """The places at which a text may be changed."""
        kinds = self.kinds.of(codes)
        marked: Flags = kinds == _CHANGES
        marked[1:] |= (kinds[1:] >= _MARK) & (kinds[:-1] > kinds[1:])
        return marked


@cache
def _of_nfc() -> PlainCharacters:
    kinds, marked = np.zeros(CODES, np.uint8), _kinds_of_nfc()
    kinds[np.fromiter(map(ord, marked), np.int64, len(marked))] = [*marked.values()]
    return PlainCharacters(CodeTable.of_all(kinds))


def _highest(chars: str, judges: Iterable[Judge]) -> list[int]:
    found = [0] * len(chars)
    for judge in judges:
        found = [*map(max, found, judge(chars))]
    return found


def _judge(normalizer: Normalizer) -> Judge | None:
    match normalizer:
        case NFC():
            return _by(_kinds_of_nfc())
        case NFD():
            return _by(_unsafe("canonical", composes=False))
        case NFKC():
            return _by(_unsafe("compatibility", composes=True))
        case NFKD():
            return _by(_unsafe("compatibility", composes=False))
        case Lowercase():
            return _by(dict.fromkeys(lower_case(), _CHANGES))
        case StripAccents():
            return _by(dict.fromkeys(characters("combining_mark"), _CHANGES))
        case ReplaceNormalizer(Literal(sought), _):
            return _by(dict.fromkeys(sought, _CHANGES))
        case ReplaceNormalizer(Regex(source) as sought, new) if isinstance(parse(source), Class):
            return lambda chars: _replaced(sought, new, chars)
    return None


def _by(kinds: dict[str, int]) -> Judge:
    return lambda chars: [kinds.get(char, 0) for char in chars]


def _replaced(sought: Regex, new: str, chars: str) -> Sequence[int]:
    found = [0] * len(chars)
    for at, _ in sought.spans(chars):
        found[at] = _CHANGES * (chars[at] != new)
    return found


@cache
def _unsafe(name: str, *, composes: bool) -> dict[str, int]:
    ranges = form(name, composes=composes).unsafe
    return {chr(code): _CHANGES for first, last in ranges for code in range(first, last + 1)}


@cache
def _kinds_of_nfc() -> dict[str, int]:
    kinds = dict(_unsafe("canonical", composes=True))
    others = {pair[1] for pair in mapping("composition")} | mapping("canonical").keys()
    for rank, marks in enumerate(tables()["marks"]):
        kinds |= {mark: _MARK + rank for mark in marks if mark not in others}
    return kinds
