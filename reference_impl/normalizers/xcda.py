"""`Xcda`: a `precompiled_charsmap` as llama.cpp reads it.

Little-endian: the size of a double-array trie in bytes, the trie, and the replacements, each ended
by NUL. Of the rules that a text begins with the *longest* counts, as in sentencepiece; tokenizers
takes the shortest (`charsmap`). Source: src/llama-vocab.cpp `llm_tokenizer_ugm_session::
normalize_prefix`, llama.cpp b11549.
"""

from dataclasses import dataclass
from struct import unpack_from

from tokparity.reference_impl.errors import TokparityError


class BrokenXcda(TokparityError):
    """A rule that leads out of the trie or of the replacements: the library ends its process."""


@dataclass(frozen=True, slots=True)
class Xcda:
    """The units of the trie, and the replacements."""

    units: tuple[int, ...] = ()
    replacements: bytes = b""

    @classmethod
    def of(cls, charsmap: bytes) -> "Xcda":
        """From the bytes of a file; none at all are no rules."""
        if not charsmap:
            return cls()
        size = int.from_bytes(charsmap[:4], "little")
        return cls(unpack_from(f"<{size // 4}I", charsmap, 4), charsmap[4 + size :])

    def begins(self, byte: int) -> bool:
        """Whether a rule may begin with a byte. Raises BrokenXcda."""
        return bool(self.units) and self._unit(_base(self._unit(0)) ^ byte) & 0x800000FF == byte

    def longest(self, text: bytes, start: int) -> tuple[int, bytes] | None:
        """The length of the longest rule that begins at `start`, and what replaces it.

        Raises BrokenXcda.
        """
        if not self.units:
            return None
        found: tuple[int, int] | None = None
        at = _base(self._unit(0))
        for end in range(start, len(text)):
            byte = text[end]
            if byte == 0:
                break
            at ^= byte
            unit = self._unit(at)
            if unit & 0x800000FF != byte:
                break
            at ^= _base(unit)
            if unit & 0x100:
                found = end + 1 - start, self._unit(at) & 0x7FFFFFFF
        if found is None:
            return None
        length, begin = found
        stop = self.replacements.find(b"\0", begin)
        if begin >= len(self.replacements) or stop < 0:
            raise BrokenXcda(f"a replacement at {begin} is not among the {len(self.replacements)}")
        return length, self.replacements[begin:stop]

    def _unit(self, at: int) -> int:
        if at >= len(self.units):
            raise BrokenXcda(f"the trie leads to unit {at}, and has {len(self.units)}")
        return self.units[at]


def _base(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)
