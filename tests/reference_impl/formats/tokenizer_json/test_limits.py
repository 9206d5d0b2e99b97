import json

import pytest

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.text.growth import TooLarge

TRUNCATION = {"direction": "Left", "max_length": 3, "strategy": "OnlyFirst", "stride": 1}
PADDING = {
    "strategy": {"Fixed": 5},
    "direction": "Left",
    "pad_to_multiple_of": 4,
    "pad_id": 1,
    "pad_type_id": 2,
    "pad_token": "#",
}


def without(section, field):
    return {key: value for key, value in section.items() if key != field}


@pytest.mark.parametrize(
    ("section", "value"),
    [
        ("truncation", None),
        ("truncation", TRUNCATION),
        ("truncation", without(TRUNCATION, "direction")),
        ("truncation", TRUNCATION | {"max_length": (1 << 64) - 1}),
        ("padding", None),
        ("padding", PADDING),
        ("padding", without(PADDING, "pad_to_multiple_of")),
        ("padding", PADDING | {"pad_to_multiple_of": None, "strategy": "BatchLongest"}),
        ("padding", PADDING | {"pad_to_multiple_of": 0}),
    ],
    ids=str,
)
def test_limits_are_read_as_the_library_reads_them(agree_fully, byte_level, section, value):
    byte_level[section] = value
    assert agree_fully(byte_level, [("", None), ("a b c d", None), ("hello world", "a")]) == 0


@pytest.mark.parametrize(
    ("section", "value", "field"),
    [
        *(("truncation", without(TRUNCATION, field), field) for field in TRUNCATION
          if field != "direction"),
        *(("padding", without(PADDING, field), field) for field in PADDING
          if field != "pad_to_multiple_of"),
        ("truncation", [], ""),
        ("truncation", TRUNCATION | {"strategy": "longest_first"}, "strategy"),
        ("truncation", TRUNCATION | {"direction": None}, "direction"),
        ("truncation", TRUNCATION | {"max_length": -1}, "max_length"),
        ("truncation", TRUNCATION | {"max_length": 3.0}, "max_length"),
        ("truncation", TRUNCATION | {"max_length": 1 << 64}, "max_length"),
        ("padding", PADDING | {"strategy": "Fixed"}, "strategy"),
        ("padding", PADDING | {"strategy": {"Fixed": -1}}, "strategy.Fixed"),
        ("padding", PADDING | {"strategy": {"Fixed": 2, "x": 1}}, "strategy"),
        ("padding", PADDING | {"direction": "left"}, "direction"),
        ("padding", PADDING | {"pad_token": None}, "pad_token"),
    ],
    ids=lambda value: value if isinstance(value, str) else json.dumps(value)[:60],
)  # fmt: skip
def test_what_the_library_refuses_is_refused_by_name(
    library_loads, reference, byte_level, section, value, field
):
    byte_level[section] = value
    assert not library_loads(byte_level)
    with pytest.raises(BadArtefact) as caught:
        reference(byte_level)
    assert type(caught.value) is BadArtefact
    assert caught.value.field == f"{section}.{field}".rstrip(".")


@pytest.mark.parametrize(
    "value", [{"strategy": {"Fixed": 1 << 40}}, {"pad_to_multiple_of": 1 << 40}], ids=str
)
def test_padding_that_would_fill_the_memory_is_the_refusal_of_a_text(
    library_loads, reference, byte_level, value
):
    byte_level["padding"] = PADDING | value
    assert library_loads(byte_level)
    with pytest.raises(TooLarge):
        reference(byte_level).encode("a")
