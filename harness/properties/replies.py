"""`Reply`: what one way to decode id by id gave of a reply. The text that it should be is
`incremental.generated_text`, whatever a library does. `ReplyTrial`: a case, each thing derived
once.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise

from tokparity.reference_impl.contract import StreamCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.streaming.incremental import Incremental, generated_text
from tokparity.reference_impl.streaming.stop_strings import TextFilter
from tokparity.reference_impl.streaming.ways import way_called
from tokparity.reference_impl.streaming.window_diff import WINDOW
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Reply:
    """A part for each id, and the rest at the end; None where that was refused."""

    way: str
    parts: tuple[str | None, ...]
    rest: str | None

    @property
    def text(self) -> str:
        """All that was given."""
        return "".join(part or "" for part in (*self.parts, self.rest))

    def gives(self, text: str) -> bool:
        """Whether it is this text, and nothing was refused.

        >>> Reply("some", ("a", "b"), "").gives("ab"), Reply("some", ("ab", None), "").gives("ab")
        (True, False)
        """
        return None not in (*self.parts, self.rest) and self.text == text


def reply_by(way: str, tokenizer: Tokenizer, case: StreamCase) -> Reply:
    """What the way of a name gives. Raises NoPieces where it takes other tokenizers; KeyError."""
    stream = way_called(way)(tokenizer, case.prompt_ids, case.options)
    parts = tuple(_pushed(stream, token_id) for token_id in case.ids)
    try:
        return Reply(way, parts, stream.flush())
    except TokparityError:
        return Reply(way, parts, None)


def through(reply: Reply, text_filter: TextFilter) -> Reply:
    """What a filter gives of each part of a reply; its rest is what comes of both at the end.

    >>> from tokparity.reference_impl.streaming.stop_strings import StopStrings
    >>> through(Reply("some", ("a b", "c d", "e"), ""), StopStrings(["cd", "c d"])).parts
    ('a b', '', '')
    """
    push = text_filter.push
    parts = tuple(None if part is None else push(part) for part in reply.parts)
    rest = None if reply.rest is None else push(reply.rest) + text_filter.flush()
    return replace(reply, parts=parts, rest=rest)


def _pushed(stream: Incremental, token_id: int) -> str | None:
    try:
        return stream.push(token_id)
    except TokparityError:
        return None


def text_of_reply(tokenizer: Tokenizer, case: StreamCase) -> str:
    """What the ids of a case add to the text of its prompt. Raises as `Tokenizer.decode`."""
    return generated_text(tokenizer, case.prompt_ids, case.ids, case.options)


def most_waiting(tokenizer: Tokenizer, case: StreamCase) -> int:
    """The most ids in a row that each end within a character, where the text ends with U+FFFD so
    far, or leave the text as it was: such a one takes the place of one that the window needs."""
    upto = (StreamCase(case.ids[:at], (), case.options) for at in range(len(case.ids) + 1))
    texts = [text_of_reply(tokenizer, part) for part in upto]
    waits = (new.endswith(_REPLACEMENT) or new == old for old, new in pairwise(texts))
    return max((sum(run) for waiting, run in groupby(waits) if waiting), default=0)


_REPLACEMENT = "\ufffd"


@dataclass(frozen=True)  # no slots: what is derived is kept
class ReplyTrial:
    """A reply to decode in several ways."""

    tokenizer: Tokenizer
    case: StreamCase
    _given: dict[str, Reply] = field(default_factory=dict)

    @cached_property
    def text(self) -> str | None:
        """What it should be; None where the ids cannot be decoded."""
        try:
            return text_of_reply(self.tokenizer, self.case)
        except TokparityError:
            return None

    def by(self, way: str) -> Reply:
        """What a way gives. Raises NoPieces."""
        if way not in self._given:
            self._given[way] = reply_by(way, self.tokenizer, self.case)
        return self._given[way]

    @cached_property
    def of_whole_characters(self) -> bool:
        """No character, of the prompt too, is broken, and never do as many tokens in a row as a
        window holds end within one, be it the next that the last of them began, or give nothing."""
        prompt, ids, options = self.case.prompt_ids, self.case.ids, self.case.options
        if self.text is None or _REPLACEMENT in self.text:
            return False
        whole = (
            ReplyTrial(self.tokenizer, StreamCase((*prompt, *ids), (), options)) if prompt else self
        )
        if whole.text is None or _REPLACEMENT in whole.text:
            return False
        return most_waiting(self.tokenizer, whole.case) < WINDOW
