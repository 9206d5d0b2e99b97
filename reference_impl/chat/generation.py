"""What of a rendered conversation the model said itself: `{% generation %}` blocks, as ranges.

Characters first, then ids, as `return_assistant_tokens_mask` of transformers 5.23 says it
(`apply_chat_template`), with all that is odd there:

- a block that is not written at once (in a macro, a `set` block, another block) begins where the
  text stood before that, not where it comes to stand;
- where the last character is of several ids (bytes), the first of them is the last that is marked;
- a range whose first character is in no token ends the mask, whatever ranges follow;
- a range whose last character is in no token, or in the very first one, goes on to the end.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from tokparity.reference_impl.chat.errors import NoMask, TemplateLimit
from tokparity.reference_impl.contract import Offset

Ranges = tuple[tuple[int, int], ...]
MOST = 1 << 14
"""Blocks of one text: more than a model reads messages."""


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text, and where its `{% generation %}` blocks are, in characters, in order of their ends.

    None where a message is gone on with: as in the library, which refuses to tell.
    """

    text: str
    generation: Ranges = ()


@dataclass(slots=True)
class Tracker:
    """Counts the characters of a text that is being written, and keeps its blocks."""

    length: int = 0
    found: list[tuple[int, int]] = field(default_factory=list)

    def block(self, text: str) -> None:
        """A block was written. Errors: TemplateLimit."""
        if len(self.found) >= MOST:
            raise TemplateLimit(f"it has more than {MOST} generation blocks")
        self.found.append((self.length, self.length + len(text)))


_TRACKER: ContextVar[Tracker | None] = ContextVar("tracker", default=None)


@contextmanager
def tracked() -> Iterator[Tracker]:
    """While this lasts, blocks are told to what it yields."""
    tracker = Tracker()
    token = _TRACKER.set(tracker)
    try:
        yield tracker
    finally:
        _TRACKER.reset(token)


def written(caller: Callable[[], str]) -> str:
    """The text of a block, which is told to the tracker."""
    text = caller()
    tracker = _TRACKER.get()
    if tracker is not None:
        tracker.block(text)
    return text


def inside(ranges: Ranges, text: str) -> Ranges:
    """The ranges as far as they are in the text.

    >>> inside(((0, 2), (3, 9), (7, 9)), "abcdef")
    ((0, 2), (3, 6))
    """
    return tuple((start, min(end, len(text))) for start, end in ranges if start < len(text))


def mask(ranges: Ranges, offsets: Sequence[Offset]) -> tuple[int, ...]:
    """1 for each id that is the model's own; `offsets` are those of the text's tokens.

    >>> mask(((1, 3),), ((0, 1), (1, 2), (2, 3), (3, 4)))
    (0, 1, 1, 0)

    Errors: NoMask for an empty block that begins the text.
    """
    token_of: dict[int, int] = {}  # the first that holds a character: `char_to_token`
    for token, (start, end) in enumerate(offsets):
        for at in range(start, end):
            token_of.setdefault(at, token)
    found = bytearray(len(offsets))
    for start, end in ranges:
        if end == 0:  # the library asks for the token of character -1, and raises
            raise NoMask("an empty generation block begins the text")
        first, last = token_of.get(start), token_of.get(end - 1)
        if first is None:
            break
        behind = last + 1 if last else len(offsets)
        if behind > first:
            found[first:behind] = b"\1" * (behind - first)
    return tuple(found)
