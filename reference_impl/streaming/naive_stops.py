"""`NAIVE_STOPS`: ways of ending a reply at a stop string that are often written, and wrong.

Each has the fault that its docstring names. Not for use: they are there for `tokparity stream` to
show, and to name what a recorded stream does.
"""

from collections.abc import Callable, Sequence

from tokparity.reference_impl.streaming.stop_strings import StopStrings, TextFilter, until_stop


class StopInEachDelta:
    """Looks for a stop string in each chunk alone: one that comes in two parts is not seen."""

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = stops
        self._stopped = False

    def push(self, chunk: str) -> str:
        before = "" if self._stopped else until_stop(chunk, self._stops)
        self._stopped |= len(before) < len(chunk)
        return before

    def flush(self) -> str:
        return ""


class StopGivenInPart:
    """Looks in the whole text, and holds nothing back: the beginning of a stop string is given
    before the rest of it comes."""

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = stops
        self._text = ""
        self._given = 0

    def push(self, chunk: str) -> str:
        self._text += chunk
        before = until_stop(self._text, self._stops)
        new, self._given = before[self._given :], max(self._given, len(before))
        return new

    def flush(self) -> str:
        return ""


class StopLosesItsBeginning(StopStrings):
    """Holds back what may be the beginning of a stop string, and never gives it: a reply that ends
    with such a beginning is too short."""

    def flush(self) -> str:
        return ""


NAIVE_STOPS: dict[str, Callable[[Sequence[str]], TextFilter]] = {
    "stop_in_each_delta": StopInEachDelta,
    "stop_given_in_part": StopGivenInPart,
    "stop_loses_its_beginning": StopLosesItsBeginning,
}
