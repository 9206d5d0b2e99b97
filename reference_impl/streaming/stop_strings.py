"""`StopStrings`: ends a reply before a stop string, while the reply comes in chunks."""

from collections.abc import Sequence
from typing import Protocol


class TextFilter(Protocol):
    """Chunks of a text in, what a reader gets of them out."""

    def push(self, chunk: str, /) -> str:
        """What one more chunk settles."""
        ...

    def flush(self) -> str:
        """What is left at the end."""
        ...


def until_stop(text: str, stops: Sequence[str]) -> str:
    """A text up to the stop string that is complete first; of two that end together, the longer.

    >>> until_stop("one STOP two", ["STOP", "two"]), until_stop("one ST", ["STOP"])
    ('one ', 'one ST')
    """
    found = [(at + len(stop), at) for stop in stops if (at := text.find(stop)) >= 0]
    return text[: min(found)[1]] if found else text


class StopStrings:
    r"""What may be the beginning of a stop string waits; behind a whole one nothing is given.

    What the chunks are makes no difference: joined, they are `until_stop` of the whole text.

    >>> parts = StopStrings(["\n\nUser:"])
    >>> parts.push("Yes.\n"), parts.push("\nUs"), parts.push("er: more"), parts.flush()
    ('Yes.', '', '', '')
    >>> parts = StopStrings(["\n\nUser:"])
    >>> parts.push("Yes.\n"), parts.push("\nUs"), parts.push("e it"), parts.flush()
    ('Yes.', '', '\n\nUse it', '')
    """

    def __init__(self, stops: Sequence[str]) -> None:
        if not all(stops):
            raise ValueError("a stop string has at least one character")
        self._stops = tuple(stops)
        self._waiting = ""
        self._stopped = False

    def push(self, chunk: str) -> str:
        if self._stopped:
            return ""
        text = self._waiting + chunk
        before = until_stop(text, self._stops)
        if len(before) < len(text):
            self._stopped, self._waiting = True, ""
            return before
        held = max((_begun(text, stop) for stop in self._stops), default=0)
        self._waiting = text[len(text) - held :]
        return text[: len(text) - held]

    def flush(self) -> str:
        """At the end, the beginning of a stop string is text as any other."""
        rest, self._waiting = self._waiting, ""
        return rest


def _begun(text: str, stop: str) -> int:
    """Characters at the end of a text that a stop string begins with.

    >>> _begun("a \\n", "\\n\\n"), _begun("ab", "c")
    (1, 0)
    """
    longest = min(len(stop) - 1, len(text))
    return next((size for size in range(longest, 0, -1) if text.endswith(stop[:size])), 0)
