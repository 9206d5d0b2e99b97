"""Plain values of JSON, made strict for cattrs: words, numbers, texts, arrays, objects, unions.

Each hook takes one type of JSON alone and coerces nothing. Not here: classes (`classes`).
"""

import base64
from collections.abc import Callable
from functools import partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from cattrs import BaseValidationError, Converter, IterableValidationNote
from cattrs.cols import (
    homogenous_tuple_structure_factory,
    is_mapping,
    list_structure_factory,
    mapping_structure_factory,
)

from tokparity.reference_impl.contract import Natural

Base64 = Annotated[bytes, "base64"]
"""Bytes of a file; other bytes are written in hex."""

Structure = Callable[[Any, Any], Any]
"""A hook of cattrs: from a JSON value and its type to a value. Raises BadField, or cattrs' own
error, which holds all that are wrong."""

UNKNOWN, LACKING, TOO_DEEP = "is not a known field", "is missing", "is nested too deeply"


class BadField(ValueError):
    """The first field that is not as its class says; the reader adds file and line.

    >>> str(BadField("sightings[0].count", "'x' is not an integer"))
    "sightings[0].count: 'x' is not an integer"
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


def abbreviated(value: object) -> str:
    """A value in at most 40 ASCII characters, for an error line."""
    text = ascii(value)
    return text if len(text) <= 40 else text[:37] + "..."


def key_name(key: object) -> str:
    """A key as part of a field's name: ASCII, on one line."""
    return ascii(key)[1:-1]


def placed(error: Exception, place: str | int) -> Exception:
    """With a note of where, as cattrs makes them."""
    note = IterableValidationNote("", place, None)
    error.__notes__ = [*getattr(error, "__notes__", []), note]
    return error


_NAMES = {
    str: "a string",
    int: "an integer",
    bool: "true or false",
    list: "an array",
    dict: "an object",
    NoneType: "null",
}
"""The types of JSON values."""


def of_type(kind: type, value: Any) -> Any:
    """The value, which is of exactly this type of JSON; BadField."""
    if type(value) is not kind:  # not isinstance: true is no integer
        raise BadField("", f"{abbreviated(value)} is not {_NAMES[kind]}")
    return value


def _natural(value: Any, _: Any) -> Any:
    if of_type(int, value) < 0:
        raise BadField("", f"{abbreviated(value)} is negative")
    return value


def _number(value: Any, _: Any) -> Any:
    if type(value) not in (int, float):
        raise BadField("", f"{abbreviated(value)} is not a number")
    return value  # an integer stays one: it is written as it was


def _bytes(value: Any, _: Any) -> bytes:
    digits = of_type(str, value)
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise BadField("", f"{abbreviated(value)} is not hexadecimal") from None


def _base64(value: Any, _: Any) -> bytes:
    try:
        return base64.b64decode(of_type(str, value), validate=True)
    except ValueError as error:  # binascii's own is one, as is that of a text beyond ASCII
        if isinstance(error, BadField):
            raise
        raise BadField("", f"{abbreviated(value)} is not base64") from None


def _word(kind: Any) -> Structure:
    words = get_args(kind)

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not str or value not in words:
            raise BadField("", f"{abbreviated(value)} is not one of {', '.join(words)}")
        return value

    return structure


def _array(kind: Any) -> Structure:
    """A list or tuple of any length."""
    makes, (element, *_) = get_origin(kind), get_args(kind)
    factory = list_structure_factory if makes is list else homogenous_tuple_structure_factory
    each = factory(kind, CONVERTER)

    def structure(value: Any, _: Any) -> Any:
        of_type(list, value)
        if element in (int, str) and set(map(type, value)) <= {element}:  # the many, at once
            return makes(value)
        return each(value, kind)

    return structure


def array_of_places(kind: Any) -> Structure:
    """A tuple with a type for each place."""
    hooks = [(CONVERTER.get_structure_hook(place), place) for place in get_args(kind)]

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not list or len(value) != len(hooks):
            raise BadField("", f"{abbreviated(value)} is not an array of {len(hooks)}")
        made = []
        for index, (hook, place) in enumerate(hooks):
            try:
                made.append(hook(value[index], place))
            except (BaseValidationError, BadField) as error:
                raise placed(error, index) from None
        return tuple(made)

    return structure


def _object(kind: Any) -> Structure:
    """An object with free names, or with each of a closed list of words."""
    each = mapping_structure_factory(kind, CONVERTER)
    names = get_args(kind)[0]
    words = get_args(names) if get_origin(names) is Literal else ()

    def structure(value: Any, _: Any) -> Any:
        for word in words:
            if word not in of_type(dict, value):
                raise BadField(word, LACKING)
        return each(of_type(dict, value), kind)

    return structure


def _union(kind: Any) -> Structure:
    """One of several types of JSON."""
    hooks = {
        _json_type(member): (CONVERTER.get_structure_hook(member), member)
        for member in get_args(kind)
    }
    *names, last = (_NAMES[json_type] for json_type in hooks)

    def structure(value: Any, _: Any) -> Any:
        if type(value) not in hooks:
            raise BadField("", f"{abbreviated(value)} is not {', '.join(names)} or {last}")
        hook, member = hooks[type(value)]
        return hook(value, member)

    return structure


def _json_type(kind: Any) -> type:
    origin = get_origin(kind) or kind
    if origin in (tuple, list):
        return list
    return origin if origin in _NAMES else dict


def _is_open_union(kind: Any) -> bool:
    """Whether cattrs could not tell its types apart: more than a type and null."""
    members = set(get_args(kind)) - {NoneType} if get_origin(kind) in (Union, UnionType) else ()
    return len(members) > 1


def _has_origin(origin: Any, kind: Any) -> bool:
    return get_origin(kind) is origin


def _is_places(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1] is not ...


CONVERTER = Converter(unstruct_collection_overrides={tuple: list})
for _kind in (str, int, bool, NoneType):
    CONVERTER.register_structure_hook(_kind, lambda value, kind: of_type(kind, value))
CONVERTER.register_structure_hook(float, _number)
CONVERTER.register_structure_hook(bytes, _bytes)
CONVERTER.register_unstructure_hook(bytes, bytes.hex)
CONVERTER.register_structure_hook_func(lambda kind: kind == Natural, _natural)
CONVERTER.register_structure_hook_func(lambda kind: kind == Base64, _base64)
CONVERTER.register_unstructure_hook_func(
    lambda kind: kind == Base64, lambda value: base64.b64encode(value).decode("ascii")
)
_ORIGINS: dict[Any, Callable[[Any], Structure]] = {Literal: _word, list: _array, tuple: _array}
for _origin, _factory in _ORIGINS.items():
    CONVERTER.register_structure_hook_factory(partial(_has_origin, _origin), _factory)
CONVERTER.register_structure_hook_factory(_is_places, array_of_places)
CONVERTER.register_structure_hook_factory(is_mapping, _object)
CONVERTER.register_structure_hook_factory(_is_open_union, _union)
