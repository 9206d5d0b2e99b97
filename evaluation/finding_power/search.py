"""One arm's search for all mutants of a vocabulary: when each is reached, triggered, detected."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from evaluation.finding_power.canaries import Canaries
from evaluation.finding_power.stream import Block, Stream, size_of
from evaluation.pages.trials import Event
from tokparity.harness.compare.sides import Side, observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.fault_models.mutant import Mutant
from tokparity.harness.naming.investigation import DivergingCase
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(slots=True)
class Sought:
    """One mutant in a search. `raw` is the case that detected it."""

    mutant: Mutant
    side: Side
    canaries: Canaries
    reached: Event | None = None
    triggered: Event | None = None
    detected: Event | None = None
    raw: DivergingCase | None = None
    characters: int = 0
    """Of the texts, or ids, until it was detected or the search ended."""


@dataclass(slots=True)
class Searched:
    """What a search came to: `cases` and `seconds` it ran, and false alarms on the way."""

    sought: list[Sought]
    cases: int = 0
    seconds: float = 0.0
    out_of_time: bool = False
    false_alarms: int = 0


@dataclass(slots=True)
class Search:
    """`cases` and `seconds` bound it; `make_side` gives the mutant as a black box.

    The seconds are those of the cases: what the canaries cost is not in them.
    """

    stream: Stream
    cases: int
    seconds: float
    make_side: Callable[[Mutant, Tokenizer], Side]
    spot: int = field(default=0)

    def run(self, mutants: Iterable[Mutant]) -> Searched:
        """Search until all are detected, or a bound is met."""
        found = Searched([self._sought(mutant) for mutant in mutants])
        waiting = list(found.sought)
        for block in self.stream.blocks():
            found.false_alarms += block.false_alarms
            sizes = [size_of(case) for case in block.cases][: self.cases - block.first]
            for one in waiting if block.cases else ():
                self._look(one, block, len(sizes))
            for one in waiting:
                seen = len(sizes) if one.detected is None else one.detected.cases - block.first
                one.characters = block.characters + sum(sizes[:seen])
            waiting = [one for one in waiting if one.detected is None]
            found.cases = block.first + len(sizes)
            found.seconds = block.seconds[1]
            found.out_of_time = found.seconds >= self.seconds and found.cases < self.cases
            if not waiting or found.out_of_time or found.cases >= self.cases:
                return found
        raise AssertionError("a stream has no end")

    def _sought(self, mutant: Mutant) -> Sought:
        honest = self.stream.tokenizer
        changed = mutant.fault_model.apply(honest)
        side = self.make_side(mutant, changed)
        return Sought(mutant, side, Canaries(mutant, honest, changed, side))

    def _look(self, one: Sought, block: Block, most: int) -> None:
        """Look at the first `most` cases of a block: those within the budget."""
        if one.reached is None and (at := one.canaries.reached(block)) is not None and at < most:
            one.reached = Event(*block.at(at))
        indices = one.canaries.triggered(block)
        if not one.canaries.blind and self._missed(one, block, set(indices)):
            one.canaries.blind = True
            indices = one.canaries.triggered(block)
        indices = [at for at in indices if at < most]
        if indices and one.triggered is None:
            one.triggered = Event(*block.at(indices[0]))
            if one.reached is None:
                one.reached = one.triggered  # its canary asks for more than it takes
        self._ask(one, block, indices)

    def _ask(self, one: Sought, block: Block, indices: list[int]) -> None:
        for at in range(0, len(indices), 16):
            asked = indices[at : at + 16]
            answers = observe(one.side, [block.cases[index] for index in asked])
            for index, mine in zip(asked, answers, strict=True):
                theirs = block.native_answer(index)
                verdict = compare(mine, theirs, strict=True)
                if isinstance(verdict, Divergence):
                    one.detected = Event(*block.at(index))
                    one.raw = DivergingCase(block.cases[index], mine, theirs, verdict)
                    return

    def _missed(self, one: Sought, block: Block, triggered: set[int]) -> bool:
        """Whether a case of the block that is said not to differ does differ; one is looked at."""
        self.spot += 1
        index = self.spot * 7919 % len(block.cases)
        if index in triggered:
            return False
        return observe(one.side, [block.cases[index]])[0] != block.honest_answer(index)
