from dataclasses import dataclass
from typing import Any

import pytest

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Natural
from tokparity.reference_impl.strict_json.classes import (
    Stored,
    declare,
    declare_stored,
    declare_union,
)
from tokparity.reference_impl.strict_json.values import BadField


@dataclass(frozen=True, slots=True)
class Plain:
    a: int
    b: str = "b"


@dataclass(frozen=True, slots=True)
class Formed:
    """Each way in which a form may differ from its class."""

    count: int
    plain: Plain
    note: str = ""
    cache: bytes = b""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    left: str
    right: int | None


@dataclass(frozen=True, slots=True)
class Celsius:
    degrees: float


declare(
    Formed,
    names={"count": "n"},
    optional=["note"],
    omitted=["cache"],
    derived={"double": lambda formed: 2 * formed.count},
    stored={"number": Stored(str, str, int)},
    flat={"plain": Plain},
)
declare(Row, row=True)
declare_stored(Celsius, Stored(Plain, lambda c: Plain(int(c.degrees)), lambda p: Celsius(p.a)))


def test_every_field_is_there_and_no_other() -> None:
    assert read(Plain, {"a": 1, "b": "x"}) == Plain(1, "x")
    assert write(Plain(1)) == {"a": 1, "b": "b"}


@pytest.mark.parametrize(
    ("data", "field", "reason"),
    [
        ([1], "", "[1] is not an object"),
        ({"b": "x"}, "a", "is missing"),
        ({"a": 1}, "b", "is missing"),  # though the class has a default
        ({"a": 1, "b": "x", "c\n": 0}, "c\\n", "is not a known field"),
        ({"a": True, "b": "x"}, "a", "True is not an integer"),
    ],
)
def test_a_wrong_field_is_named(data: Any, field: str, reason: str) -> None:
    with pytest.raises(BadField) as caught:
        read(Plain, data)
    assert (caught.value.field, caught.value.reason) == (field, reason)


WRITTEN = {"double": 6, "n": 3, "a": 1, "b": "x", "number": "7"}


def test_a_declared_form() -> None:
    made = Formed(3, Plain(1, "x"), cache=b"c", number=7)
    assert write(made) == WRITTEN
    assert list(write(made)) == ["double", "n", "a", "b", "number"]
    assert read(Formed, WRITTEN) == Formed(3, Plain(1, "x"), number=7)
    assert read(Formed, WRITTEN | {"note": "n"}).note == "n"


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"double": 7}, "double", "7 is not 6"),
        ({"double": 6.0}, "double", "6.0 is not 6"),
        ({"n": "3"}, "n", "'3' is not an integer"),
        ({"count": 3}, "count", "is not a known field"),
        ({"cache": ""}, "cache", "is not a known field"),
        ({"plain": {}}, "plain", "is not a known field"),
        ({"a": "1"}, "a", "'1' is not an integer"),
        ({"number": 7}, "number", "7 is not a string"),
    ],
)
def test_a_declared_form_is_as_strict(changes: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(BadField) as caught:
        read(Formed, WRITTEN | changes, "rows[2]")
    assert (caught.value.field, caught.value.reason) == (f"rows[2].{field}", reason)


@pytest.mark.parametrize("name", ["double", "n", "a", "b", "number"])
def test_a_declared_form_lacks_nothing(name: str) -> None:
    with pytest.raises(BadField) as caught:
        read(Formed, {one: value for one, value in WRITTEN.items() if one != name})
    assert (caught.value.field, caught.value.reason) == (name, "is missing")


def test_a_row_is_an_array_of_its_fields() -> None:
    assert write(Row("a", None)) == ["a", None]
    assert read(Row, ["a", None]) == Row("a", None)
    with pytest.raises(BadField, match=r"^x\[1\]: 'b' is not an integer"):
        read(Row, ["a", "b"], "x")
    with pytest.raises(BadField, match="is not an array of 2"):
        read(Row, ["a"], "x")


def test_a_class_stored_as_another() -> None:
    assert write(Celsius(3)) == {"a": 3, "b": "b"}
    assert read(Celsius, {"a": 3, "b": "b"}) == Celsius(3)


@dataclass(frozen=True, slots=True)
class Circle:
    radius: int


@dataclass(frozen=True, slots=True)
class Square:
    side: int


Figure = Circle | Square
declare_union(Figure, lambda data: Square if "square" in data else Circle, tags={Square: "square"})


@pytest.mark.parametrize(
    ("figure", "data"), [(Circle(1), {"radius": 1}), (Square(2), {"square": {"side": 2}})]
)
def test_a_union_is_told_apart_by_its_object(figure: Figure, data: dict[str, Any]) -> None:
    assert write(figure, Figure) == data
    assert read(Figure, data) == figure


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"^x: \[\] is not an object"),
        ({}, r"^x.radius: is missing"),
        ({"square": {}}, r"^x.square.side: is missing"),
        ({"square": {"side": 1}, "more": 1}, r"^x.more: is not a known field"),
    ],
)
def test_what_is_of_no_class_of_a_union_is_named(data: Any, message: str) -> None:
    with pytest.raises(BadField, match=message):
        read(Figure, data, "x")


@dataclass(frozen=True, slots=True)
class Nested:
    """Its types are written as text, as a class that holds itself must."""

    start: "Natural"
    inner: "tuple[Nested, ...]"


def test_a_class_that_holds_itself() -> None:
    made = Nested(0, (Nested(1, ()),))
    assert read(Nested, write(made)) == made
    with pytest.raises(BadField, match=r"^inner\[0\]\.start: -1 is negative"):
        read(Nested, {"start": 0, "inner": [{"start": -1, "inner": []}]})


@pytest.mark.parametrize("where", [{"omitted": ["c"]}, {"optional": ["c"]}, {"names": {"c": "d"}}])
def test_a_declaration_names_fields_alone(where):
    with pytest.raises(TypeError, match=r"^Plain has no field 'c'$"):
        declare(Plain, **where)
