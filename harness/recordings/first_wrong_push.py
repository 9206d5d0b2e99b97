"""`replayed`: a recorded stream beside the text of its ids, and the first push that is wrong.

A push is wrong where what was given so far is not what the text of all ids begins with, or knows
more of it than the ids so far tell. To be late is not wrong, and is counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tokparity.harness.properties.replies import Reply, reply_by, text_of_reply, through
from tokparity.harness.recordings.recording import Push, Recording
from tokparity.reference_impl.contract import DecodeOptions, StreamCase
from tokparity.reference_impl.streaming.byte_buffer import ByteBuffer
from tokparity.reference_impl.streaming.incremental import in_common
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.naive_stops import NAIVE_STOPS
from tokparity.reference_impl.streaming.prefix_offsets import NoPieces
from tokparity.reference_impl.streaming.stop_strings import StopStrings, until_stop
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SHOWN = 40
"""Characters of the text that should have come."""
_REPLACEMENT = "\ufffd"


@dataclass(frozen=True, slots=True)
class WrongPush:
    """`line` None: all pushes are right, and the end of the text never came. `wanted`: what should
    have come there. `ways`: those that give the same up to here, each by its name."""

    line: int | None
    ids: tuple[int, ...]
    given: str
    wanted: str
    cause: str
    ways: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replay:
    """What was looked at: `latest` is the most ids that had come while the first of them had a text
    that was certain already, and had not come."""

    pushes: int
    ids: int
    latest: int
    wrong: WrongPush | None


def replayed(tokenizer: Tokenizer, recording: Recording) -> Replay:
    """Errors: as `Tokenizer.decode`."""
    case, stops = recording.case(), recording.asked.stop
    whole = until_stop(text_of_reply(tokenizer, case), stops)
    buffer, stop = ByteBuffer(tokenizer, case.prompt_ids, case.options), StopStrings(stops)
    given = settled = ""
    certain: list[int] = []
    arrived = latest = 0
    wrong = None
    for at, (line, push) in enumerate(recording.pushes):
        before, given = given, given + push.delta
        for token_id in push.ids:
            settled += stop.push(buffer.push(token_id))
            certain.append(len(settled))
        while arrived < len(certain) and certain[arrived] <= len(given):
            arrived += 1
        latest = max(latest, len(certain) - arrived)
        so_far = recording.pushes[: at + 1]
        cause = ""
        if not whole.startswith(given):
            cause = _cause(tokenizer, recording, before, push.delta, whole)
        elif len(given) > len(settled) and not _known(tokenizer, recording, so_far, given):
            cause = "knows more than the ids so far tell"
        if cause:
            wanted = whole[len(before) :][:SHOWN]
            ways = tuple(_ways_alike(tokenizer, recording, so_far))
            wrong = WrongPush(line, push.ids, push.delta, wanted, cause, ways)
            break
    else:
        if given != whole:
            ways = tuple(_ways_alike(tokenizer, recording, recording.pushes))
            lost = whole[len(given) :][:SHOWN]
            wrong = WrongPush(None, (), "", lost, "the end of the text never comes", ways)
    return Replay(len(recording.pushes), len(case.ids), latest, wrong)


def _known(
    tokenizer: Tokenizer, recording: Recording, pushes: Sequence[tuple[int, Push]], given: str
) -> bool:
    """Whether a text can be read from the ids of some pushes, if they were all."""
    return text_of_reply(tokenizer, recording.case(pushes)).startswith(given)


def _cause(tokenizer: Tokenizer, recording: Recording, before: str, delta: str, whole: str) -> str:
    """What is wrong with a delta, in a few words; `before` is right."""
    case, given = recording.case(), before + delta
    if recording.asked.stop and text_of_reply(tokenizer, case).startswith(given):
        return "gives what belongs to a stop string, or stands behind it"
    skips = case.options.skip_special
    other = StreamCase(case.ids, case.prompt_ids, DecodeOptions(skip_special=not skips))
    if text_of_reply(tokenizer, other).startswith(given):
        return "gives a special token" if skips else "leaves a special token out"
    at = in_common(given, whole)
    wrong, wanted = given[at:], whole[at:]
    if wrong.startswith(_REPLACEMENT):
        return "gives U+FFFD for a part of a character"
    if wanted.startswith(" ") and wanted[1:].startswith(wrong[:1]):
        return "leaves a space out"
    if wrong.startswith(" ") and (not wrong[1:] or wanted.startswith(wrong[1:2])):
        return "gives a space too much"
    if before and (before.endswith(delta) or delta.startswith(before)):
        return "gives again what it gave"
    if delta in whole[len(before) :]:
        return "leaves out what comes before it"
    return "gives another text"


def _ways_alike(
    tokenizer: Tokenizer, recording: Recording, pushes: Sequence[tuple[int, Push]]
) -> Iterator[str]:
    """The names of the ways whose text after each of some pushes is the recorded one."""
    case = recording.case(pushes)
    recorded = list(accumulate(push.delta for _, push in pushes))
    ends = list(accumulate(len(push.ids) for _, push in pushes))
    for reply in _replies(tokenizer, case, recording.asked.stop):
        texts = list(accumulate((part or "" for part in reply.parts), initial=""))
        if [texts[end] for end in ends] == recorded:
            yield reply.way


def _replies(tokenizer: Tokenizer, case: StreamCase, stops: Sequence[str]) -> Iterator[Reply]:
    for way in WAYS | NAIVE:
        try:
            reply = reply_by(way, tokenizer, case)
        except NoPieces:
            continue
        yield through(reply, StopStrings(stops))
        if stops:
            yield replace(reply, way=f"{way}, which stops nowhere")
        if way == "byte_buffer" and stops:
            for name, make in NAIVE_STOPS.items():
                yield replace(through(reply, make(stops)), way=name)
