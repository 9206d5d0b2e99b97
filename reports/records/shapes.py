"""Shapes of persisted JSON, as small checks that name the first field that is wrong.

A shape is a function of (value, field name) that returns or raises `Misshapen`.
Objects may hold more fields than a shape names: newer writers stay readable.
Deliberately not a schema language: only what the records need.
"""

from collections.abc import Callable
from typing import Any

Shape = Callable[[Any, str], None]


class Misshapen(ValueError):
    """The first field that is not as its shape says; the reader adds file and line."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


def shown(value: object) -> str:
    """A value in at most 40 ASCII characters, for an error line."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def of_type(kind: type | tuple[type, ...], name: str) -> Shape:
    """A value of one Python type; True and False are not integers."""

    def check(value: Any, field: str) -> None:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise Misshapen(field, f"{shown(value)} is not {name}")

    return check


text = of_type(str, "a string")
integer = of_type(int, "an integer")
number = of_type((int, float), "a number")
boolean = of_type(bool, "true or false")
anything: Shape = of_type(object, "a value")
mapping = of_type(dict, "an object")


def natural(value: Any, field: str) -> None:
    """A count: an integer that is not negative."""
    integer(value, field)
    if value < 0:
        raise Misshapen(field, f"{shown(value)} is negative")


def hexadecimal(value: Any, field: str) -> None:
    """Bytes as pairs of hex digits."""
    text(value, field)
    try:
        bytes.fromhex(value)
    except ValueError:
        raise Misshapen(field, f"{shown(value)} is not hexadecimal") from None


def maybe(shape: Shape) -> Shape:
    """null, or what `shape` says."""

    def check(value: Any, field: str) -> None:
        if value is not None:
            shape(value, field)

    return check


def words(*allowed: str) -> Shape:
    """One of a closed list of words."""

    def check(value: Any, field: str) -> None:
        if not isinstance(value, str) or value not in allowed:
            raise Misshapen(field, f"{shown(value)} is not one of {', '.join(allowed)}")

    return check


def each(shape: Shape) -> Shape:
    """An array whose every element has one shape."""

    def check(value: Any, field: str) -> None:
        if not isinstance(value, list):
            raise Misshapen(field, f"{shown(value)} is not an array")
        for index, element in enumerate(value):
            shape(element, f"{field}[{index}]")

    return check


def row(*shapes: Shape) -> Shape:
    """An array of fixed length, each place with its own shape."""

    def check(value: Any, field: str) -> None:
        if not isinstance(value, list) or len(value) != len(shapes):
            raise Misshapen(field, f"{shown(value)} is not an array of {len(shapes)}")
        for index, (element, shape) in enumerate(zip(value, shapes, strict=True)):
            shape(element, f"{field}[{index}]")

    return check


def values(shape: Shape) -> Shape:
    """An object with free names, whose every value has one shape."""

    def check(value: Any, field: str) -> None:
        mapping(value, field)
        for name, element in value.items():
            shape(element, f"{field}.{ascii(name)[1:-1]}")

    return check


def fields(**shapes: Shape) -> Shape:
    """An object with these fields at least."""

    def check(value: Any, field: str) -> None:
        mapping(value, field)
        for name, shape in shapes.items():
            inner = f"{field}.{name}" if field else name
            if name not in value:
                raise Misshapen(inner, "is missing")
            shape(value[name], inner)

    return check


def optional(name: str, shape: Shape) -> Shape:
    """An object in which this field may be missing."""

    def check(value: Any, field: str) -> None:
        if name in value:
            shape(value[name], f"{field}.{name}" if field else name)

    return check


def only(*names: str) -> Shape:
    """An object without fields of other names."""

    def check(value: Any, field: str) -> None:
        for name in value:
            if name not in names:
                inner = ascii(name)[1:-1]
                raise Misshapen(f"{field}.{inner}" if field else inner, "is not a known field")

    return check


def both(*shapes: Shape) -> Shape:
    """All of several shapes."""

    def check(value: Any, field: str) -> None:
        for shape in shapes:
            shape(value, field)

    return check


def chosen_by_type(shapes: dict[type, Shape], name: str) -> Shape:
    """A value of one of several types, each with its shape; `name` says what those are."""

    def check(value: Any, field: str) -> None:
        if type(value) not in shapes:
            raise Misshapen(field, f"{shown(value)} is not {name}")
        shapes[type(value)](value, field)

    return check


def chosen(choose: Callable[[dict[str, Any]], Shape]) -> Shape:
    """An object whose shape depends on what it holds."""

    def check(value: Any, field: str) -> None:
        mapping(value, field)
        choose(value)(value, field)

    return check


def exactly(**shapes: Shape) -> Shape:
    """An object with these fields and no others."""
    return both(fields(**shapes), only(*shapes))
