"""A `precompiled_charsmap`: sentencepiece's rewrite rules, as `tokenizers` reads them.

Little-endian: the size of a double-array trie in bytes, the trie, and the replacements,
each ended by NUL. Source: crate spm_precompiled 0.1 src/lib.rs, which tokenizers 0.23.3
uses. Not sentencepiece's own reading: that takes the longest rule, this the shortest.
"""

import binascii
import re
from dataclasses import dataclass
from struct import pack, unpack

from tokparity.reference_impl.errors import TokparityError

_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")


class BadCharsmap(TokparityError):
    """Not a charsmap. It may be empty in sentencepiece, but not in tokenizer.json."""


class BrokenCharsmap(TokparityError):
    """A charsmap with a rule that leads nowhere: the library panics where it is applied."""


@dataclass(frozen=True, slots=True)
class Charsmap:
    """The units of the trie, and the UTF-8 of the replacements."""

    units: tuple[int, ...]
    replacements: bytes

    @classmethod
    def of(cls, encoded: str) -> "Charsmap":
        """Read base64. Raises BadCharsmap.

        >>> Charsmap.of("AAAAAA==").units
        ()
        """
        data = _decoded(encoded)
        if len(data) < 4:
            raise BadCharsmap("has no size of a trie")
        length = int.from_bytes(data[:4], "little") // 4 * 4
        if len(data) < 4 + length:
            raise BadCharsmap(f"ends inside the trie, of {length} bytes")
        replacements = data[4 + length :]
        try:
            replacements.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadCharsmap(f"the replacements are not UTF-8 at byte {error.start}") from None
        return cls(unpack(f"<{length // 4}I", data[4 : 4 + length]), replacements)

    def packed(self) -> bytes:
        """The bytes that it was read from, any remainder of a unit behind the trie left out.

        >>> Charsmap((1, 2), b"a").packed().hex()
        '08000000010000000200000061'
        """
        trie = pack(f"<{len(self.units)}I", *self.units)
        return pack("<I", len(trie)) + trie + self.replacements

    def replacement(self, text: str) -> str | None:
        """What the *shortest* rule that `text` begins with puts in its place; None: no rule.

        Raises BrokenCharsmap.
        """
        at = self._first_leaf(text.encode())
        if at is None:
            return None
        if at > len(self.replacements):
            raise BrokenCharsmap(f"the replacement of {text!r} is behind the end")
        end = self.replacements.find(b"\0", at)
        try:
            return self.replacements[at : end if end >= 0 else None].decode("utf-8")
        except UnicodeDecodeError:
            raise BrokenCharsmap(f"the replacement of {text!r} begins in a character") from None

    def _first_leaf(self, key: bytes) -> int | None:
        """Longer rules are looked for all the same: one that leads nowhere is a panic."""
        first = None
        at = _offset(self._unit(0))
        for byte in key:
            if byte == 0:
                break
            at ^= byte
            unit = self._unit(at)
            if unit & 0x800000FF != byte:
                break
            at ^= _offset(unit)
            if unit >> 8 & 1:
                value = self._unit(at) & 0x7FFFFFFF
                first = value if first is None else first
        return first

    def _unit(self, at: int) -> int:
        if at >= len(self.units):
            raise BrokenCharsmap(f"the trie leads to unit {at}, and has {len(self.units)}")
        return self.units[at]


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)


def _decoded(encoded: str) -> bytes:
    """Padding may be missing; the bits left over may not be set."""
    if not _BASE64.fullmatch(encoded):
        raise BadCharsmap("is not base64")
    bare = encoded.rstrip("=")
    padded = bare + "=" * (-len(bare) % 4)
    if len(encoded) > len(padded):
        raise BadCharsmap("is not base64: too much padding")
    try:
        data = binascii.a2b_base64(padded, strict_mode=True)
    except binascii.Error as error:
        raise BadCharsmap(f"is not base64: {error}") from None
    if binascii.b2a_base64(data, newline=False).decode() != padded:
        raise BadCharsmap("is not base64: bits are left over")
    return data
