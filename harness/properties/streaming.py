"""Replies decoded id by id: what is given, joined, is the text that all ids together add.

A law of `ByteBuffer`, whatever the ids; of `WindowDiff` where it is exact; and what the library's
own `DecodeStream` does is an observation. Not asked here: whether the reference's `DecodeStream` is
the library's, which every run asks (`op = "stream"`).
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from harness.cells import SKIP_OPTIONS
from harness.properties.property import LAW, Breach, Property, Reading, Subject
from harness.replies import reply_by, text_of_reply
from harness.shrink import Budget
from harness.shrink_case import case_order, shrink_case
from reference_impl.contract import Case, StreamCase
from reference_impl.errors import TokparityError
from reference_impl.streaming.prefix_stability import unstable
from reference_impl.streaming.streamed import streams
from reference_impl.streaming.window_diff import WINDOW
from reference_impl.tokenizer import Tokenizer

CANDIDATES = 300
"""Replies that are tried to make the smallest breach smaller."""

_REPLACEMENT = "\ufffd"

Applies = Callable[[Tokenizer, StreamCase, str], bool]
"""Whether a way should give the text of a case, which is told too."""


def cases_of(subject: Subject) -> Iterator[StreamCase]:
    """Every reply, with and without special tokens by turns."""
    for at, (prompt, ids) in enumerate(subject.replies):
        yield StreamCase(ids, prompt, SKIP_OPTIONS[at % len(SKIP_OPTIONS)])


def said_of(case: StreamCase) -> str:
    """A case as its ids.

    >>> said_of(StreamCase((1, 2), (3,)))
    'ids 1 2 behind 3'
    """
    behind = f" behind {' '.join(map(str, case.prompt_ids))}" if case.prompt_ids else ""
    skipping = ", special ones left out" if case.options.skip_special else ""
    return f"ids {' '.join(map(str, case.ids))}{behind}{skipping}"


def _broken_by(way: str, applies: Applies) -> Callable[[Subject], tuple[int, list[Breach]]]:
    """Tries every reply; of those that break it, the smallest is made smaller."""

    def wrong(tokenizer: Tokenizer, case: StreamCase) -> str | None:
        """What it gives instead; "" where it is right, None where nothing is to be true."""
        try:
            text = text_of_reply(tokenizer, case)
        except TokparityError:
            return None
        if not applies(tokenizer, case, text):
            return None
        reply = reply_by(way, tokenizer, case)
        if reply.gives(text):
            return ""
        refused = (*reply.parts, reply.rest).count(None)
        told = f" and refuses {refused}" if refused else ""
        return f"{way} gives {reply.text!r:.60}{told}, not {text!r:.60}"

    def breaches(subject: Subject) -> tuple[int, list[Breach]]:
        looked, broken = 0, []
        for case in cases_of(subject):
            said = wrong(subject.alone, case)
            looked += said is not None
            if said:
                broken.append(case)
        if not broken:
            return looked, []

        def fails(cases: Sequence[Case]) -> list[bool]:
            return [isinstance(one, StreamCase) and _positive(one)
                    and bool(wrong(subject.alone, one)) for one in cases]  # fmt: skip

        first = min(broken, key=case_order)
        small = shrink_case(first, fails, Budget(CANDIDATES), 1)
        assert isinstance(small, StreamCase)
        kept = [small, *(one for one in broken if one is not first)]
        return looked, [Breach(said_of(one), wrong(subject.alone, one) or "") for one in kept]

    return breaches


def _positive(case: StreamCase) -> bool:
    return min((*case.ids, *case.prompt_ids), default=0) >= 0


def _streamable(subject: Subject) -> Reading:
    return LAW if subject.replies else Reading("none", "no reply is tried")


def _always(tokenizer: Tokenizer, case: StreamCase, text: str) -> bool:
    return True


BY_BYTES = Property(
    "replies by bytes",
    "`ByteBuffer` gives the text of a reply, whatever its ids",
    _streamable,
    _broken_by("byte_buffer", _always),
)


def _exact(subject: Subject) -> Reading:
    why = next(iter(unstable(subject.tokenizer)), None)
    return _streamable(subject) if why is None else Reading("none", why)


def _whole_characters(tokenizer: Tokenizer, case: StreamCase, text: str) -> bool:
    """No character is broken, or in more tokens than the window holds."""
    whole = StreamCase((*case.prompt_ids, *case.ids), (), case.options)
    if _REPLACEMENT in text_of_reply(tokenizer, whole):
        return False
    parts = reply_by("byte_buffer", tokenizer, whole).parts
    empty = (sum(1 for _ in run) for part, run in groupby(parts) if not part)
    return max(empty, default=0) < WINDOW


BY_LAST_TOKENS = Property(
    "replies by last tokens",
    "`WindowDiff` gives the text of a reply of whole characters, where no text changes later",
    _exact,
    _broken_by("window_diff", _whole_characters),
)


def _as_the_library(subject: Subject) -> Reading:
    if not streams(subject.tokenizer) or not subject.replies:
        return Reading("none", "its library decodes whole sequences only")
    return Reading("observation", "what DecodeStream of tokenizers loses, doubles or refuses")


def _complete(tokenizer: Tokenizer, case: StreamCase, text: str) -> bool:
    """What is incomplete at the end it gives nobody: there is nothing to flush."""
    return not text.endswith(_REPLACEMENT)


BY_THE_LIBRARY = Property(
    "replies by DecodeStream",
    "`DecodeStream` gives the text of a reply that does not end within a character",
    _as_the_library,
    _broken_by("decode_stream", _complete),
)
