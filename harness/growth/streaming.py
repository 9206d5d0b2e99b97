"""How the time of decoding a reply one by one grows with its length, way by way.

Each way of `WAYS` should be a straight line: what a push costs does not depend on the tokens
before. Beside them decoding all ids again at each push, whose time grows as the square. CPU time,
so that a busy machine changes little; nothing of a run depends on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, pairwise

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.kind import Ids
from tokparity.harness.growth.encoding import Clock
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.streaming.incremental import Maker
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.prefix_offsets import NoPieces
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer
from tokparity.reports.records.growth import Curve

EVERY_TIME = "whole_history"
"""The naive way that decodes all ids at each push."""
HALVINGS = 10
"""Points of a curve: its length, half of it, …"""
PER = 10_000
"""Tokens that seconds are told for."""
BARS = "▁▂▃▄▅▆▇█"


class NoReply(TokparityError):
    """A tokenizer that makes no ids of any text of the corpus."""

    def __init__(self) -> None:
        super().__init__("no text of the corpus has an encoding: there is no reply to decode")


@dataclass(frozen=True, slots=True)
class Growth:
    """The curve of a way: seconds of all pushes up to a number of tokens."""

    curve: Curve

    @property
    def per(self) -> tuple[float, ...]:
        """Seconds for `PER` tokens, between each point and the one before it.

        >>> Growth(Curve("a", "reply", ((1000, 1.0), (2000, 3.0)))).per
        (10.0, 20.0)
        """
        points = ((0, 0.0), *self.curve.points)
        return tuple((b - a) / (n - m) * PER for (m, a), (n, b) in pairwise(points))

    @property
    def bars(self) -> str:
        """The same as a picture: level where time is a straight line.

        >>> Growth(Curve("a", "reply", ((1000, 1.0), (2000, 3.0)))).bars
        '▄█'
        """
        most = max(self.per, default=0.0)
        if most <= 0:
            return BARS[0] * len(self.per)
        return "".join(BARS[max(0, round(seconds / most * len(BARS)) - 1)] for seconds in self.per)


def reply_of(tokenizer: Tokenizer, material: Material, count: int) -> Ids:
    """So many ids: the texts of the corpus, over and over. Errors: NoReply."""
    row: list[int] = []
    for text in material.corpus:
        if len(row) >= count:
            break
        try:
            row += tokenizer.encode(text, EncodeOptions(add_special=False)).ids
        except TokparityError:
            continue
    if not row:
        raise NoReply
    return tuple(islice(cycle(row), count))


def grow(
    way: str, make: Maker, tokenizer: Tokenizer, ids: Sequence[int], clock: Clock, seconds: float
) -> Growth:
    """Push the ids, and note the time at a 512th, a 256th … and the whole of them; no further
    than the first note of more than so many seconds. Errors: NoPieces; as `Tokenizer.decode`."""
    stream = make(tokenizer, (), DECODE)
    marks = {len(ids) >> at for at in range(HALVINGS)}
    points: list[tuple[int, float]] = []
    started = clock()
    for number, token_id in enumerate(ids, 1):
        stream.push(token_id)
        if number in marks:
            points.append((number, clock() - started))
            if points[-1][1] > seconds:
                break
    return Growth(Curve(way, "reply", tuple(points)))


def growth_of_ways(
    tokenizer: Tokenizer, ids: Sequence[int], clock: Clock, seconds: float
) -> Iterator[Growth]:
    """Every way that takes such a tokenizer, and all ids at each push."""
    for way, make in {**WAYS, EVERY_TIME: NAIVE[EVERY_TIME]}.items():
        try:
            yield grow(way, make, tokenizer, ids, clock, seconds)
        except NoPieces:
            continue
