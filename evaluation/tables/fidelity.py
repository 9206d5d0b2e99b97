"""One table: is the reference what the native library is, on every file there is?

    python -m evaluation.tables.fidelity [--cases N] [--decode N] [--sweep] [NAME|PATH|FOLDER|GLOB]…

A row per artefact: cases that both sides answered, of encode, decode and single stages; cases
diverged and refused, and seconds; then the divergences, each at its smallest. Every combination
of options that the library can express is asked in turn. Without names: every fetched vocabulary
of the catalogue. A folder stands for all the `tokenizer.json`, `vocab.txt`, `tekken.json` and
sentencepiece `.model` files in it, whatever they are called; what is none of these is left out and
named. Exit 1 where anything diverged, 2 where a file could not be run.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from evaluation.arguments import parser_of
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.run.execution import TEXTS_PER_SHARD
from tokparity.harness.run.given_texts import FIRST_SHARD, run_extra, sweep_cases
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.runner import shard_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Artefact, Op
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reference_impl.formats.tokenizer_config import CONFIG
from tokparity.reports.summary.describe import case_line


@dataclass(frozen=True, slots=True)
class FidelityRow:
    """What became of one artefact. `failed` says why it could not be run at all."""

    name: str
    encoded: int = 0
    decoded: int = 0
    staged: int = 0
    compared: int = 0
    diverged: int = 0
    refused: int = 0
    seconds: float = 0.0
    findings: tuple[str, ...] = ()
    failed: str = ""


def artefacts(names: Iterable[str]) -> Iterator[Artefact | FidelityRow]:
    """Every artefact meant; a FidelityRow for a name that leads to none that is here.

    Of a model directory it is the tokenizer.json: what a class makes of it is no question of
    fidelity (`tokparity check` asks it).
    """
    for name in names:
        try:
            yield from _meant(name)
        except TokparityError as error:
            yield FidelityRow(name, failed=error_line(error))


def _meant(name: str) -> Iterator[Artefact | FidelityRow]:
    path = Path(name)
    if path.is_dir() and not (path / "tokenizer.json").is_file():
        for file in sorted(entry for entry in path.rglob("*") if entry.is_file()):
            if file.name == CONFIG:
                continue
            try:
                yield resolve(str(file))
            except BadArtefact as error:
                print(f"left out: {error}", file=sys.stderr)
    elif path.is_dir():
        yield resolve(str(path / "tokenizer.json"))
    elif path.exists():
        yield resolve(name)
    else:
        cache = Cache.default()
        for manifest in catalogue.find(name, catalogue.OWN):
            if catalogue.is_cached(manifest, cache):
                yield catalogue.artefact(manifest, cache)
            else:
                yield FidelityRow(manifest.name, failed="not fetched")


def answered(results: Iterable[ShardResult], op: Op) -> int:
    """The cases of one op that were compared and not refused."""
    counts = [result.counts[op] for result in results]
    return sum(count.compared - count.refused for count in counts)


def by_component(results: Iterable[ShardResult]) -> dict[str, NamedSighting]:
    """A finding of each op, stage and component: a table shows one example of each."""
    findings = [finding for result in results for finding in result.found]
    signatures = [finding.signature for finding in findings]
    places = (f"{where.op} {where.stage} {where.component}" for where in signatures)
    return dict(zip(places, findings, strict=True))


def row(artefact: Artefact, cases: int, decode: int, sweep: bool) -> FidelityRow:
    """Run one artefact through whole shards until `cases` texts and `decode` sequences of ids
    were answered, or twice as many asked. The four combinations of options take turns: those of
    texts within two shards, those of ids within four."""
    started = time.perf_counter()
    cell = fidelity_cell(artefact, artefact.name)
    results: list[ShardResult] = []
    try:
        with Slot() as slot:
            runner = shard_runner(slot, cell, source_of(slot, cell, 0))
            shards = max(1, -(-cases // TEXTS_PER_SHARD))
            ids = -(-decode // shards)
            for shard in range(2 * shards):
                if answered(results, "encode") >= cases and answered(results, "decode") >= decode:
                    break
                results.append(runner.run(shard, TEXTS_PER_SHARD, ids))
            if sweep:
                swept = sweep_cases(slot, cell, "sample", 0, lambda *_: None)
                results.append(run_extra(slot, cell, swept, FIRST_SHARD))
    except Exception as error:  # one bad file must not end the table
        return FidelityRow(artefact.name, failed=error_line(error))
    counts = [count for result in results for count in result.counts.values()]
    return FidelityRow(
        artefact.name,
        encoded=answered(results, "encode"),
        decoded=answered(results, "decode"),
        staged=answered(results, "stage"),
        compared=sum(count.compared for count in counts),
        diverged=sum(count.diverged for count in counts),
        refused=sum(count.refused for count in counts),
        seconds=time.perf_counter() - started,
        findings=tuple(
            f"{key}: {case_line(finding.sighting.case)}"
            for key, finding in by_component(results).items()
        ),
    )


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.fidelity", __doc__)
    parser.add_argument("names", nargs="*", default=["*"], metavar="NAME|PATH|FOLDER|GLOB")
    parser.add_argument("--cases", type=int, default=5000, help="texts, at least [5000]")
    parser.add_argument("--decode", type=int, default=2000, help="sequences of ids [2000]")
    parser.add_argument("--sweep", action="store_true", help="and sweep ids, pieces, code points")
    options = parser.parse_args(arguments)
    rows = []
    print(f"{'artefact':50} {'encoded':>8} {'decoded':>8} {'stages':>8}", end=" ")
    print(f"{'diverged':>8} {'refused':>8} {'seconds':>8}")
    for source in artefacts(options.names):
        result = (
            source
            if isinstance(source, FidelityRow)
            else row(source, options.cases, options.decode, options.sweep)
        )
        rows.append(result)
        counts = (result.encoded, result.decoded, result.staged, result.diverged, result.refused)
        columns = " ".join(f"{count:8,}" for count in counts) + f" {result.seconds:8.1f}"
        print(f"{result.name[-50:]:50} {result.failed or columns}", flush=True)
        for finding in result.findings:
            print(f"    {finding}")
    sums = [
        sum(getattr(result, name) for result in rows)
        for name in ("compared", "diverged", "refused")
    ]
    failed = sum(bool(result.failed) for result in rows)
    print(
        f"{len(rows)} artefacts, {failed} could not run: "
        f"{sums[0]:,} compared, {sums[1]:,} diverged, {sums[2]:,} refused"
    )
    return 2 if failed else min(sums[1], 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
