"""One table: defects planted in one file of a pair that has ledger entries, and whether they show.

    python -m evaluation.tables.planted [--changes N] [--seed N] [LEFT~RIGHT]…

Each row is one change in the left or the right file (`evaluation.file_changes`). The pair keeps all
explanations that the ledger has of the two files as they were: none of them may account for the
defect. A defect is visible where the file's own library answers otherwise to something of the
brute-force list; of those that are visible a divergence must be left that nothing known accounts
for. Exit code 1 where one is not; 2 where nothing could be measured.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from evaluation.file_changes import FileChange, changes_of
from evaluation.tables.file_changes import brute_force, written
from tokparity.corpora.vocabs.catalogue import NotFetched
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import CellSpec, parity_cell
from tokparity.harness.explanations.binding import with_known
from tokparity.harness.findings.judgement import own_ledger
from tokparity.harness.run.execution import DECODED_PART, TEXTS_PER_SHARD, oracle_versions
from tokparity.harness.run.file_differences import differences_of, run_directed
from tokparity.harness.run.given_texts import FIRST_SHARD
from tokparity.harness.shards.runner import case_runner, generating_runner
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.errors import TokparityError

PAIRS = (
    "llama2-gguf~llama2",
    "bert-bge-gguf~minilm",
    "mistral-v1-model~mistral-v1",
    "gpt-neox-gguf~gpt-neox-20b",
    "gpt2-gguf~gpt2-ranks",
    "qwen3~qwen3-ranks",
)


def red(slot: Slot, cell: CellSpec) -> set[str]:
    """The stages of all divergences that nothing known accounts for."""
    results, _ = run_directed(slot, cell, differences_of(slot, cell), FIRST_SHARD, None)
    runner = generating_runner(slot, cell, 0)
    results.append(runner.run(0, TEXTS_PER_SHARD, TEXTS_PER_SHARD // DECODED_PART))
    return {
        sighting.signature.stage
        for result in results
        for sighting in result.found
        if not sighting.signature.cause
    }


def rows(
    slot: Slot, cell: CellSpec, at_left: bool, changes: Sequence[FileChange], folder: Path
) -> Iterator[tuple[FileChange, bool, set[str]] | str]:
    """(the change, whether it is visible, the stages of what nothing known accounts for), or why a
    changed file cannot be read."""
    artefact = (cell.left if at_left else cell.right).artefact
    runner = case_runner(slot, cell)
    tokenizer = slot.tokenizer(artefact)
    known = list(brute_force(runner.left if at_left else runner.right, tokenizer, runner))
    for number, change in enumerate(changes):
        changed = written(artefact, change, folder / f"{at_left}{number}{artefact.path.suffix}")
        changed = replace(changed, settings=artefact.settings)
        if at_left:
            planted = replace(cell, left=replace(cell.left, artefact=changed))
        else:
            planted = replace(cell, right=replace(cell.right, artefact=changed))
        try:
            runner = case_runner(slot, planted)
            side = runner.left if at_left else runner.right
            now = brute_force(side, tokenizer, runner)
            visible = any(one != other for one, other in zip(known, now, strict=True))
            yield change, visible, red(slot, planted)
        except (TokparityError, CannotLoad) as error:
            yield f"{change.name}: {error_line(error)}"
        slot.tokenizers.pop(changed.identity, None)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.planted", __doc__)
    parser.add_argument("pairs", nargs="*", default=PAIRS, metavar="LEFT~RIGHT")
    parser.add_argument("--changes", type=int, default=5, help="in each file of a pair [5]")
    parser.add_argument("--seed", type=int, default=0, help="other places of the same changes")
    options = parser.parse_args(arguments)
    ledger, versions = own_ledger(), oracle_versions()
    sums: Counter[str] = Counter()
    for pair in options.pairs:
        left, _, right = pair.partition("~")
        try:
            plain = parity_cell(resolve(left), resolve(right), left)
        except NotFetched as error:
            print(error)
            continue
        for at_left in (True, False):
            with Slot() as slot, TemporaryDirectory() as folder:
                cell = with_known(alike(plain, slot.tokenizer), ledger, versions)
                artefact = (cell.left if at_left else cell.right).artefact
                every = list(changes_of(artefact, options.seed))
                some = every[:: max(1, len(every) // options.changes)][: options.changes]
                for row in rows(slot, cell, at_left, some, Path(folder)):
                    sums["planted"] += 1
                    if isinstance(row, str):
                        sums["not read"] += 1
                        print(f"{pair:28} not read: {row}"[:160], flush=True)
                        continue
                    change, visible, stages = row
                    sums["visible"] += visible
                    sums["red"] += bool(stages) and visible
                    word = "red" if stages else "GREEN" if visible else "-"
                    where = f"{artefact.name}: {change.name}"
                    print(
                        f"{pair:28} {word:6} {where[:70]:70} {', '.join(sorted(stages))}",
                        flush=True,
                    )
    print(", ".join(f"{sums[word]} {word}" for word in ("planted", "not read", "visible", "red")))
    if not sums["visible"]:
        return 2
    return int(sums["red"] < sums["visible"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
