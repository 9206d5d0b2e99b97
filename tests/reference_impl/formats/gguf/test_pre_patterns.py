"""The patterns are those in llama.cpp, to the byte."""

from pathlib import Path

import pytest

from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tools.unicode_tables.ask_llama_cpp import shared_object

PATTERNS = sorted({pattern for pre in PRE_NAMES.values() for pattern in pre.patterns})
SHORT = 8
"""The compiler may put so few bytes into instructions; of these the sweep speaks alone."""


@pytest.fixture(scope="module")
def content():
    return Path(shared_object()._name).read_bytes()


@pytest.mark.parametrize("pattern", [one for one in PATTERNS if len(one) >= SHORT])
def test_the_library_has_the_pattern(content, pattern):
    assert b"\0" + pattern.encode() + b"\0" in content


def test_most_patterns_are_long():
    assert sum(len(one) < SHORT for one in PATTERNS) < len(PATTERNS) / 4
