"""The shapes of a line of findings.jsonl and of refusals.jsonl, field for field.

They mirror `reports.records.finding` and know nothing of files or lines
(`reports.records.run_directory` does).
"""

from typing import Any, get_args

from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import BadConversation
from tokparity.reference_impl.contract import PLACES, STAGES, Op, RefusalKind
from tokparity.reference_impl.observations import FULL_COLUMNS
from tokparity.reports.records.finding import Field, Method, Question, Status, Verdict
from tokparity.reports.records.shapes import (
    Misshapen,
    Shape,
    anything,
    boolean,
    both,
    chosen,
    chosen_by_type,
    each,
    fields,
    hexadecimal,
    integer,
    maybe,
    natural,
    only,
    optional,
    row,
    text,
    words,
)

OP = words(*get_args(Op))
QUESTION = words(*get_args(Question))
PLACE = words(*PLACES)

_ENCODE_OPTIONS = both(
    fields(add_special=boolean, parse_special=boolean), only("add_special", "parse_special")
)
_DECODE_OPTIONS = both(
    fields(skip_special=boolean),
    optional("remove_special", boolean),
    only("skip_special", "remove_special"),
)
_ENCODE = fields(text=text, options=_ENCODE_OPTIONS)
_DECODE = fields(ids=each(integer), options=_DECODE_OPTIONS)
_GIVEN = chosen_by_type({str: text, list: each(text)}, "a text or a list of them")


def _conversation(value: Any, field: str) -> None:
    """The text of a conversation, of which a view may show any part."""
    text(value, field)
    try:
        Conversation.from_text(value)
    except BadConversation as error:
        raise Misshapen(field, str(error)) from None


_CASES = {
    "encode": _ENCODE,
    "decode": _DECODE,
    "encode_full": both(_ENCODE, fields(pair=maybe(text))),
    "stage": fields(stage=words(*STAGES), given=_GIVEN, options=_ENCODE_OPTIONS),
    "stream": both(_DECODE, fields(prompt_ids=each(integer))),
    "chat": fields(conversation=_conversation, options=_ENCODE_OPTIONS),
}
CASE = both(fields(op=OP), chosen(lambda case: _CASES[case["op"]]))

_REFUSAL = fields(refusal=words(*get_args(RefusalKind)), detail=text)
_ENCODING = fields(ids=each(integer), offsets=maybe(each(row(natural, natural))))


_CELL = chosen_by_type({str: text, int: integer, type(None): anything}, "a text, a number or null")


def _full(value: Any, field: str) -> None:
    """A full encoding, and in it those of the windows that overflow."""
    of_each = {
        "tokens": text,
        "offsets": row(natural, natural),
        "words": maybe(integer),
    }
    columns = {name: each(of_each.get(name, integer)) for name in FULL_COLUMNS}
    fields(**columns, overflowing=each(_full))(value, field)


def _observation(value: dict[str, Any]) -> Shape:
    if "full" in value:
        return fields(full=_full)
    if "rows" in value:
        return fields(rows=each(each(_CELL)))
    if "rendered" in value:
        return fields(rendered=maybe(text), ids=maybe(each(integer)))
    if "parts" in value:
        return fields(parts=each(maybe(text)))
    if "ids" in value:
        return _ENCODING
    if "text" in value:
        return fields(text=text)
    if "bytes" in value:
        return fields(bytes=hexadecimal)
    return _REFUSAL


OBSERVATION = chosen(_observation)

_MERGE = row(text, text, integer, each(row(text, text, integer)))
TRACE = fields(
    stages=each(
        fields(
            stage=words(*STAGES),
            component=text,
            pieces=each(row(text, natural, natural, maybe(integer))),
            merges=each(row(text, each(_MERGE))),
        )
    ),
    encoding=_ENCODING,
)

SIGHTING = fields(
    artefact=text,
    sha256=text,
    against=maybe(text),
    count=natural,
    case=CASE,
    found_as=CASE,
    left=OBSERVATION,
    right=OBSERVATION,
    field=words(*get_args(Field)),
    index=natural,
    left_trace=maybe(TRACE),
    right_trace=maybe(TRACE),
    pieces=each(row(integer, text)),
)

_SIGNATURE = both(
    fields(question=QUESTION, op=OP, left=text, right=text, stage=PLACE, component=text),
    optional("symptom", text),
    only("question", "op", "left", "right", "stage", "component", "symptom"),
)

FINDING = both(
    fields(
        schema_version=natural,
        signature=_SIGNATURE,
        shape=text,
        verdict=words(*get_args(Verdict)),
        method=words(*get_args(Method)),
        status=words(*get_args(Status)),
        ledger_entry=maybe(text),
        sightings=each(SIGHTING),
    ),
    optional("also", each(_SIGNATURE)),
)

REFUSAL = fields(
    schema_version=natural,
    artefact=text,
    left=text,
    right=text,
    side=text,
    op=OP,
    case=CASE,
    refusal=_REFUSAL,
    repeats=maybe(boolean),
)
