"""One arm's search for all mutants of a vocabulary: when each is reached, triggered, detected."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from evaluation.finding_power.canaries import Canaries
from evaluation.finding_power.stream import Block, Stream, size_of
from evaluation.pages.trials import Event
from tokparity.harness.compare.sides import Side, observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.fault_models.mutant import Mutant
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(slots=True)
class SoughtMutant:
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
class SearchResult:
    """What a search came to: `cases` and `seconds` it ran, and false alarms on the way."""

    sought: list[SoughtMutant]
    cases: int = 0
    seconds: float = 0.0
    out_of_time: bool = False
    false_alarms: int = 0


@dataclass(slots=True)
class MutantSearch:
    """`cases` and `seconds` bound it; `make_side` gives the mutant as a black box.

    The seconds are those of the cases: what the canaries cost is not in them.
    """

    stream: Stream
    cases: int
    seconds: float
    make_side: Callable[[Mutant, Tokenizer], Side]
    spot: int = field(default=0)

    def run(self, mutants: Iterable[Mutant]) -> SearchResult:
        """Search until all are detected, or a bound is met."""
        result = SearchResult([self._sought(mutant) for mutant in mutants])
        waiting = list(result.sought)
        for block in self.stream.blocks():
            result.false_alarms += block.false_alarms
            sizes = [size_of(case) for case in block.cases][: self.cases - block.first]
            for state in waiting if block.cases else ():
                self._look(state, block, len(sizes))
            for state in waiting:
                count = len(sizes) if state.detected is None else state.detected.cases - block.first
                state.characters = block.characters + sum(sizes[:count])
            waiting = [state for state in waiting if state.detected is None]
            result.cases = block.first + len(sizes)
            result.seconds = block.seconds[1]
            result.out_of_time = result.seconds >= self.seconds and result.cases < self.cases
            if not waiting or result.out_of_time or result.cases >= self.cases:
                return result
        raise AssertionError("a stream has no end")

    def _sought(self, mutant: Mutant) -> SoughtMutant:
        honest = self.stream.tokenizer
        changed = mutant.fault_model.apply(honest)
        side = self.make_side(mutant, changed)
        return SoughtMutant(mutant, side, Canaries(mutant, honest, changed, side))

    def _look(self, state: SoughtMutant, block: Block, most: int) -> None:
        """Look at the first `most` cases of a block: those within the budget."""
        if (
            state.reached is None
            and (at := state.canaries.reached(block)) is not None
            and at < most
        ):
            state.reached = Event(*block.at(at))
        indices = state.canaries.triggered(block)
        if not state.canaries.blind and self._missed(state, block, set(indices)):
            state.canaries.blind = True
            indices = state.canaries.triggered(block)
        indices = [at for at in indices if at < most]
        if indices and state.triggered is None:
            state.triggered = Event(*block.at(indices[0]))
            if state.reached is None:
                state.reached = state.triggered  # its canary asks for more than it takes
        self._ask(state, block, indices)

    def _ask(self, state: SoughtMutant, block: Block, indices: list[int]) -> None:
        for at in range(0, len(indices), 16):
            batch = indices[at : at + 16]
            answers = observe(state.side, [block.cases[index] for index in batch])
            for index, mine in zip(batch, answers, strict=True):
                theirs = block.native_answer(index)
                verdict = compare(mine, theirs, strict=True)
                if isinstance(verdict, Divergence):
                    state.detected = Event(*block.at(index))
                    state.raw = DivergingCase(block.cases[index], mine, theirs, verdict)
                    return

    def _missed(self, state: SoughtMutant, block: Block, triggered: set[int]) -> bool:
        """Whether a case of the block that is said not to differ does differ; one is looked at."""
        self.spot += 1
        index = self.spot * 7919 % len(block.cases)
        if index in triggered:
            return False
        return observe(state.side, [block.cases[index]])[0] != block.honest_answer(index)
