"""Asks the installed `xllamacpp`, which is llama.cpp, about every code point.

Part of `make_llama_cpp_tables`: the functions of llama.cpp's src/unicode.cpp are exported, with C++
names, by the one shared object of the wheel. Not the C API: that is the oracle's.
"""

import ctypes
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tokparity.reference_impl.unicode.ranges import LAST, Ranges, to_ranges

CLASSES = {
    "undefined": 0x0001,
    "number": 0x0002,
    "letter": 0x0004,
    "separator": 0x0008,
    "mark": 0x0010,
    "punctuation": 0x0020,
    "symbol": 0x0040,
    "control": 0x0080,
    "whitespace": 0x0100,
}
"""The bits of `unicode_cpt_flags` (src/unicode.h) that a tokenizer looks at."""


class _Vector(ctypes.Structure):
    """`std::vector<uint32_t>`: begin, end, end of storage."""

    _fields_ = (("begin", ctypes.c_void_p), ("end", ctypes.c_void_p), ("full", ctypes.c_void_p))


@cache
def shared_object() -> Any:
    """The wheel's shared object. It is opened without running the package."""
    spec = find_spec("xllamacpp")
    assert spec is not None
    assert spec.origin is not None
    return ctypes.CDLL(str(next(Path(spec.origin).parent.glob("xllamacpp*.so"))))


def flags() -> list[int]:
    """`unicode_cpt_flags_from_cpt` of each code point, surrogates among them."""
    ask = shared_object()._Z26unicode_cpt_flags_from_cptj
    ask.argtypes, ask.restype = (ctypes.c_uint32,), ctypes.c_uint16
    return [ask(point) for point in range(LAST + 1)]


def classes() -> dict[str, Ranges]:
    """Name -> members, for each of CLASSES, and what `unicode_cpt_is_han` takes for Han."""
    flags_by_point = flags()
    members = {
        name: to_ranges(
            point for point, point_flags in enumerate(flags_by_point) if point_flags & bit
        )
        for name, bit in CLASSES.items()
    }
    is_han = shared_object()._Z18unicode_cpt_is_hanj
    is_han.argtypes, is_han.restype = (ctypes.c_uint32,), ctypes.c_bool
    return {**members, "han": to_ranges(filter(is_han, range(LAST + 1)))}


def lower_case() -> dict[int, int]:
    """`unicode_tolower` of the code points that it changes."""
    lower = shared_object()._Z15unicode_tolowerj
    lower.argtypes, lower.restype = (ctypes.c_uint32,), ctypes.c_uint32
    answers = ((point, lower(point)) for point in range(LAST + 1))
    return {point: low for point, low in answers if low != point}


def nfd(points: list[int]) -> list[int]:
    """`unicode_cpts_normalize_nfd`: as many code points as it is given, each by itself."""
    normalize = shared_object()._Z26unicode_cpts_normalize_nfdRKSt6vectorIjSaIjEE
    normalize.argtypes = (ctypes.POINTER(_Vector), ctypes.POINTER(_Vector))
    normalize.restype = None
    array = (ctypes.c_uint32 * len(points))(*points)
    begin = ctypes.addressof(array)
    end = begin + ctypes.sizeof(array)
    decomposed = _Vector()
    normalize(ctypes.byref(decomposed), ctypes.byref(_Vector(begin, end, end)))
    count = ((decomposed.end or 0) - (decomposed.begin or 0)) // 4
    return list((ctypes.c_uint32 * count).from_address(decomposed.begin or 0)) if count else []


def first_parts() -> dict[int, int]:
    """What `nfd` makes of the code points that it changes."""
    points = list(range(LAST + 1))
    return {point: part for point, part in zip(points, nfd(points), strict=True) if part != point}
