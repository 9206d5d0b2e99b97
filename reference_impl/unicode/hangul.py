"""Hangul syllables, which Unicode composes by arithmetic instead of by table.

Unicode Standard, section 3.12; unicode-normalization-alignments normalize.rs.
"""

LEADS = "".join(map(chr, range(0x1100, 0x1113)))
VOWELS = "".join(map(chr, range(0x1161, 0x1176)))
FINALS = "".join(map(chr, range(0x11A8, 0x11C3)))
SYLLABLES = "".join(map(chr, range(0xAC00, 0xD7A4)))

_TAILS = ("", *FINALS)
_PARTS = [lead + vowel + tail for lead in LEADS for vowel in VOWELS for tail in _TAILS]


def hangul_parts(char: str) -> str:
    """The jamo of a syllable; any other character as it is.

    >>> [hex(ord(part)) for part in hangul_parts("각")]
    ['0x1100', '0x1161', '0x11a8']
    """
    return _PARTS[ord(char) - 0xAC00] if "\uac00" <= char <= "\ud7a3" else char


def compose_hangul(first: str, second: str) -> str | None:
    """A lead and a vowel, or an open syllable and a final, as one syllable; None: neither."""
    if "\u1100" <= first <= "\u1112" and "\u1161" <= second <= "\u1175":
        index = (ord(first) - 0x1100) * len(VOWELS) + ord(second) - 0x1161
        return chr(0xAC00 + index * len(_TAILS))
    if "\uac00" <= first <= "\ud7a3" and "\u11a8" <= second <= "\u11c2":
        at = ord(first) - 0xAC00
        return chr(ord(first) + ord(second) - 0x11A7) if at % len(_TAILS) == 0 else None
    return None
