"""One table: every vocabulary as a GGUF, read by llama.cpp, against what it was made from.

    python -m evaluation.tables.conversion [--cases N] [NAME|PATH|GLOB]…

A row per source: the model and `pre` that it was given, or why no GGUF can hold it; how the
reference fares on the new file against llama.cpp (fidelity: must be 0), and llama.cpp on it against
the source's own library (parity), each finding at its smallest with its stage. Without names: every
fetched vocabulary of the catalogue. Exit 1 where the reference diverged.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from evaluation.tables.fidelity import FidelityRow, artefacts, by_component
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import CellSpec, fidelity_cell, parity_cell
from tokparity.harness.conversion.convert import convert, write_gguf
from tokparity.harness.conversion.vocabulary import NoGguf
from tokparity.harness.run.execution import DECODED_PART, TEXTS_PER_SHARD
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.runner import shard_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.summary.describe import case_line


def run(slot: Slot, cell: CellSpec, cases: int) -> list[ShardResult]:
    """As many whole shards as hold `cases` texts."""
    runner = shard_runner(slot, cell, source_of(slot, cell, 0))
    return [
        runner.run(shard, TEXTS_PER_SHARD, TEXTS_PER_SHARD // DECODED_PART)
        for shard in range(-(-cases // TEXTS_PER_SHARD))
    ]


def counts(results: Sequence[ShardResult]) -> tuple[int, int]:
    """(compared, diverged)."""
    every = [count for result in results for count in result.counts.values()]
    return sum(count.compared for count in every), sum(count.diverged for count in every)


def row(source: Artefact, folder: Path, cases: int) -> int:
    """Print one source's row and findings; how many cases of fidelity diverged."""
    with Slot() as slot:
        tokenizer = slot.tokenizer(source)
        try:
            vocabulary = convert(source, tokenizer)
        except NoGguf as error:
            print(f"{source.name[-30:]:30} none: {error.part}: {error.reason}"[:200], flush=True)
            return 0
        path = folder / "out.gguf"
        write_gguf(vocabulary, path, source.name)
        gguf = resolve(str(path))
        compared, diverged = counts(run(slot, fidelity_cell(gguf, gguf.name), cases))
        parity = run(slot, parity_cell(gguf, source, source.name), cases)
        both, differing = counts(parity)
        kind = f"{vocabulary.model} {vocabulary.pre or ''}"
        summary = f"fidelity {compared:6,} {diverged:4,}  parity {both:6,} {differing:6,}"
        print(f"{source.name[-30:]:30} {kind:22} {summary}", flush=True)
        for line in vocabulary.lost:
            print(f"    lost: {line}"[:200])
        for key, finding in by_component(parity).items():
            print(f"    {key} ({finding.method}): {case_line(finding.sighting.case)}"[:200])
    return diverged


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.conversion", __doc__)
    parser.add_argument("names", nargs="*", default=["*"], metavar="NAME|PATH|GLOB")
    parser.add_argument("--cases", type=int, default=1024, help="of each, at least [1024]")
    options = parser.parse_args(arguments)
    wrong = failed = total = 0
    for source in artefacts(options.names):
        if isinstance(source, FidelityRow):
            print(f"{source.name[-30:]:30} {source.failed}")
            failed += 1
            continue
        if source.format == "gguf":
            continue
        total += 1
        with TemporaryDirectory() as folder:
            try:
                wrong += row(source, Path(folder), options.cases)
            except (TokparityError, OSError) as error:
                print(f"{source.name[-30:]:30} {error_line(error)}"[:200], flush=True)
                failed += 1
    print(f"{total} sources, {failed} could not run: {wrong:,} cases of fidelity diverged")
    return 2 if failed else min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
