"""Replies decoded id by id: what is given, joined, is the text that all ids together add.

An invariant of `ByteBuffer`, whatever the ids; of `WindowDiff` where it is exact; and what the
library's own `DecodeStream` does is an observation. Not asked here: whether the reference's
`DecodeStream` is the library's, which every run asks (`op = "stream"`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tokparity.harness.properties.property import INVARIANT, Breach, Property, Reading, Subject
from tokparity.harness.properties.replies import Reply, ReplyTrial, through
from tokparity.harness.shrinking.case import case_order, shrink_case
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import Case, StreamCase
from tokparity.reference_impl.streaming.prefix_stability import unstable
from tokparity.reference_impl.streaming.pushes import streams
from tokparity.reference_impl.streaming.stop_strings import StopStrings, until_stop
from tokparity.reference_impl.streaming.thinking import Parted, ThinkingFilter, parted
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

CANDIDATES = 300
"""Replies that are tried to make the smallest breach smaller."""


def case_words(case: StreamCase) -> str:
    """A case as its ids.

    >>> case_words(StreamCase((1, 2), (3,)))
    'ids 1 2 behind 3'
    """
    behind = f" behind {' '.join(map(str, case.prompt_ids))}" if case.prompt_ids else ""
    skipping = ", special ones left out" if case.options.skip_special else ""
    return f"ids {' '.join(map(str, case.ids))}{behind}{skipping}"


@dataclass(frozen=True, slots=True)
class ReplyInvariant:
    """A way gives the text of each reply that it `applies` to."""

    way: str
    applies: Callable[[ReplyTrial], bool]

    def wrong(self, reply: ReplyTrial) -> str | None:
        """What it gives instead; "" where it is right, None where nothing is to be true."""
        if reply.text is None or not self.applies(reply):
            return None
        decoded = reply.by(self.way)
        if decoded.gives(reply.text):
            return ""
        refused = (*decoded.parts, decoded.rest).count(None)
        refusal = f" and refuses {refused}" if refused else ""
        return f"{self.way} gives {decoded.text!r:.60}{refusal}, not {reply.text!r:.60}"

    def breaks(self, reply: ReplyTrial) -> bool:
        """Whether it is wrong of a reply: where it is not, it is not asked if it applies."""
        if reply.text is None or reply.by(self.way).gives(reply.text):
            return False
        return self.applies(reply)

    def smallest(self, tokenizer: Tokenizer, broken: Sequence[StreamCase]) -> StreamCase:
        """The smallest of the replies that break it, made smaller."""

        def fails(cases: Sequence[Case]) -> list[bool]:
            return [
                isinstance(case, StreamCase) and self._is_wrong(tokenizer, case) for case in cases
            ]

        small = shrink_case(min(broken, key=case_order), fails, CandidateBudget(CANDIDATES), 1)
        assert isinstance(small, StreamCase)
        return small

    def _is_wrong(self, tokenizer: Tokenizer, case: StreamCase) -> bool:
        return _positive(case) and bool(self.wrong(ReplyTrial(tokenizer, case)))

    def breaches(self, subject: Subject) -> tuple[int, list[Breach]]:
        """Of all replies; the smallest breach is made smaller."""
        count, broken = 0, []
        for reply in subject.reply_trials:
            fault = self.wrong(reply)
            count += fault is not None
            if fault:
                broken.append(reply.case)
        if not broken:
            return count, []
        first = min(broken, key=case_order)
        small = self.smallest(subject.alone, broken)
        kept = [small, *(case for case in broken if case is not first)]
        faults = ((case, self.wrong(ReplyTrial(subject.alone, case))) for case in kept)
        return count, [Breach(case_words(case), fault or "") for case, fault in faults]


def _positive(case: StreamCase) -> bool:
    return min((*case.ids, *case.prompt_ids), default=0) >= 0


def _streamable(subject: Subject) -> Reading:
    return INVARIANT if subject.replies else Reading("none", "no reply is tried")


OF_BYTES = ReplyInvariant("byte_buffer", lambda reply: True)
BY_BYTES = Property(
    "replies by bytes",
    "`ByteBuffer` gives the text of a reply, whatever its ids",
    _streamable,
    OF_BYTES.breaches,
)


def _exact(subject: Subject) -> Reading:
    why = next(iter(unstable(subject.tokenizer)), None)
    return _streamable(subject) if why is None else Reading("none", why)


OF_LAST_TOKENS = ReplyInvariant("window_diff", lambda reply: reply.of_whole_characters)
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


def _complete(reply: ReplyTrial) -> bool:
    """What is incomplete at the end it gives nobody: there is nothing to flush."""
    return reply.text is not None and not reply.text.endswith("\ufffd")


BY_THE_LIBRARY = Property(
    "replies by DecodeStream",
    "`DecodeStream` gives the text of a reply that does not end within a character",
    _as_the_library,
    ReplyInvariant("decode_stream", _complete).breaches,
)


@dataclass(frozen=True, slots=True)
class TextInvariant:
    """What is read of a reply while it comes is what is read of its whole text. The tags that are
    looked for stand in the text itself, at two places of it."""

    while_it_comes: Callable[[Reply, str, str], str]
    at_once: Callable[[str, str, str], str]

    def breaches(self, subject: Subject) -> tuple[int, list[Breach]]:
        """Of the replies that `ByteBuffer` gives."""
        count, found = 0, []
        for trial in subject.reply_trials:
            text = trial.text
            if text is None or not (reply := trial.by("byte_buffer")).gives(text):
                continue
            count += 1
            if not text:
                continue  # it has no place for a tag
            first, second = (text[at : at + TAG] for at in (len(text) // 3, 2 * len(text) // 3))
            given, whole = (
                self.while_it_comes(reply, first, second),
                self.at_once(text, first, second),
            )
            if given != whole:
                tags = f"of {first!r} and {second!r}"
                fault = f"{tags}: {given!r:.60} while it comes, {whole!r:.60} at once"
                found.append(Breach(case_words(trial.case), fault))
        return count, found


TAG = 2
"""Characters of what stands for a tag."""


def _parted(reply: Reply, start: str, end: str) -> str:
    parts = ThinkingFilter(start, end)
    pushed = [parts.push(part or "") for part in (*reply.parts, reply.rest)]
    return _words(Parted(*map("".join, zip(*[*pushed, parts.flush()], strict=True))))


def _words(parts: Parted) -> str:
    return f"answer {parts.answer!r}, thought {parts.thought!r}"


THOUGHTS_APART = Property(
    "thoughts apart from answers",
    "`ThinkingFilter` gives of a reply, id by id, what stands within tags of its whole text",
    _streamable,
    TextInvariant(_parted, lambda text, start, end: _words(parted(text, start, end))).breaches,
)
STOPPED = Property(
    "replies that end at a stop string",
    "`StopStrings` gives of a reply, id by id, its whole text up to the first stop string",
    _streamable,
    TextInvariant(
        lambda reply, *stops: through(reply, StopStrings(stops)).text,
        lambda text, *stops: until_stop(text, stops),
    ).breaches,
)
