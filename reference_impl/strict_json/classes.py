"""Classes as the schema of their JSON, for cattrs: every field is there, and no other.

Where the JSON of a class is not an object of its fields, `declare` says so beside the class.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from types import MappingProxyType
from typing import Any, get_type_hints

from cattrs import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
    override,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from tokparity.reference_impl.strict_json.values import (
    CONVERTER,
    LACKING,
    TOO_DEEP,
    UNKNOWN,
    BadField,
    Structure,
    abbreviated,
    array_of_places,
    key_name,
    of_type,
    placed,
)


@dataclass(frozen=True, slots=True)
class Stored:
    """A field that is read and written as a value of another type than its own."""

    kind: Any
    to_stored: Callable[[Any], Any]
    from_stored: Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Form:
    """Where the JSON of a class is not an object of its fields: see `declare`."""

    names: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    omitted: frozenset[str] = frozenset()
    derived: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    stored: Mapping[str, Stored] = field(default_factory=dict)
    flat: Mapping[str, type] = field(default_factory=dict)
    row: bool = False
    check: Callable[[Any], None] | None = None


_FORMS: dict[type, Form] = {}
_PLAIN = Form()


def declare(
    kind: type,
    *,
    names: Mapping[str, str] = MappingProxyType({}),
    optional: Iterable[str] = (),
    omitted: Iterable[str] = (),
    derived: Mapping[str, Callable[[Any], Any]] = MappingProxyType({}),
    stored: Mapping[str, Stored] = MappingProxyType({}),
    flat: Mapping[str, type] = MappingProxyType({}),
    row: bool = False,
    check: Callable[[Any], None] | None = None,
) -> None:
    """Say where the JSON of a class is not an object with every one of its fields.

    `names` of fields that are called otherwise there; `optional` fields are left out where they
    have their default, `omitted` ones always. `derived` are written for readers, first, and have to
    agree when they are read. `stored`: fields that are of another type there. `flat`: fields whose
    own fields stand among the others. `row`: the class is an array of its fields' values. `check`
    raises BadField for what the types cannot say. A name that is no field is a TypeError.
    """
    omitted, optional = tuple(omitted), tuple(optional)
    known = {member.name for member in fields(kind)}
    if strange := {*names, *optional, *omitted, *stored, *flat} - known:
        raise TypeError(f"{kind.__name__} has no field {min(strange)!r}")
    _FORMS[kind] = Form(
        names, frozenset(optional), frozenset(omitted), derived, stored, flat, row, check
    )


def declare_stored(kind: type, stored: Stored) -> None:
    """Say that a class is read and written as a value of another type."""
    CONVERTER.register_structure_hook(kind, lambda value, _: _from_stored(stored)(value, kind))
    CONVERTER.register_unstructure_hook(kind, _to_stored(stored))


def declare_union(
    union: Any,
    choose: Callable[[dict[str, Any]], type],
    tags: Mapping[type, str] = MappingProxyType({}),
) -> None:
    """Say of which class of a union an object is; `choose` may raise BadField. Or null, where the
    type says so.

    A class with a tag stands in an object of its own: {tag: its form}.
    """

    def structure(value: Any, asked: Any) -> Any:
        if value is None and asked != union:
            return None
        kind = choose(of_type(dict, value))
        tag = tags.get(kind)
        hook = CONVERTER.get_structure_hook(kind)
        if tag is None:
            return hook(value, kind)
        if strange := value.keys() - {tag}:
            raise BadField(key_name(min(strange)), UNKNOWN)
        try:
            return hook(value[tag], kind)
        except (BaseValidationError, BadField) as error:
            raise placed(error, tag) from None

    def unstructure(value: Any) -> Any:
        tag = tags.get(type(value))
        written = CONVERTER.unstructure(value)
        return written if tag is None else {tag: written}

    kinds = (union, union | None)
    CONVERTER.register_structure_hook_func(lambda kind: kind in kinds, structure)
    CONVERTER.register_unstructure_hook_func(lambda kind: kind in kinds, unstructure)


def join(outer: str, inner: str) -> str:
    """A field within a field.

    >>> join("cases[3]", "ids[0]"), join("", "ids"), join("rows", "[1]")
    ('cases[3].ids[0]', 'ids', 'rows[1]')
    """
    return outer + ("." if outer and inner and inner[0] != "[" else "") + inner


def first_fault(error: BaseException) -> BadField:
    """The first of the faults that cattrs collected, with its place."""
    place, form = "", _PLAIN
    while True:
        for note in reversed(getattr(error, "__notes__", [])):
            match note:
                case AttributeValidationNote(name=name) if name in form.flat:
                    pass
                case AttributeValidationNote(name=name):
                    place = join(place, form.names.get(name, name))
                case IterableValidationNote(index=int(index)):
                    place += f"[{index}]"
                case IterableValidationNote(index=key):
                    place = join(place, key_name(key))
        if not isinstance(error, BaseValidationError):
            break
        form = _FORMS.get(error.cl, _PLAIN)
        error = error.exceptions[0]
    match error:
        case BadField(field=field, reason=reason):
            return BadField(join(place, field), reason)
        case ForbiddenExtraKeysError(extra_fields=strange):
            return BadField(join(place, key_name(min(strange))), UNKNOWN)
        case KeyError():
            return BadField(place, LACKING)
        case RecursionError():
            return BadField(place, TOO_DEEP)
    raise error


def _overrides(kind: Any, form: Form) -> dict[str, Any]:
    def of(name: str) -> Any:
        stored = form.stored.get(name)
        return override(
            rename=form.names.get(name),
            omit=True if name in form.omitted else None,
            omit_if_default=name in form.optional,
            struct_hook=None if stored is None else _from_stored(stored),
            unstruct_hook=None if stored is None else _to_stored(stored),
        )

    return {member.name: of(member.name) for member in fields(kind)}


def _from_stored(stored: Stored) -> Structure:
    hook = CONVERTER.get_structure_hook(stored.kind)
    return lambda value, _: stored.from_stored(hook(value, stored.kind))


def _to_stored(stored: Stored) -> Callable[[Any], Any]:
    return lambda value: CONVERTER.unstructure(stored.to_stored(value), stored.kind)


def _resolve(kind: Any) -> None:
    """Types that are written as text, once for all: cattrs would lose what `Annotated` says."""
    if any(isinstance(member.type, str) for member in fields(kind)):
        hints = get_type_hints(kind, include_extras=True)
        for member in fields(kind):
            member.type = hints[member.name]


def _class(kind: Any) -> Structure:
    form = _FORMS.get(kind, _PLAIN)
    _resolve(kind)
    if form.row:
        row: Any = tuple.__class_getitem__(tuple(member.type for member in fields(kind)))
        places = array_of_places(row)
        return lambda value, _: kind(*places(value, row))
    whole = make_dict_structure_fn(
        kind, CONVERTER, _cattrs_forbid_extra_keys=True, **_overrides(kind, form)
    )
    required = [  # the library takes a field with a default for one that may be missing
        form.names.get(member.name, member.name)
        for member in fields(kind)
        if member.name not in form.optional | form.omitted
        and (member.default is not MISSING or member.default_factory is not MISSING)
    ]

    def structure(data: Any, _: Any) -> Any:
        own = of_type(dict, data)
        if form.derived or form.flat:
            own = _nested({name: data[name] for name in data if name not in form.derived}, form)
        value = whole(own, kind)
        for name in (*required, *form.derived):
            if name not in data:
                raise BadField(name, LACKING)
        for name, derive in form.derived.items():
            agreeing = derive(value)
            if data[name] != agreeing or type(data[name]) is not type(agreeing):
                raise BadField(name, f"{abbreviated(data[name])} is not {abbreviated(agreeing)}")
        if form.check is not None:
            form.check(value)
        return value

    return structure


def _nested(data: dict[str, Any], form: Form) -> dict[str, Any]:
    """With the flat fields as objects of their own."""
    for name, kind in form.flat.items():
        if name in data:
            raise BadField(name, UNKNOWN)
        inner = [member.name for member in fields(kind) if member.name in data]
        data[name] = {part: data.pop(part) for part in inner}
    return data


def _class_written(kind: Any) -> Callable[[Any], Any]:
    form = _FORMS.get(kind, _PLAIN)
    _resolve(kind)
    if form.row:
        hooks = [
            (member.name, CONVERTER.get_unstructure_hook(member.type)) for member in fields(kind)
        ]
        return lambda value: [hook(getattr(value, name)) for name, hook in hooks]
    whole = make_dict_unstructure_fn(kind, CONVERTER, **_overrides(kind, form))
    derived = form.derived.items()
    if not form.flat:
        return lambda value: {name: derive(value) for name, derive in derived} | whole(value)

    def unstructure(value: Any) -> Any:
        written = {name: derive(value) for name, derive in derived}
        for name, part in whole(value).items():
            written |= part if name in form.flat else {name: part}
        return written

    return unstructure


CONVERTER.register_structure_hook_factory(is_dataclass, _class)
CONVERTER.register_unstructure_hook_factory(is_dataclass, _class_written)
