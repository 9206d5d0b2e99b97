"""Bytes that are no UTF-8, as llama.cpp reads them: asked of llama.cpp's own function."""

import ctypes
import random

import pytest

from tokparity.reference_impl.pre_tokenizers.llama_cpp_bytes import BeyondUnicode, read
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import from_bytes
from tools.unicode_tables.ask_llama_cpp import _Vector, shared_object


def code_points(data):
    """`unicode_cpts_from_utf8` of a std::string: length, capacity, references, characters."""
    ask = shared_object()._Z22unicode_cpts_from_utf8RKSs
    ask.restype, ask.argtypes = None, (ctypes.c_void_p, ctypes.c_void_p)
    header = len(data).to_bytes(8, "little") * 2 + (-1).to_bytes(8, "little", signed=True)
    held = ctypes.create_string_buffer(header + data)
    string = ctypes.c_void_p(ctypes.addressof(held) + len(header))
    made = _Vector()
    ask(ctypes.byref(made), ctypes.byref(string))
    count = ((made.end or 0) - (made.begin or 0)) // 4
    return list((ctypes.c_uint32 * count).from_address(made.begin)) if count else []


LEADS = [0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xF8, 0xFF]
RANDOM = random.Random("bytes")
STRINGS = [bytes(RANDOM.choices([*LEADS, *LEADS, 0x90, 0xA0], k=7)) for _ in range(4000)]


def test_random_bytes():
    refused = 0
    for data in STRINGS:
        theirs = code_points(data)
        try:
            ours = list(map(ord, read(Aligned.of(from_bytes(data))).text))
        except BeyondUnicode:
            assert max(theirs) > 0x10FFFF
            refused += 1
            continue
        assert ours == theirs, data
    assert 4 < refused < 400


@pytest.mark.parametrize("data", [b"\xf4\x90\x80\x80", b"\xf7\xbf\xbf\xbf"])
def test_above_the_last_code_point(data):
    assert max(code_points(data)) > 0x10FFFF
    with pytest.raises(BeyondUnicode, match="character 1 "):
        read(Aligned.of("a" + from_bytes(data)))


def test_valid_text_is_left_alone():
    text = Aligned.of("é\U0001f600")
    assert read(text) is text
