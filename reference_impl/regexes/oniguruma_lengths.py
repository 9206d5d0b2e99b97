r"""How many characters the parts of an Oniguruma pattern take.

Source: Oniguruma 6.9.10 regcomp.c, `node_char_len1`. Not here: bytes (`recursion`), instructions
(`oniguruma_sizes`).
"""

from dataclasses import dataclass, field

from tokparity.reference_impl.regexes.fold_case import alternatives
from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Anchor,
    BackReference,
    Call,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Group,
    If,
    Node,
    Repeat,
)
from tokparity.reference_impl.regexes.recursion import Groups


@dataclass(frozen=True, slots=True)
class Length:
    """The least and the most characters; None: without end. `sure`: the least may be relied on."""

    low: int
    high: int | None
    sure: bool = True

    @property
    def fixed(self) -> bool:
        return self.low == self.high

    def and_then(self, other: "Length") -> "Length":
        high = None if self.high is None or other.high is None else self.high + other.high
        return Length(self.low + other.low, high, self.sure and other.sure)

    def times(self, low: int, high: int | None) -> "Length":
        most = None if high is None or self.high is None else high * self.high
        return Length(self.low * low, most, self.sure)

    def or_else(self, other: "Length") -> "Length":
        sure = self.sure or other.sure if self.low == other.low else min(
            (self, other), key=lambda length: length.low
        ).sure  # fmt: skip
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Length(min(self.low, other.low), high, sure)


NOTHING = Length(0, 0)
UNSURE = Length(0, 0, sure=False)
UNKNOWN = Length(0, None, sure=False)


class NotMeasured(Exception):
    """A text in a group further on, of which case is ignored, has no length yet."""


@dataclass(slots=True)
class Lengths:
    """Of the parts of one tree. `tuned`: groups that are ready, which others stand for."""

    groups: Groups
    tuned: dict[int, Capture] = field(default_factory=dict)
    _of_groups: dict[int, Length] = field(default_factory=dict)
    _measured: set[int] = field(default_factory=set)

    def of(self, node: Node) -> Length:
        match node:
            case Characters(chars, ignore_case):
                if ignore_case is True:
                    raise NotMeasured
                return Length(len(chars), len(chars))
            case Class(_, _, ignore_case) if ignore_case:
                branches = alternatives(node)
                return self.of(branches[0] if len(branches) == 1 else Alternation(tuple(branches)))
            case Class():
                return Length(1, 1)
            case Concatenation(parts):
                if not parts:
                    return NOTHING
                whole = self.of(parts[0])
                for part in parts[1:]:
                    whole = whole.and_then(self.of(part))
                return whole
            case Alternation(branches):
                whole = self.of(branches[0])
                for branch in branches[1:]:
                    whole = whole.or_else(self.of(branch))
                return whole
            case Group("options" | "longest" | "atomic", body):
                return self.of(body)
            case Capture(number):
                return self._group(number)
            case Call(group):
                assert isinstance(group, int)
                return UNKNOWN if id(node) in self.groups.recursive_calls else self._group(group)
            case Repeat(body, low, high):
                return NOTHING if high == 0 else self.of(body).times(low, high)
            case Condition(_, then, otherwise):
                return UNSURE.and_then(self.of(then)).or_else(self.of(otherwise))
            case If(test, then, otherwise):
                return self.of(test).and_then(self.of(then)).or_else(self.of(otherwise))
            case BackReference(number, _, others, level):
                if id(node) in self.groups.inner_references:
                    return UNSURE if level is None else UNKNOWN
                found = [self._reference(group) for group in sorted((number, *others))]
                whole = found[0]
                for length in found[1:]:
                    whole = whole.or_else(length)
                return whole
            case Group() | Anchor():
                return UNSURE
        return NOTHING

    def _reference(self, number: int) -> Length:
        length = self._group(number)
        return length if length.fixed else Length(length.low, length.high, sure=False)

    def _group(self, number: int) -> Length:
        if number not in self._of_groups:
            if number in self._measured:
                return UNKNOWN
            self._measured.add(number)
            length = self.of(self.tuned.get(number, self.groups.nodes[number]).body)
            self._measured.discard(number)
            self._of_groups[number] = length
        length = self._of_groups[number]
        return Length(length.low, length.high, sure=False)
