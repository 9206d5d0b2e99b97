"""JSON values to dataclasses and back: the one codec of what is persisted.

Here are the forms of the nouns that every layer shares: cases, observations, traces, artefacts.
Records of others are declared beside their classes (`strict_json.declare`). Not here: bytes and
files, and the formats of tokenizers, which have readers of their own.
"""

from dataclasses import fields
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args, overload

from cattrs import BaseValidationError

from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import BadConversation
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    Case,
    ChatCase,
    DecodeOptions,
    Encoding,
    FullEncoding,
    Observation,
    Op,
    Refusal,
    Rendered,
    StageOutput,
    Streamed,
    Text,
)
from tokparity.reference_impl.strict_json.classes import (
    Stored,
    declare,
    declare_union,
    first_fault,
    join,
)
from tokparity.reference_impl.strict_json.values import CONVERTER, TOO_DEEP, BadField, abbreviated
from tokparity.reference_impl.traces import Edge, Merge, Piece, StageTrace

T = TypeVar("T")
LONGEST = 200
"""Characters of a place in an error: what nests deep, nests as deep in it."""


@overload
def read(kind: type[T], data: object, at: str = "") -> T: ...
@overload
def read(kind: UnionType, data: object, at: str = "") -> Any: ...
def read(kind: Any, data: object, at: str = "") -> Any:
    """A value of this type, or union of types, from what `json.loads` gave.

    Raises BadField for the first field that is missing, unknown or of another type; `at` is where
    the value stands in its file ("cases[3]").

    >>> read(Encoding, {"ids": [5], "offsets": [[0, 2]]})
    Encoding(ids=(5,), offsets=((0, 2),))
    >>> read(Encoding, {"ids": [5], "offsets": [[0, "2"]]})
    Traceback (most recent call last):
    ...
    tokparity.reference_impl.strict_json.values.BadField: offsets[0][1]: '2' is not an integer
    """
    try:
        return CONVERTER.get_structure_hook(kind)(data, kind)
    except (BaseValidationError, BadField) as error:
        fault = first_fault(error)
    except RecursionError:
        fault = BadField("", TOO_DEEP)
    place = join(at, fault.field)
    raise BadField(place if len(place) <= LONGEST else place[:LONGEST] + "…", fault.reason)


def write(value: object, kind: object = None) -> Any:
    """What `json.dumps` takes; `kind` is the union that a value is read as.

    >>> write(Encoding((5,), ((0, 2),)))
    {'ids': [5], 'offsets': [[0, 2]]}
    """
    return CONVERTER.unstructure(value, kind)


def _case(data: dict[str, Any]) -> type[Case]:
    op = data.get("op", "")
    if type(op) is not str or op not in _CASES:
        reason = (
            f"{abbreviated(op)} is not one of {', '.join(_CASES)}" if "op" in data else "is missing"
        )
        raise BadField("op", reason)
    return _CASES[op]


def _check_conversation(case: ChatCase) -> None:
    """A view may show any part of it."""
    try:
        Conversation.from_text(case.conversation)
    except BadConversation as error:
        raise BadField("conversation", str(error)) from None


def _observation(data: dict[str, Any]) -> type[Observation]:
    """By the first of these fields that it has: `ids` stand in a rendered text's too."""
    return next((kind for name, kind in _OBSERVATIONS.items() if name in data), Refusal)


def _check_columns(encoding: FullEncoding) -> None:
    columns = [member.name for member in fields(encoding) if member.name != "overflowing"]
    if len({len(getattr(encoding, name)) for name in columns}) > 1:
        raise BadField("", "has columns of different lengths")


_CASES: dict[str, type[Case]] = {
    get_args(kind.__dataclass_fields__["op"].type)[0]: kind for kind in get_args(Case)
}
assert set(_CASES) == set(get_args(Op))
for _kind in _CASES.values():
    _is_chat = _kind is ChatCase
    declare(
        _kind,
        omitted=["op"],
        derived={"op": lambda case: case.op},  # first, for readers
        check=_check_conversation if _is_chat else None,
    )
declare(DecodeOptions, optional=["remove_special"])  # later than the rest: older files lack it
declare_union(Case, _case)

_OBSERVATIONS: dict[str, type[Observation]] = {
    "full": FullEncoding,
    "rows": StageOutput,
    "parts": Streamed,
    "rendered": Rendered,
    "ids": Encoding,
    "text": Text,
    "bytes": Bytes,
}
declare(FullEncoding, check=_check_columns)
declare(Rendered, names={"text": "rendered"})
declare(Text, names={"value": "text"})
declare(Bytes, names={"value": "bytes"})
declare(Refusal, names={"kind": "refusal"})
declare_union(Observation, _observation, tags={FullEncoding: "full"})

declare(  # a worker stands in another folder
    Artefact, stored={"path": Stored(str, lambda path: str(path.absolute()), Path)}
)
declare(Piece, row=True)
declare(Merge, row=True)
declare(Edge, row=True)
declare(StageTrace, optional=["lattices", "origins"])
