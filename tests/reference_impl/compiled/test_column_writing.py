from array import array

import pytest

from tokparity.reference_impl.compiled.column_writing import LARGE, Pool, kind_of, table_sections
from tokparity.reference_impl.models.lookup.trie import Trie

TEXTS = [f"{number:04}" for number in range(LARGE)]
NUMBERS = [*range(LARGE)]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (dict(zip(TEXTS, NUMBERS, strict=True)), "of texts"),
        (dict(zip(NUMBERS, TEXTS, strict=True)), "by number"),
        (dict(zip(NUMBERS, map(str.encode, TEXTS), strict=True)), "bytes by number"),
        (dict(zip(NUMBERS, NUMBERS, strict=True)), "of numbers"),
        (dict(zip(NUMBERS, reversed(NUMBERS), strict=True)), None),
        (dict(zip(reversed(NUMBERS), TEXTS, strict=True)), None),
        (dict(zip([at * 9 for at in NUMBERS], TEXTS, strict=True)), None),
        (dict.fromkeys(TEXTS, (1, 2)), "many of texts"),
        (dict.fromkeys(TEXTS), None),
        (dict.fromkeys(TEXTS, True), None),
        (dict.fromkeys(TEXTS, 1 << 63), None),
        (TEXTS, "texts"),
        ((*NUMBERS,), "numbers"),
        ([1.5] * LARGE, "numbers"),
        ([1.5, *NUMBERS], None),
        ([*TEXTS, 5], None),
        ([1 << 63] * LARGE, None),
        ([(text, 1.5) for text in TEXTS], "scored"),
        ([(text, 1) for text in TEXTS], None),
        ([b"a"] * LARGE, "bytes"),
        (frozenset(TEXTS), "set"),
        (frozenset(NUMBERS), None),
        (b"a" * LARGE, "data"),
        (array("I", NUMBERS), "numbers"),
        (array("b", [1] * LARGE), None),
        (Trie({"a": 1}), "trie"),
        (TEXTS[1:], None),
        ("a" * LARGE, None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_the_kind_of_a_table(value, kind):
    assert kind_of(value) == kind


def test_what_is_numbered_in_order_takes_no_room():
    said, sections = table_sections("0", TEXTS, Pool(), lambda _: 0)
    assert (said.columns, sections) == ([(None, LARGE)], {})


def test_numbers_take_the_fewest_bytes():
    codes = {1.5: "f", 1e300: "d", 0.1: "d", 1: "i", -(1 << 31): "i", 1 << 31: "q"}
    for number, code in codes.items():
        said, _ = table_sections("0", [number] * LARGE, Pool(), lambda _: 0)
        assert said.columns == [(code, LARGE)]
