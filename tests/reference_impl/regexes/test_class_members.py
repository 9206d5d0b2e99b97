"""Classes in classes, asked of Oniguruma code point by code point."""

import pytest
from tokenizers import Regex, pre_tokenizers

from tokparity.reference_impl.regexes.class_members import Members, ranges_of
from tokparity.reference_impl.regexes.oniguruma import compile_pattern

CHARS = [chr(point) for point in [*range(0x600), 0x2028, 0x3042, 0x4E2D, 0xAC00, 0x1F600]]


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"[[^\Dé]]", r"[a[^\D\S]]", r"[^a[^\p{^No}\P{Lm}]]", r"[[^\x{0}-é]]", r"[^[^\x{0}-é]]"),
        *(r"[[^[\x{0}-中]]]", r"[[^\x{62}-\x{44f}[\x{0}-中]]]", r"[\w&&[^\D\W]]", r"[[^\Wé&&a-ü]]"),
        *(
            r"(?i)[[^\P{Lu}s]]",
            r"(?i)[^[^\W\P{Ll}]k]",
            r"[[^[^\D]\S]]",
            "[[^[:^alpha:][:^upper:]]]",
        ),
        *(r"[[^\P{Greek}\P{Lu}]&&[^\P{Lu}Α]]", r"(?W)[[^\W\D]]", r"[a[^[^\x{0}-é]]]"),
    ],
)
def test_members(pattern):
    split = pre_tokenizers.Split(Regex(pattern), "isolated")
    compiled = compile_pattern(pattern)
    for char in CHARS:
        text = f"\n{char}\n"
        found = any(span == (1, 2) for _, span in split.pre_tokenize_str(text))
        edges = {0, 3}.union(*compiled.spans(text))
        assert ({1, 2} <= edges) == found, hex(ord(char))


def test_a_range_that_touches_others_is_one_with_them():
    members = Members()
    for low, high in ((0x90, 0x95), (0x80, 0x85), (0x87, 0x8F)):
        members.add_range(low, high)
    assert members.ranges == [(0x80, 0x85), (0x87, 0x95)]
    members.add_range(0x86, 0x86)
    assert members.ranges == [(0x80, 0x85), (0x86, 0x95)]


def test_ranges_of_a_class():
    assert ranges_of(r"[\p{Han}]")[0] == (0x2E80, 0x2E99)
