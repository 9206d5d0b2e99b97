"""Classes of fancy-regex's dialect, asked of the regex inside tiktoken."""

import pytest

from evaluation.tables.dialects import CLASSES, POSIX, library_pieces, our_pieces

TEXTS = ("aB-\u00e9\u4e2d9_]", "K\u212aks\u017f \t\n\u3000", "\u0430b\u03b1\U0001f600&[")


@pytest.mark.parametrize(
    "pattern",
    [
        *CLASSES,
        *(f"[[:{name}:]]+" for name in POSIX),
        *(f"[[:^{name}:]a]+" for name in POSIX[:4]),
        "(?i)[[:lower:]]+",
        "(?i)[[:^lower:]]+",
        r"[\p{Han}\p{Latin}]+|.",
        r"[^\p{Han}&&\P{Latin}]+|.",
        "[[:alpha]]",
        r"(?i)[\x{212A}]",
    ],
)
def test_each_class_has_the_characters_that_the_library_finds(pattern):
    for text in TEXTS:
        assert our_pieces(pattern, text) == library_pieces(pattern, text, TEXTS), text
