"""`tokparity bench`: how many cases per CPU-second, the oracle isolated in its worker."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from tokparity.corpora.generators.categories import CATEGORIES
from tokparity.corpora.generators.fragments import FRAGMENTS
from tokparity.corpora.generators.shards import Mix, encode_texts
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.batch_ratios import Ratio, forked, library_of, ratios
from tokparity.harness.commands.bench_budgets import misses, read_budgets
from tokparity.harness.commands.load_ratios import load_ratios
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import EncodeBatch, Side
from tokparity.harness.compare.verdict import differing_cases
from tokparity.harness.growth.streaming import PER, growth_of_ways, reply_of
from tokparity.harness.shards.runner import BATCH, case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.oracles.protocol import native_oracle
from tokparity.oracles.worker.collector import collect_less
from tokparity.reference_impl.batch.piece_trie import PieceTrie
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.lookup.lengths import AllLengths
from tokparity.reference_impl.models.lookup.lookup import Lookup, Match
from tokparity.reference_impl.models.lookup.prefixes import PrefixDictionary
from tokparity.reference_impl.models.lookup.trie import Trie
from tokparity.reports.text.visible import message_line

KINDS: tuple[tuple[str, Mix], ...] = (
    ("fragments", ((FRAGMENTS, 1),)),
    ("random characters", ((CATEGORIES, 1),)),
)


class BenchDiffers(TokparityError):
    """A benchmark whose two sides disagree measures nothing."""

    def __init__(self, text: str) -> None:
        super().__init__(f"the two sides differ on {text!r}: nothing to measure, see `check`")


@dataclass(frozen=True, slots=True)
class Rate:
    """Distinct texts of one kind, and the seconds they took: CPU of all processes, and wall.
    `library`: CPU of the library's own calls, which are in that; 0: it runs in a worker alone."""

    kind: str
    texts: int
    characters: int
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


def measure(slot: Slot, artefact: str, kind: str, mix: Mix, count: int, seed: int) -> Rate:
    """Encode `count` distinct texts on both sides with offsets, and compare them."""
    resolved = resolve(artefact)
    cell = fidelity_cell(resolved, artefact)
    left, right = slot.side(cell.left), slot.side(cell.right)
    material = slot.material(resolved)
    started = time.process_time()
    made: dict[str, None] = {}
    shard = 0
    while len(made) < count:
        for _, text in encode_texts(seed, resolved.sha256, "bench", shard, 4096, material, mix):
            made[text] = None
        shard += 1
    generation = time.process_time() - started
    texts = list(made)[:count]
    (options, *_), _ = case_runner(slot, cell).options("encode")
    assert isinstance(options, EncodeOptions)
    _encode(left, right, ["warm up"], options)
    cpu, wall = slot.cpu_seconds(), time.perf_counter()
    _encode(left, right, texts, options)
    cpu, wall = slot.cpu_seconds() - cpu, time.perf_counter() - wall
    library, alone = library_of(resolved), 0.0
    if library is not None:
        alone = forked(lambda: [library.encode(text) for text in texts], None)
    return Rate(kind, count, sum(map(len, texts)), generation, cpu, wall, alone)


def engine_table(artefact: str, oracle: str, rates: Sequence[Rate]) -> Table:
    """What the engine does in a second, and what it takes beside the library, a column a kind."""
    table = Table("", *(rate.kind for rate in rates), title=f"{artefact} against {oracle}")
    figures: tuple[tuple[str, Callable[[Rate], str]], ...] = (
        ("distinct texts", lambda rate: f"{rate.texts:,}"),
        ("generation, CPU s", lambda rate: f"{rate.generation:.2f}"),
        ("both sides, CPU s", lambda rate: f"{rate.cpu:.2f}"),
        ("both sides, wall s", lambda rate: f"{rate.wall:.2f}"),
        ("texts per CPU s", lambda rate: f"{rate.texts / rate.spent:,.0f}"),
        ("characters per CPU s", lambda rate: f"{rate.characters / rate.spent:,.0f}"),
        ("the library alone, CPU s", lambda rate: f"{rate.library:.2f}" if rate.library else "–"),
        (
            "all else, times the library",
            lambda rate: "–" if rate.engine is None else f"{rate.engine:.2f}",
        ),
    )
    for name, figure in figures:
        table.add_row(name, *map(figure, rates))
    return table


def _encode(left: Side, right: Side, texts: list[str], options: EncodeOptions) -> None:
    for at in range(0, len(texts), BATCH):
        batch = EncodeBatch(tuple(texts[at : at + BATCH]), options)
        waiting = right.submit(batch)
        mine = left.submit(batch).result()
        for index, _, _ in differing_cases(mine, waiting.result()):
            raise BenchDiffers(batch.texts[index])


LOOKUPS: tuple[tuple[str, Callable[[Mapping[str, int]], Lookup]], ...] = (
    ("trie", Trie),
    ("prefix dictionary", PrefixDictionary),
    ("every length", AllLengths),
)


IN_ARRAYS = "trie in arrays"
CAPTION = "A place is a character of a text: every piece that begins there is found."


def compare_lookups(slot: Slot, artefact: str, count: int, seed: int) -> Table:
    """Every prefix at every place of `count` texts, by each look-up over the same pieces: what
    building takes, a first pass, and a second one."""
    resolved = resolve(artefact)
    pieces = {text: id_ for id_, text in slot.tokenizer(resolved).pieces().items() if text}
    made = encode_texts(seed, resolved.sha256, "bench", 0, count, slot.material(resolved))
    texts = [text for _, text in made]
    places = sum(map(len, texts))
    table = Table("look-up", "built s", "first pass, ns a place", "second pass", caption=CAPTION)
    expected: list[list[Match]] | None = None
    for name, kind in LOOKUPS:
        times = [time.process_time()]
        lookup = kind(pieces)
        times.append(time.process_time())
        for _ in range(2):
            found = [lookup.matches(text, at) for text in texts for at in range(len(text))]
            times.append(time.process_time())
        if expected is not None and found != expected:
            raise BenchDiffers(f"{artefact}: {name}")
        expected = found
        table.add_row(name, *_figures(times, places))
    times = [time.process_time()]
    trie = PieceTrie.of(pieces)
    times.append(time.process_time())
    for _ in range(2):
        matches = found_together(trie, texts)
        times.append(time.process_time())
    if sorted(matches) != [
        (at, *match) for at, some in enumerate(expected or ()) for match in some
    ]:
        raise BenchDiffers(f"{artefact}: {IN_ARRAYS}")
    table.add_row(IN_ARRAYS, *_figures(times, places))
    return table


def _figures(times: Sequence[float], places: int) -> list[str]:
    built, first, second = (end - start for start, end in pairwise(times))
    return [f"{built:.2f}", *(f"{1e9 * each / places:,.0f}" for each in (first, second))]


def found_together(trie: PieceTrie, texts: Sequence[str]) -> list[tuple[int, int, int]]:
    """The place among all, the end in its text and the id of each piece of many texts.

    >>> found_together(PieceTrie.of({"ab": 7}), ["a", "xab"])
    [(2, 3, 7)]
    """
    joined = "".join(texts).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(joined, np.uint32).astype(np.int64)
    sizes = np.array([len(text) for text in texts], np.int64)
    behind = np.cumsum(sizes)
    starts, ends, nodes = trie.found(codes, np.repeat(behind, sizes))
    firsts = np.repeat(behind - sizes, sizes)[starts]
    columns = starts.tolist(), (ends - firsts).tolist(), trie.ids[nodes].tolist()
    return list(zip(*columns, strict=True))


def compare_ways(slot: Slot, artefact: str, tokens: int, seconds: float) -> Table:
    """What one reply costs each way of decoding it one by one, and how that grows."""
    resolved = resolve(artefact)
    tokenizer = slot.tokenizer(resolved)
    ids = reply_of(tokenizer, slot.material(resolved), tokens)
    heading = f"CPU seconds of a reply of {tokens:,} tokens; bars: of each doubling of it, a token"
    table = Table("way", "tokens", "s", f"s per {PER:,}", "time ~ tokens^", "", caption=heading)
    for growth in growth_of_ways(tokenizer, ids, time.process_time, seconds):
        length, spent = growth.curve.points[-1]
        slope = "-" if growth.curve.slope is None else f"{growth.curve.slope:.2f}"
        each = f"{spent / length * PER:.3f}"
        table.add_row(growth.curve.engine, f"{length:,}", f"{spent:.2f}", each, slope, growth.bars)
    return table


def compare_batches(artefact: str, seed: int, rounds: int) -> tuple[str, list[Ratio]]:
    """How many times as fast a batch is as the library, whose name comes first, one text after the
    other. Errors: NotMeasured."""
    resolved = resolve(artefact)
    library = library_of(resolved)
    if library is None:
        raise NotMeasured(artefact)
    first = list(load_ratios(artefact, resolved, rounds))
    return library.name, [*first, *ratios(resolved, load(resolved), library, seed, rounds)]


def batch_table(artefact: str, library: str, rows: Sequence[Ratio], rounds: int) -> Table:
    """These rows, and how they were measured."""
    table = Table("what", "batch", f"{library} s", "here s", "times as fast")
    table.title = f"{artefact}: CPU, medians of {rounds} rounds"
    for row in rows:
        figures = f"{row.theirs:.3f}", f"{row.ours:.4f}"[:6], f"{row.times:.3g}"
        table.add_row(row.what, f"{row.size:,}", *figures)
    return table


class NotMeasured(TokparityError):
    """A file whose library runs in a worker alone."""

    def __init__(self, artefact: str) -> None:
        super().__init__(f"{artefact}: batches are measured of tokenizer.json, .model and ranks")


@click.command()
@click.argument("artefact", default="qwen3")
@click.option("--texts", "count", type=click.IntRange(1), default=30_000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--lookup", is_flag=True, help="Instead: what a trie of the pieces is worth.")
@click.option("--stream", is_flag=True, help="Instead: what decoding a reply one by one costs.")
@click.option(
    "--tokens",
    type=click.IntRange(1, 10_000_000),
    default=100_000,
    show_default=True,
    help="Of the reply that --stream decodes.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=5.0,
    show_default=True,
    help="Of --stream: a way that took longer is not asked for twice as many tokens.",
)
@click.option("--batches", is_flag=True, help="Instead: batches beside the library's own calls.")
@click.option(
    "--rounds", type=click.IntRange(1), default=5, show_default=True, help="Of --batches."
)
@click.option(
    "--budgets",
    type=click.Path(path_type=Path),
    help="Instead: --batches of each vocabulary in this file; exit code 1 where one is slower.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what --batches measures as JSON.")
@click.pass_context
def bench(
    context: click.Context,
    artefact: str,
    count: int,
    seed: int,
    lookup: bool,
    stream: bool,
    batches: bool,
    rounds: int,
    tokens: int,
    seconds: float,
    budgets: Path | None,
    as_json: bool,
) -> None:
    """Cases per CPU-second on distinct texts: reference, worker, transport and comparison.

    ARTEFACT is qwen3 where none is given.

    \b
    tokparity bench llama2 --lookup
    tokparity bench llama2 --stream      each way should grow as tokens^1; all ids at each push, ^2
    tokparity bench llama2 --batches     how many times as fast as the library, one by one
    tokparity bench --budgets ci/bench.toml    the same, held to what it has to be at least
    """
    if lookup + stream + batches + (budgets is not None) > 1:
        said = "--lookup, --stream, --batches and --budgets are a benchmark each: give one of them"
        raise click.UsageError(said)
    collect_less()
    if batches or budgets is not None:
        held = {artefact: {}} if budgets is None else read_budgets(budgets)
        missed: list[str] = []
        for name, budget in held.items():
            with Console(stderr=True).status(f"{name}: in turn with the library"):
                library, rows = compare_batches(name, seed, rounds)
            if as_json:
                for row in rows:
                    click.echo(json.dumps({"artefact": name, "library": library, **asdict(row)}))
            else:
                Console().print(batch_table(name, library, rows, rounds))
            if budgets is not None:
                missed += misses(budgets, name, budget, rows)
        for line in missed:
            click.echo(message_line(line), err=True)
        context.exit(int(bool(missed)))
    if stream:
        with Slot() as slot, Console(stderr=True).status("decoding one by one"):
            table = compare_ways(slot, artefact, tokens, seconds)
        Console().print(table)
        return
    if lookup:
        with Slot() as slot, Console(stderr=True).status("asking every look-up at every place"):
            Console().print(compare_lookups(slot, artefact, count, seed))
        return
    rates = []
    for kind, mix in KINDS:
        with Slot() as slot:
            rates.append(measure(slot, artefact, kind, mix, count, seed))
    Console().print(engine_table(artefact, native_oracle(resolve(artefact).format), rates))
