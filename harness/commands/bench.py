"""`tokparity bench`: how fast the engine, batches, look-ups and streams are beside the library."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import click
import numpy as np
from rich.console import Console
from rich.table import Table

from tokparity.corpora.generators.shards import encode_texts
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.batch_ratios import Ratio, ratios
from tokparity.harness.commands.bench_budgets import (
    Missed,
    confirmed,
    engine_misses,
    misses,
    read_budgets,
)
from tokparity.harness.commands.bench_libraries import library_of
from tokparity.harness.commands.engine_rates import BenchDiffers, Rate, engine_table, rates_of
from tokparity.harness.commands.load_ratios import load_ratios
from tokparity.harness.growth.streaming import PER, growth_of_ways, reply_of
from tokparity.harness.shards.slot import Slot
from tokparity.oracles.protocol import native_oracle
from tokparity.oracles.worker.collector import collect_less
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.piece_trie import PieceTrie
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.lookup.lengths import AllLengths
from tokparity.reference_impl.models.lookup.lookup import Lookup, Match
from tokparity.reference_impl.models.lookup.prefixes import PrefixDictionary
from tokparity.reference_impl.models.lookup.trie import Trie
from tokparity.reports.text.visible import message_line

T = TypeVar("T")
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
        columns = found_together(trie, texts)
        times.append(time.process_time())
    matches = sorted(zip(*(column.tolist() for column in columns), strict=True))
    if matches != [(at, *match) for at, some in enumerate(expected or ()) for match in some]:
        raise BenchDiffers(f"{artefact}: {IN_ARRAYS}")
    table.add_row(IN_ARRAYS, *_figures(times, places))
    return table


def _figures(times: Sequence[float], places: int) -> list[str]:
    built, first, second = (end - start for start, end in pairwise(times))
    return [f"{built:.2f}", *(f"{1e9 * each / places:,.0f}" for each in (first, second))]


def found_together(trie: PieceTrie, texts: Sequence[str]) -> tuple[Ints, Ints, Ints]:
    """The place among all, the end in its text and the id of each piece of many texts: in columns,
    as a batch goes on with them.

    >>> [column.tolist() for column in found_together(PieceTrie.of({"ab": 7}), ["a", "xab"])]
    [[2], [3], [7]]
    """
    joined = "".join(texts).encode("utf-32-le", "surrogatepass")
    codes = np.frombuffer(joined, np.uint32).astype(np.int64)
    sizes = np.array([len(text) for text in texts], np.int64)
    behind = np.cumsum(sizes)
    single = trie.single(codes)
    alone = np.flatnonzero(single)
    begins, lengths, longer = trie.longer(codes, sizes)
    starts = np.append(alone, begins)
    ends = np.append(alone + 1, begins + lengths) - np.repeat(behind - sizes, sizes)[starts]
    ids = trie.ids[np.append(single[alone], longer)]
    return starts, ends, ids


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
        super().__init__(
            f"{artefact}: batches are measured of tokenizer.json, .model, GGUF and ranks"
        )


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
    "--rounds",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Of --batches, --budgets.",
)
@click.option(
    "--budgets",
    type=click.Path(path_type=Path),
    help="Instead: what this file has budgets of; exit code 1 where one is missed twice.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON lines; not of --lookup, --stream."
)
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
    """Texts, characters and targets per CPU-second: reference, worker, transport and comparison.

    ARTEFACT is qwen3 where none is given.

    \b
    tokparity bench llama2 --lookup
    tokparity bench llama2 --stream      each way should grow as tokens^1; all ids at each push, ^2
    tokparity bench llama2 --batches     how many times as fast as the library, one by one
    tokparity bench --budgets ci/bench.toml    both, held to what they have to be
    """
    if lookup + stream + batches + (budgets is not None) > 1:
        said = "--lookup, --stream, --batches and --budgets are a benchmark each: give one of them"
        raise click.UsageError(said)
    collect_less()
    if budgets is not None:
        missed = _missed(budgets, seed, count, rounds, as_json)
        for line in missed:
            click.echo(message_line(line), err=True)
        context.exit(int(bool(missed)))
    if batches:
        _batches(artefact, seed, rounds, as_json)
        return
    if stream:
        with Slot() as slot, Console(stderr=True).status("decoding one by one"):
            table = compare_ways(slot, artefact, tokens, seconds)
        Console().print(table)
        return
    if lookup:
        with Slot() as slot, Console(stderr=True).status("asking every look-up at every place"):
            Console().print(compare_lookups(slot, artefact, count, seed))
        return
    _engine(artefact, count, seed, 1, as_json)


def _missed(path: Path, seed: int, count: int, rounds: int, as_json: bool) -> list[str]:
    """Measure all that a file has budgets of, and print it: a line for each that is missed."""
    missed: list[str] = []
    for name, budget in read_budgets(path).items():

        def batches(
            rounds: int, name: str = name, least: Mapping[str, float] = budget.batches
        ) -> Missed:
            return misses(path, name, least, _batches(name, seed, rounds, as_json))

        def engine(
            rounds: int, name: str = name, most: Mapping[str, float] = budget.engine
        ) -> Missed:
            return engine_misses(path, name, most, _engine(name, count, seed, rounds, as_json))

        missed += confirmed(batches, rounds) if budget.batches else []
        missed += confirmed(engine, rounds) if budget.engine else []
    return missed


def _batches(artefact: str, seed: int, rounds: int, as_json: bool) -> list[Ratio]:
    """Measure batches of a vocabulary, and print them."""
    with Console(stderr=True).status(f"{artefact}: in turn with the library"):
        library, rows = _alone(compare_batches, artefact, seed, rounds)
    if as_json:
        for row in rows:
            click.echo(json.dumps({"artefact": artefact, "library": library, **asdict(row)}))
    else:
        Console().print(batch_table(artefact, library, rows, rounds))
    return rows


def _alone(measure: Callable[..., T], *arguments: object) -> T:
    """What this gives, in a process of its own: one that has measured other vocabularies has more
    pages that forks copy, and natural texts of gemma3 were a third slower behind three others.

    Errors: TokparityError, with its words.
    """
    with ProcessPoolExecutor(1, get_context("fork")) as own:
        measured = own.submit(_told, measure, *arguments).result()
    if isinstance(measured, _Failed):
        raise TokparityError(measured.words)
    return measured


@dataclass(frozen=True)
class _Failed:
    """Most errors cannot be sent to another process: what one said."""

    words: str


def _told(measure: Callable[..., T], *arguments: object) -> T | _Failed:
    try:
        return measure(*arguments)
    except TokparityError as error:
        return _Failed(str(error))


def _engine(artefact: str, count: int, seed: int, rounds: int, as_json: bool) -> list[Rate]:
    """Measure the engine on a vocabulary, and print what it does."""
    with Console(stderr=True).status(f"{artefact}: encoded and compared"):
        rates = _alone(rates_of, artefact, count, seed, rounds)
    oracle = native_oracle(resolve(artefact).format)
    if as_json:
        for rate in rates:
            told = {"artefact": artefact, "oracle": oracle, **asdict(rate), "engine": rate.engine}
            click.echo(json.dumps(told))
    else:
        Console().print(engine_table(artefact, oracle, rates))
    return rates
