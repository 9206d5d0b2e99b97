"""What the engine does in a CPU-second, and what it takes beside the library: the table of `bench`.

Texts are made, carried to both sides, encoded and compared, as in a run. The library's own calls
for the same texts are measured in a fork of this process, right behind.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table

from tokparity.corpora.generators.categories import CATEGORIES
from tokparity.corpora.generators.fragments import FRAGMENTS
from tokparity.corpora.generators.shards import Mix, encode_texts
from tokparity.corpora.generators.targeting import steered_texts, targets_held
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.batch_ratios import forked
from tokparity.harness.commands.bench_libraries import library_of
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import EncodeBatch, Side
from tokparity.harness.compare.verdict import differing_cases
from tokparity.harness.shards.runner import BATCH, case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.errors import TokparityError

SHARD = 4096
STEERED_LENGTH = 512
"""Characters of a steered text in the mean, as in the default run; so there are fewer of them."""
STEERED_PART = 8

Made = tuple[list[str], int]
"""Distinct texts, and how many targets they were aimed at."""
Maker = Callable[[Slot, Artefact, int, int], Made]
"""(slot, artefact, how many, seed) → texts."""


class BenchDiffers(TokparityError):
    """A benchmark whose two sides disagree measures nothing."""

    def __init__(self, text: str) -> None:
        super().__init__(f"the two sides differ on {text!r}: nothing to measure, see `check`")


def _drawn(mix: Mix) -> Maker:
    def make(slot: Slot, artefact: Artefact, count: int, seed: int) -> Made:
        material = slot.material(artefact)
        made: dict[str, None] = {}
        shard = 0
        while len(made) < count:
            draw = seed, artefact.sha256, "bench", shard
            made |= {text: None for _, text in encode_texts(*draw, SHARD, material, mix)}
            shard += 1
        return list(made)[:count], 0

    return make


def _steered(slot: Slot, artefact: Artefact, count: int, seed: int) -> Made:
    targets = slot.targets_of(artefact).of_length(STEERED_LENGTH)
    draw = seed, artefact.sha256, "bench", 0, -(-count // STEERED_PART), targets
    return list({text: None for _, text in steered_texts(*draw)}), targets_held(*draw)


KINDS: Mapping[str, Maker] = {
    "fragments": _drawn(((FRAGMENTS, 1),)),
    "random characters": _drawn(((CATEGORIES, 1),)),
    "steered": _steered,
}


@dataclass(frozen=True, slots=True)
class Rate:
    """Distinct texts of one kind, and the seconds they took: CPU of all processes, and wall.
    `targets`: those that they were aimed at. `library`: CPU of the library's own calls, which are
    in that; 0: it runs in a worker alone."""

    kind: str
    texts: int
    characters: int
    targets: int
    generation: float
    cpu: float
    wall: float
    library: float

    @property
    def spent(self) -> float:
        """CPU seconds, generation included."""
        return self.cpu + self.generation

    @property
    def engine(self) -> float | None:
        """What all else takes, as so many times the library's own calls."""
        return self.spent / self.library - 1 if self.library else None


def rates_of(artefact: str, count: int, seed: int, rounds: int = 1) -> list[Rate]:
    """Of each kind; of several rounds the one that is in the middle by what the engine takes.
    Errors: BenchDiffers."""
    rates = []
    for kind in KINDS:
        measured = []
        for _ in range(rounds):
            with Slot() as slot:
                measured.append(measure(slot, artefact, kind, count, seed))
        rates.append(sorted(measured, key=lambda rate: rate.engine or 0.0)[rounds // 2])
    return rates


def measure(slot: Slot, artefact: str, kind: str, count: int, seed: int) -> Rate:
    """Encode `count` distinct texts on both sides with offsets, and compare them."""
    resolved = resolve(artefact)
    cell = fidelity_cell(resolved, artefact)
    left, right = slot.side(cell.left), slot.side(cell.right)
    slot.material(resolved)
    started = time.process_time()
    texts, targets = KINDS[kind](slot, resolved, count, seed)
    generation = time.process_time() - started
    (options, *_), _ = case_runner(slot, cell).options("encode")
    assert isinstance(options, EncodeOptions)
    _encode(left, right, ["warm up"], options)
    cpu, wall = slot.cpu_seconds(), time.perf_counter()
    _encode(left, right, texts, options)
    cpu, wall = slot.cpu_seconds() - cpu, time.perf_counter() - wall
    library, alone = library_of(resolved), 0.0
    if library is not None:
        alone = forked(lambda: [library.encode(text) for text in texts], None)
    characters = sum(map(len, texts))
    return Rate(kind, len(texts), characters, targets, generation, cpu, wall, alone)


def _encode(left: Side, right: Side, texts: list[str], options: EncodeOptions) -> None:
    for at in range(0, len(texts), BATCH):
        batch = EncodeBatch(tuple(texts[at : at + BATCH]), options)
        waiting = right.submit(batch)
        mine = left.submit(batch).result()
        for index, _, _ in differing_cases(mine, waiting.result()):
            raise BenchDiffers(batch.texts[index])


def engine_table(artefact: str, oracle: str, rates: Sequence[Rate]) -> Table:
    """What the engine does in a second, and what it takes beside the library, a column a kind."""
    table = Table("", *(rate.kind for rate in rates), title=f"{artefact} against {oracle}")
    figures: tuple[tuple[str, Callable[[Rate], str]], ...] = (
        (
            "all else, times the library",
            lambda rate: "–" if rate.engine is None else f"{rate.engine:.2f}",
        ),
        ("texts per CPU s", lambda rate: f"{rate.texts / rate.spent:,.0f}"),
        ("characters per CPU s", lambda rate: f"{rate.characters / rate.spent:,.0f}"),
        (
            "targets per CPU s",
            lambda rate: f"{rate.targets / rate.spent:,.0f}" if rate.targets else "–",
        ),
        ("distinct texts", lambda rate: f"{rate.texts:,}"),
        ("generation, CPU s", lambda rate: f"{rate.generation:.2f}"),
        ("both sides, CPU s", lambda rate: f"{rate.cpu:.2f}"),
        ("both sides, wall s", lambda rate: f"{rate.wall:.2f}"),
        ("the library alone, CPU s", lambda rate: f"{rate.library:.2f}" if rate.library else "–"),
    )
    for name, figure in figures:
        table.add_row(name, *map(figure, rates))
    return table
