"""Reading an Oniguruma pattern: where we are, the options in force, what groups there are."""

from dataclasses import dataclass, field, replace
from typing import NoReturn

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.nodes import Case


@dataclass(frozen=True, slots=True)
class Options:
    """`(?imxWDSPCy{w})`: those in force at one place of the pattern. `ascii` has W, D, S, P."""

    ignore_case: bool = False
    dot_all: bool = False
    extended: bool = False
    ascii: frozenset[str] = frozenset()
    words: bool = False
    """Whether segments are words, not grapheme clusters."""
    only_ascii_case: bool = False
    """(?I): where case is ignored, it is that of ASCII."""
    captures: bool = True
    """Whether `(…)` is a group: not under (?C)."""

    @property
    def case(self) -> Case:
        return "ascii" if self.ignore_case and self.only_ascii_case else self.ignore_case

    def switched(self, letter: str, on: bool) -> "Options":
        match letter:
            case "i":
                return replace(self, ignore_case=on)
            case "m":
                return replace(self, dot_all=on)
            case "x":
                return replace(self, extended=on)
            case "y{g}" | "y{w}":
                return replace(self, words=letter == "y{w}")
            case "C":
                return replace(self, captures=False)
            case "I":
                return replace(self, only_ascii_case=True)
            case "L":
                return self
        return replace(self, ascii=self.ascii | {letter} if on else self.ascii - {letter})


@dataclass(slots=True)
class Cursor:
    """A place in the pattern that moves forward, and the groups met on the way."""

    pattern: str
    at: int = 0
    groups: int = 0
    names: dict[str, list[int]] = field(default_factory=dict)
    numbered_reference: int | None = None
    """Where a group is referred to by number: not allowed beside named groups."""
    plain_captures: bool = True
    """Whether `(…)` is a numbered group: not beside named groups."""
    slots: int = 0
    """How many places or ends are remembered by number."""
    whole: str = ""
    """The letters of an option of the whole pattern, which there is once."""
    callouts: int = 0
    tags: dict[str, int] = field(default_factory=dict)
    """The numbers of the callouts that have a name of their own."""
    wanted_tags: list[tuple[str, int]] = field(default_factory=list)
    """Those that callouts refer to, and where."""
    totals: set[str] = field(default_factory=set)
    """The tags of callouts that count over all attempts."""

    @property
    def ended(self) -> bool:
        return self.at >= len(self.pattern)

    def sees(self, words: str) -> bool:
        return self.pattern.startswith(words, self.at)

    def takes(self, words: str) -> bool:
        """Whether the words come next; if so, step over them."""
        if self.pattern.startswith(words, self.at):
            self.at += len(words)
            return True
        return False

    def take(self, expected: str) -> str:
        """The next character; BadPattern naming what was expected at the end of the pattern."""
        if self.at >= len(self.pattern):
            self.refuse(f"the pattern ends before {expected}")
        self.at += 1
        return self.pattern[self.at - 1]

    def take_digits(self, digits: str, most: int) -> str:
        start = self.at
        while self.at < len(self.pattern) and self.at - start < most:
            if self.pattern[self.at] not in digits:
                break
            self.at += 1
        return self.pattern[start : self.at]

    def take_name(self, ends: str) -> str:
        """What comes before any of the ends."""
        start = self.at
        while self.at < len(self.pattern) and self.pattern[self.at] not in ends:
            self.at += 1
        return self.pattern[start : self.at]

    def new_slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def open_group(self, name: str | None) -> int:
        """The number of a group that begins here."""
        self.groups += 1
        if name is not None:
            self.names.setdefault(name, []).append(self.groups)
        return self.groups

    def decimal_reference(self) -> int | None:
        """The number after the backslash at `at - 1`; None, and back: an octal escape or a digit.

        Up to 9 it always is a reference, above only where that many groups were opened.
        """
        start = self.at - 1
        self.at = start
        number = int(self.take_digits("0123456789", len(self.pattern))[:9])
        if number <= 9 or number <= self.groups:
            self.numbered_reference = start
            return number
        self.at = start
        return None

    def refuse(self, reason: str, at: int | None = None) -> NoReturn:
        raise BadPattern(self.pattern, self.at if at is None else at, reason)
