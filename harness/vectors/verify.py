"""`verified`: an engine held to a file of vectors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Agreement, NotExpressible, compare
from tokparity.harness.shards.runner import ShardRunner
from tokparity.harness.vectors.vector import EXCUSED, Vector
from tokparity.reference_impl.contract import Observation


@dataclass(slots=True)
class Verified:
    """How many were asked; what was answered otherwise, each with that answer. `excused`: of those,
    whose notes say why. `unsupported`: what the engine does not have."""

    asked: int = 0
    unsupported: int = 0
    wrong: list[tuple[Vector, Observation]] = field(default_factory=list)
    excused: list[tuple[Vector, Observation]] = field(default_factory=list)


def verified(runner: ShardRunner, vectors: Sequence[Vector]) -> Verified:
    """What the right side of a cell answers to each vector."""
    found = Verified()
    for vector, answer in _answers(runner, vectors, found):
        verdict = compare(vector.answer, answer, strict=True)
        if isinstance(verdict, NotExpressible):
            found.unsupported += 1
            continue
        found.asked += 1
        if not isinstance(verdict, Agreement):
            excused = EXCUSED & {*vector.notes}
            (found.excused if excused else found.wrong).append((vector, answer))
    return found


def _answers(
    runner: ShardRunner, vectors: Sequence[Vector], found: Verified
) -> Iterator[tuple[Vector, Observation]]:
    can = {op: runner.options(op)[0] for op in ("encode", "decode")}
    asked = [vector for vector in vectors if vector.case.options in can[vector.case.op]]
    found.unsupported += len(vectors) - len(asked)
    cases = [vector.case for vector in asked]
    yield from zip(asked, observe(runner.right, cases), strict=True)
