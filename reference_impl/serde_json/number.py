"""Decimal numbers as the library's JSON reader rounds them, not as they should be rounded.

`tokenizers` is built without serde_json's `float_roundtrip`: a fraction is read as a whole
number of up to 64 bits and *one* division by a power of ten, so that about one score of ten is
off by a last bit. Sums of scores tie, or stop to tie, by that bit.
"""

import re

_NUMBER = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")
_MOST_POWER = 308
_ALWAYS_FIT = 19


def serde_float(written: str) -> float:
    """What serde_json 1.0 makes of a JSON number (src/de.rs, `f64_from_parts`).

    >>> serde_float("-11.470399292231715"), float("-11.470399292231715")
    (-11.470399292231717, -11.470399292231715)

    ValueError: no JSON number, or beyond what 64 bits of floating point hold.
    """
    parts = _NUMBER.fullmatch(written)
    if parts is None:
        raise ValueError(f"{written!r} is not a number")
    sign, whole, fraction, exponent = parts.groups(default="")
    significand, kept = _significand(whole + fraction)
    power = int(exponent or 0) + len(whole) - kept
    value = float(significand)
    while value and abs(power) > _MOST_POWER:
        if power > 0:
            raise ValueError(f"{written} is out of range")
        value /= 1e308
        power += _MOST_POWER
    if value and power >= 0:
        value *= float(f"1e{power}")
    elif value:
        value /= float(f"1e{-power}")
    if value == float("inf"):
        raise ValueError(f"{written} is out of range")
    return -value if sign else value


def _significand(digits: str) -> tuple[int, int]:
    """The number that the first digits make, and how many do: the rest finds no room."""
    if len(digits) <= _ALWAYS_FIT:
        return int(digits), len(digits)
    value = 0
    for at, digit in enumerate(digits):
        grown = value * 10 + int(digit)
        if grown >= 1 << 64:
            return value, at
        value = grown
    return value, len(digits)
