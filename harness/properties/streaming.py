"""Replies decoded id by id: what is given, joined, is the text that all ids together add.

A law of `ByteBuffer`, whatever the ids; of `WindowDiff` where it is exact; and what the library's
own `DecodeStream` does is an observation. Not asked here: whether the reference's `DecodeStream` is
the library's, which every run asks (`op = "stream"`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tokparity.harness.properties.property import LAW, Breach, Property, Reading, Subject
from tokparity.harness.properties.replies import Asked
from tokparity.harness.shrinking.case import case_order, shrink_case
from tokparity.harness.shrinking.sequence import Budget
from tokparity.reference_impl.contract import Case, StreamCase
from tokparity.reference_impl.streaming.prefix_stability import unstable
from tokparity.reference_impl.streaming.pushes import streams
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

CANDIDATES = 300
"""Replies that are tried to make the smallest breach smaller."""


def said_of(case: StreamCase) -> str:
    """A case as its ids.

    >>> said_of(StreamCase((1, 2), (3,)))
    'ids 1 2 behind 3'
    """
    behind = f" behind {' '.join(map(str, case.prompt_ids))}" if case.prompt_ids else ""
    skipping = ", special ones left out" if case.options.skip_special else ""
    return f"ids {' '.join(map(str, case.ids))}{behind}{skipping}"


@dataclass(frozen=True, slots=True)
class ReplyLaw:
    """A way gives the text of each reply that it `applies` to."""

    way: str
    applies: Callable[[Asked], bool]

    def wrong(self, asked: Asked) -> str | None:
        """What it gives instead; "" where it is right, None where nothing is to be true."""
        if asked.text is None or not self.applies(asked):
            return None
        reply = asked.by(self.way)
        if reply.gives(asked.text):
            return ""
        refused = (*reply.parts, reply.rest).count(None)
        told = f" and refuses {refused}" if refused else ""
        return f"{self.way} gives {reply.text!r:.60}{told}, not {asked.text!r:.60}"

    def breaks(self, asked: Asked) -> bool:
        """Whether it is wrong of a reply: where it is not, it is not asked if it applies."""
        if asked.text is None or asked.by(self.way).gives(asked.text):
            return False
        return self.applies(asked)

    def smallest(self, tokenizer: Tokenizer, broken: Sequence[StreamCase]) -> StreamCase:
        """The smallest of the replies that break it, made smaller."""

        def fails(cases: Sequence[Case]) -> list[bool]:
            return [isinstance(one, StreamCase) and _positive(one)
                    and bool(self.wrong(Asked(tokenizer, one))) for one in cases]  # fmt: skip

        small = shrink_case(min(broken, key=case_order), fails, Budget(CANDIDATES), 1)
        assert isinstance(small, StreamCase)
        return small

    def breaches(self, subject: Subject) -> tuple[int, list[Breach]]:
        """Of all replies; the smallest breach is made smaller."""
        looked, broken = 0, []
        for asked in subject.asked:
            said = self.wrong(asked)
            looked += said is not None
            if said:
                broken.append(asked.case)
        if not broken:
            return looked, []
        first = min(broken, key=case_order)
        small = self.smallest(subject.alone, broken)
        kept = [small, *(one for one in broken if one is not first)]
        told = ((one, self.wrong(Asked(subject.alone, one))) for one in kept)
        return looked, [Breach(said_of(one), said or "") for one, said in told]


def _positive(case: StreamCase) -> bool:
    return min((*case.ids, *case.prompt_ids), default=0) >= 0


def _streamable(subject: Subject) -> Reading:
    return LAW if subject.replies else Reading("none", "no reply is tried")


OF_BYTES = ReplyLaw("byte_buffer", lambda asked: True)
BY_BYTES = Property(
    "replies by bytes",
    "`ByteBuffer` gives the text of a reply, whatever its ids",
    _streamable,
    OF_BYTES.breaches,
)


def _exact(subject: Subject) -> Reading:
    why = next(iter(unstable(subject.tokenizer)), None)
    return _streamable(subject) if why is None else Reading("none", why)


OF_LAST_TOKENS = ReplyLaw("window_diff", lambda asked: asked.of_whole_characters)
BY_LAST_TOKENS = Property(
    "replies by last tokens",
    "`WindowDiff` gives the text of a reply of whole characters, where no text changes later",
    _exact,
    OF_LAST_TOKENS.breaches,
)


def _as_the_library(subject: Subject) -> Reading:
    if not streams(subject.tokenizer) or not subject.replies:
        return Reading("none", "its library decodes whole sequences only")
    return Reading("observation", "what DecodeStream of tokenizers loses, doubles or refuses")


def _complete(asked: Asked) -> bool:
    """What is incomplete at the end it gives nobody: there is nothing to flush."""
    return asked.text is not None and not asked.text.endswith("\ufffd")


BY_THE_LIBRARY = Property(
    "replies by DecodeStream",
    "`DecodeStream` gives the text of a reply that does not end within a character",
    _as_the_library,
    ReplyLaw("decode_stream", _complete).breaches,
)
