"""The protocol of subjects: what a request says, and how a reply is read.

One line of JSON each way, version 1. The schemas beside this file (`schemas/`) say the same for
other languages; `smoke` holds every reply against them. Not here: processes and their limits.

A reply is read by what is cheap to see: a batch of thousands is not validated word by word. What
is no reply raises `BadReply`, with the place in it and what was expected.
"""

import base64
import binascii
import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Any, Literal

from tokparity.reference_impl.batches import Answers, Decodings, Encodings
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Format,
    Options,
    Refusal,
    Stage,
    Streamed,
    Text,
)
from tokparity.reference_impl.errors import NotUnicode, TokparityError
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reference_impl.text.byte_text import to_bytes
from tokparity.reference_impl.text.code_units import is_whole

PROTOCOL = 1
DETAIL = 300
"""Characters kept of what a subject says of an error."""
SAFE = {"separators": (",", ":"), "ensure_ascii": True}

Unit = Literal["characters", "bytes", "utf-16"]
"""What offsets count: code points, bytes of UTF-8, code units of UTF-16."""


class BadReply(TokparityError):
    """A line that is no reply to the request: where it is wrong, and what was expected."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"reply: {field}: {reason}" if field else f"reply: {reason}")
        self.field, self.reason = field, reason


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a subject says of itself: it decides what is asked, the rest is unsupported.

    `formats` it loads, and `vocabularies` it has built in (names of the catalogue). `add_special`,
    `parse_special`, `skip_special`: which values of these options it can express. `bytes`: texts
    that are no UTF-8 may be asked. `decodes`: to "text", to "bytes", or not at all. `limits`: it
    truncates and pads as tokenizer.json says. `offsets`: their unit.
    """

    formats: tuple[Format, ...] = ()
    vocabularies: tuple[str, ...] = ()
    add_special: tuple[bool, ...] = (False,)
    parse_special: tuple[bool, ...] = (True,)
    skip_special: tuple[bool, ...] = (False,)
    bytes: bool = False
    decodes: Literal["text", "bytes"] | None = "text"
    limits: bool = False
    offsets: Unit | None = None
    streams: bool = False
    stages: tuple[Stage, ...] = ()


declare(Capabilities, optional=[field.name for field in fields(Capabilities)])


@dataclass(frozen=True, slots=True)
class Hello:
    """The reply to `start`."""

    name: str
    version: str
    capabilities: Capabilities = Capabilities()


declare(Hello, optional=["capabilities"])


def line_of(request: dict[str, Any]) -> bytes:
    """A request as it is sent: one line of ASCII."""
    return json.dumps(request, **SAFE).encode("ascii") + b"\n"  # type: ignore[arg-type]


def read_line(line: bytes) -> dict[str, Any]:
    """A reply's object. Errors: BadReply."""
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError, MemoryError) as error:
        shown = line[:80].decode("utf-8", "replace")
        raise BadReply("", f"is no JSON: {shown!a}: {str(error)[:80]}") from error
    if not isinstance(reply, dict):
        raise BadReply("", f"is a JSON {type(reply).__name__}, and not an object")
    return reply


def read_hello(reply: dict[str, Any]) -> Hello:
    """Who answers, and what it can do. Errors: BadReply."""
    if reply.get("protocol") != PROTOCOL:
        raise BadReply("protocol", f"{reply.get('protocol')!a} is not {PROTOCOL}")
    said = {name: value for name, value in reply.items() if name not in ("protocol", "id")}
    try:
        hello: Hello = read(Hello, said)
    except BadField as error:
        raise BadReply(error.field, error.reason) from error
    return hello


def read_loaded(reply: dict[str, Any], said: Capabilities) -> Capabilities:
    """What a subject can do with what it loaded: as it said of itself, or as it says now.

    What it loads stays as it said. Errors: BadReply.
    """
    if reply.get("ok") is not True:
        raise BadReply("ok", "is not true, and there is no error")
    if "capabilities" not in reply:
        return said
    try:
        now: Capabilities = read(Capabilities, reply["capabilities"])
    except BadField as error:
        raise BadReply(f"capabilities.{error.field}", error.reason) from error
    return replace(now, formats=said.formats, vocabularies=said.vocabularies)


def results_of(reply: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The results of a batch: as many objects as there were cases. Errors: BadReply."""
    results = reply.get("results")
    if not isinstance(results, list):
        raise BadReply("results", "is not an array")
    if len(results) != count:
        raise BadReply("results", f"{len(results)} for {count} cases")
    for at, result in enumerate(results):
        if not isinstance(result, dict):
            raise BadReply(f"results[{at}]", "is not an object")
    return results


def encodings_of(
    results: Sequence[dict[str, Any]], texts: Sequence[str], unit: Unit | None
) -> Encodings:
    """The encodings of a batch; `unit` is what offsets count in, None: they are not reported.

    An id of more than 32 bits is a refusal of its case, as no vocabulary has it. Errors: BadReply.
    """
    out = Encodings() if unit is not None else Encodings(offsets=None)
    for at, result in enumerate(results):
        if "error" in result:
            out.refuse(_error(result))
            continue
        ids = result.get("ids")
        if not isinstance(ids, list):
            raise BadReply(f"results[{at}].ids", "is not an array")
        try:
            row = array("i", ids)
        except TypeError:
            raise BadReply(f"results[{at}].ids", _odd_id(ids)) from None
        except OverflowError:
            out.refuse(Refusal("error", f"an id of more than 32 bits among {str(ids)[:80]}"))
            continue
        if out.offsets is not None and unit is not None:
            offsets = _offsets(result, at, texts[at], len(row), unit)
            if offsets is None:
                out.refuse(Refusal("error", f"offsets in {unit} that lie within a character"))
                continue
            out.offsets.extend(offsets)
        out.ids.extend(row)
        out.counts.append(len(row))
    return out


def _odd_id(ids: list[Any]) -> str:
    odd = next(each for each in ids if not isinstance(each, int))
    advice = ": ids are numbers, write them without quotes" if isinstance(odd, str) else ""
    return f"{odd!a:.60} is no integer{advice}"


def _offsets(
    result: dict[str, Any], at: int, text: str, tokens: int, unit: Unit
) -> Sequence[int] | None:
    """Both ends of each token in characters; None: one lies within a character."""
    given = result.get("offsets")
    field = f"results[{at}].offsets"
    if not isinstance(given, list):
        raise BadReply(field, "is not an array, though offsets are declared")
    if len(given) != tokens:
        raise BadReply(field, f"{len(given)} for {tokens} ids")
    try:
        flat = array("i", [end for start, stop in given for end in (start, stop)])
    except (TypeError, ValueError, OverflowError):
        raise BadReply(field, "is no array of pairs of integers") from None
    if unit == "characters" or text.isascii():
        return flat
    starts = {units: at for at, units in enumerate(_unit_starts(text, unit))}
    try:
        return array("i", [starts[end] for end in flat])
    except KeyError:
        return None


def _unit_starts(text: str, unit: Unit) -> Iterator[int]:
    """Where each character begins, in UTF-8 bytes or UTF-16 code units, and the end.

    >>> list(_unit_starts("a\u00e9\U0001f600", "bytes"))
    [0, 1, 3, 7]
    >>> list(_unit_starts("a\u00e9\U0001f600", "utf-16"))
    [0, 1, 2, 4]
    """
    if unit == "utf-16":
        return accumulate((1 + (char > "\uffff") for char in text), initial=0)
    return accumulate(map(_bytes_of, text), initial=0)


def _bytes_of(char: str) -> int:
    """How many bytes a character is; one that stands for a byte is that byte."""
    if "\udc80" <= char <= "\udcff":
        return 1
    return 1 + (char > "\x7f") + (char > "\u07ff") + (char > "\uffff")


def decodings_of(results: Sequence[dict[str, Any]], kind: Literal["text", "bytes"]) -> Decodings:
    """The decoded texts of a batch. Errors: BadReply."""
    out = Decodings(kind)
    for at, result in enumerate(results):
        if "error" in result:
            out.refuse(_error(result))
            continue
        match _decoded(result, f"results[{at}]"):
            case Text(value):
                try:
                    out.add(value.encode("utf-8"))
                except UnicodeEncodeError:
                    out.refuse(Refusal("error", f"half a character, a surrogate: {value!a:.80}"))
            case Bytes(raw) if kind == "bytes":
                out.add(raw)
            case Bytes():
                raise BadReply(f"results[{at}]", "has bytes, though it decodes to text")
    return out


def _decoded(result: dict[str, Any], field: str) -> Text | Bytes:
    if isinstance(text := result.get("text"), str):
        return Text(text)
    if isinstance(encoded := result.get("base64"), str):
        try:
            return Bytes(base64.b64decode(encoded, validate=True))
        except binascii.Error as error:
            raise BadReply(f"{field}.base64", str(error)) from error
    raise BadReply(field, 'has neither "text" nor "base64" nor "error"')


def streams_of(results: Sequence[dict[str, Any]]) -> Answers:
    """What each id of a reply gave. Errors: BadReply."""
    out = Answers()
    for at, result in enumerate(results):
        if "error" in result:
            out.refuse(_error(result))
            continue
        parts = result.get("parts")
        if not isinstance(parts, list) or not all(isinstance(each, str | None) for each in parts):
            raise BadReply(f"results[{at}].parts", "is no array of strings and nulls")
        out.add(Streamed(tuple(parts)))
    return out


def _error(result: dict[str, Any]) -> Refusal:
    said = str(result["error"])[:DETAIL]
    return Refusal("unsupported" if result.get("unsupported") is True else "error", said)


def text_of(text: str) -> str | dict[str, str] | None:
    r"""A text as a request holds it; None where it is neither text nor bytes.

    >>> text_of("a"), text_of("\udcff"), text_of("\ud800")
    ('a', {'base64': '/w=='}, None)
    """
    if is_whole(text):
        return text
    try:
        return {"base64": base64.b64encode(to_bytes(text)).decode("ascii")}
    except NotUnicode:
        return None


def expresses(capabilities: Capabilities, options: Options) -> bool:
    """Whether a subject can be asked under these options.

    >>> expresses(Capabilities(add_special=(False,)), EncodeOptions(add_special=True))
    False
    """
    match options:
        case EncodeOptions(add, parse):
            return add in capabilities.add_special and parse in capabilities.parse_special
        case DecodeOptions(skip, remove):
            skips = skip in capabilities.skip_special and not remove
            return capabilities.decodes is not None and skips


@cache
def schema(name: Literal["request", "reply"]) -> dict[str, Any]:
    """The JSON Schema of one direction of the protocol."""
    folder = files("tokparity.oracles.subjects") / "schemas"
    read: dict[str, Any] = json.loads((folder / f"{name}-1.schema.json").read_text("utf-8"))
    return read
