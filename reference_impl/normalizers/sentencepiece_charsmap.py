"""`SentencepieceCharsmap`: the rewrite rules of a .model file, as sentencepiece reads them.

Little-endian: the size of a double-array trie in bytes, the trie, and the replacements, each
ended by NUL. Not `charsmap`, the way in which `tokenizers` reads the same bytes: that takes the
shortest rule of a cluster, this the longest at each place.
"""

from array import array
from dataclasses import dataclass
from struct import unpack

from tokparity.reference_impl.errors import TokparityError

_LEAF = 0x80000000
_LABEL = _LEAF | 0xFF
_HAS_LEAF = 0x100
_MOST = 32


class BadSentencepieceCharsmap(TokparityError):
    """Not a charsmap: the library does not load the file either."""


class CutsCharacter(TokparityError):
    """A rule that ends inside a character. What it leaves of it is bytes that are no UTF-8."""


class NotUtf8(TokparityError):
    """A replacement that is no UTF-8. The library loads such a file, and its models then see
    what is no text; nothing trained by it has such rules."""


@dataclass(frozen=True, slots=True)
class SentencepieceCharsmap:
    """The units of the trie, and the UTF-8 of the replacements.

    Source: sentencepiece 0.2.3 normalizer.cc `DecodePrecompiledCharsMap`, `NormalizePrefix`,
    and its third_party/darts_clone/darts.h `validate`, `commonPrefixSearch`.
    """

    units: "array[int]"
    replacements: bytes

    @classmethod
    def of(cls, data: bytes) -> "SentencepieceCharsmap":
        """Read and check the field of the file. Raises BadCharsmap, NotUtf8."""
        if len(data) <= 4:
            raise BadSentencepieceCharsmap("has no trie")
        (size,) = unpack("<I", data[:4])
        if size >= len(data) - 4:
            raise BadSentencepieceCharsmap(f"ends inside the trie, of {size} bytes")
        if size < 1024 or size % 1024:
            raise BadSentencepieceCharsmap(f"the trie has {size} bytes, not a multiple of 1024")
        replacements = data[4 + size :]
        if replacements[-1]:
            raise BadSentencepieceCharsmap("the last replacement has no end")
        units = array("I", unpack(f"<{size // 4}I", data[4 : 4 + size]))
        _check(units, len(replacements))
        _check_text(units, replacements)
        return cls(units, replacements)

    def longest(self, text: str, start: int) -> tuple[int, str] | None:
        """(end, replacement) of the longest rule that the text has at `start`.

        Of more than 32 the longest of the 32 shortest. Raises CutsCharacter.
        """
        units = self.units
        at = _offset(units[0])
        rule, rules = None, 0
        for end in range(start, len(text)):
            data = text[end].encode("utf-8", "surrogateescape")
            for number, byte in enumerate(data, 1):
                at ^= byte
                unit = units[at]
                if unit & _LABEL != byte:
                    return self._found(rule)
                at ^= _offset(unit)
                if unit & _HAS_LEAF and rules < _MOST:
                    whole = number == len(data)
                    rule, rules = (end + 1, units[at] & ~_LEAF, whole), rules + 1
        return self._found(rule)

    def leads_on(self, char: str) -> bool:
        """Whether any rule begins with this character, or with a part of it."""
        units = self.units
        at = _offset(units[0])
        for byte in char.encode("utf-8", "surrogateescape"):
            at ^= byte
            unit = units[at]
            if unit & _LABEL != byte:
                return False
            at ^= _offset(unit)
            if unit & _HAS_LEAF:
                return True
        return True

    def _found(self, rule: tuple[int, int, bool] | None) -> tuple[int, str] | None:
        if rule is None:
            return None
        end, value, whole = rule
        if not whole:
            raise CutsCharacter("a rule of the charsmap ends inside a character")
        data = self.replacements[value : self.replacements.index(b"\0", value)]
        return end, data.decode("utf-8")


def _check(units: "array[int]", values: int) -> None:
    size = len(units)
    root = units[0]
    if root & (_LABEL | _HAS_LEAF) or not _offset(root) or _offset(root) | 0xFF >= size:
        raise BadSentencepieceCharsmap("the trie has no root")
    for at in range(1, size):
        unit = units[at]
        if unit & _LEAF:
            if unit & ~_LEAF >= values:
                raise BadSentencepieceCharsmap(
                    f"unit {at} of the trie is a replacement behind the end"
                )
            continue
        child = at ^ _offset(unit)
        if child | 0xFF >= size:
            raise BadSentencepieceCharsmap(f"unit {at} of the trie leads outside")
        if unit & _HAS_LEAF and not units[child] & _LEAF:
            raise BadSentencepieceCharsmap(f"unit {at} of the trie has no replacement")


def _check_text(units: "array[int]", replacements: bytes) -> None:
    try:
        replacements.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotUtf8(f"the replacements are not UTF-8 at byte {error.start}") from None
    for at, unit in enumerate(units):
        if unit & _LEAF and replacements[unit & ~_LEAF] & 0xC0 == 0x80:
            raise NotUtf8(f"unit {at} of the trie is a replacement that begins in a character")


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)
