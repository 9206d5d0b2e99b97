"""What one text may take of a matcher of our own."""

from collections.abc import Callable
from time import process_time
from typing import TypeVar

from tokparity.reference_impl.errors import RegexLimit

_STEPS = 1024
_Found = TypeVar("_Found")


def asked_twice(search: Callable[[], _Found]) -> _Found:
    """What `search` gives; where the time was over, what it gives the second time.

    A full collection of the interpreter may fall into a search and take more than all of it:
    the same text is not refused here and matched there by that. Errors: those of `search`.

    >>> asked_twice(lambda: 1)
    1
    """
    try:
        return search()
    except (TimeoutError, RegexLimit):
        return search()


class Clock:
    """Counts steps, and looks at the time now and then."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.steps, self.ends = seconds, 0, process_time() + seconds

    def tick(self) -> None:
        """One step. Errors: RegexLimit."""
        self.steps += 1
        if self.steps % _STEPS == 0 and process_time() > self.ends:
            raise RegexLimit(f"more than {self.seconds:.1f} s on one text")

    def left(self) -> float:
        """Seconds."""
        return max(0.0, self.ends - process_time())
