"""`verified`: an engine held to a file of vectors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tokparity.harness.bugs.ties import Ties
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import (
    ALWAYS_A_FINDING,
    Agreement,
    NotExpressible,
    compare,
)
from tokparity.harness.shards.runner import ShardRunner
from tokparity.harness.vectors.vector import NO_RULE, TIE, Vector
from tokparity.reference_impl.contract import Encoding, Observation, Refusal


@dataclass(slots=True)
class Verified:
    """How many were asked; what was answered otherwise, each with that answer. `excused`: of those,
    whose notes say why. `unsupported`: what the engine does not have."""

    asked: int = 0
    unsupported: int = 0
    wrong: list[tuple[Vector, Observation]] = field(default_factory=list)
    excused: list[tuple[Vector, Observation]] = field(default_factory=list)


def verified(runner: ShardRunner, vectors: Sequence[Vector], ties: Ties) -> Verified:
    """What the right side of a cell answers to each vector; `ties` are those of the tokenizer."""
    found = Verified()
    for vector, answer in _answers(runner, vectors, found):
        verdict = compare(vector.answer, answer, strict=True)
        if isinstance(verdict, NotExpressible):
            found.unsupported += 1
            continue
        found.asked += 1
        if not isinstance(verdict, Agreement):
            excused = is_excused(vector, answer, ties)
            (found.excused if excused else found.wrong).append((vector, answer))
    return found


def is_excused(vector: Vector, answer: Observation, ties: Ties) -> bool:
    """Whether a note says why another answer is as good: a tie that is one, or what no format has a
    rule for, unless the implementation broke on it."""
    if isinstance(answer, Refusal) and answer.kind in ALWAYS_A_FINDING:
        return False
    if NO_RULE in vector.notes:
        return True
    match vector.answer, answer:
        case Encoding(right), Encoding(given) if TIE in vector.notes:
            return ties(right, given)
    return False


def _answers(
    runner: ShardRunner, vectors: Sequence[Vector], found: Verified
) -> Iterator[tuple[Vector, Observation]]:
    can = {op: runner.options(op)[0] for op in ("encode", "decode")}
    asked = [vector for vector in vectors if vector.case.options in can[vector.case.op]]
    found.unsupported += len(vectors) - len(asked)
    cases = [vector.case for vector in asked]
    yield from zip(asked, observe(runner.right, cases), strict=True)
