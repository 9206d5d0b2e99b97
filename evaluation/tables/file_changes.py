"""One table: one change in a file, and whether `check --against` finds it.

    python -m evaluation.tables.file_changes [--most N] [--seed N] [NAME|GLOB]…

Each row is one change in the file of a vocabulary: a merge less, two rival merges swapped, a score
by one ulp, each flag of an added token, a pattern, … A change is visible where the file's own
library gives other ids for a text of the brute-force list (every piece alone, doubled, and between
letters), or another text for an id. "directed" are those that only cases made for what the files
say differently show. Of the changes that are visible `check` must end red, by its
defaults, and name the stage. Exit code 1 where one is missed, or named as another stage; 2 where
nothing could be measured.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from evaluation.file_changes import FileChange, changes_of
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import CellSpec, parity_cell
from tokparity.harness.compare.sides import DecodeBatch, EncodeBatch, Side
from tokparity.harness.run.check import Effort, run_check
from tokparity.harness.shards.runner import ShardRunner, case_runner
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Observation,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.run_directory import read_run

VOCABULARIES = (
    "minilm",
    "pix2tex",
    "gpt-neox-20b",
    "llama2",
    "aranizer-sp-32k",
    "mistral-v1-model",
    "spm-test",
    "llama2-gguf",
    "bert-bge-gguf",
    "gpt2-gguf",
    "gpt2-ranks",
    "mistral-tekken",
    "chinese-bert-vocab",
)
PART = 4096
COUNTS = (
    "changes",
    "not read",
    "visible",
    "found",
    "visible and found",
    "found without directed cases",
    "stage right",
    "missed",
    "misnamed",
)
"""The last line. "found" counts changes too that the brute-force list does not show."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one change. `visible`: its library answers otherwise to something of the
    brute-force list; `stages` are those of the findings. `undirected`: cases that were not made for
    what the files say differently show it too."""

    change: FileChange
    visible: bool
    found: bool
    undirected: bool
    stages: frozenset[str]

    @property
    def is_named(self) -> bool:
        """Whether a finding has a stage that the change is in."""
        return bool(self.stages & self.change.stages)


def brute_force(side: Side, tokenizer: Tokenizer, runner: ShardRunner) -> Iterator[Observation]:
    """What a library answers to every piece alone, doubled and between letters, and to every id."""
    encode = next(each for each in runner.options("encode")[0] if isinstance(each, EncodeOptions))
    decode = [each for each in runner.options("decode")[0] if isinstance(each, DecodeOptions)][-1]
    texts = []
    for token_id in sorted(tokenizer.pieces()):
        try:
            surface = tokenizer.surface(token_id).decode()
        except (UnicodeDecodeError, TokparityError):
            continue
        texts += [surface, surface + surface, f"a{surface}b"]
    for at in range(0, len(texts), PART):
        batch = EncodeBatch(tuple(texts[at : at + PART]), encode)
        for answer in side.submit(batch).result().observations():
            yield replace(answer, offsets=None) if isinstance(answer, Encoding) else answer
    ids = [(token_id,) for token_id in sorted(tokenizer.pieces())]
    for at in range(0, len(ids), PART):
        yield from (
            side.submit(DecodeBatch(tuple(ids[at : at + PART]), decode)).result().observations()
        )


def outcomes(
    slot: Slot, artefact: Artefact, seed: int, folder: Path, most: int
) -> Iterator[Outcome | str]:
    """What comes of each change, or why its file cannot be read."""
    tokenizer = slot.tokenizer(artefact)
    known: list[Observation] | None = None
    for number, change in enumerate(changes_of(artefact, seed)):
        if number == most:
            return
        changed = written(artefact, change, folder / f"{number}{artefact.path.suffix}")
        cell = alike(parity_cell(changed, artefact, artefact.name), slot.tokenizer)
        try:
            runner = case_runner(slot, cell)
            if known is None:
                known = list(brute_force(runner.right, tokenizer, runner))
            now = brute_force(runner.left, tokenizer, runner)
            visible = any(one != other for one, other in zip(known, now, strict=True))
            yield _checked(slot, cell, change, visible, folder / f"run-{number}")
        except (TokparityError, CannotLoad) as error:
            yield f"{change.name}: {error_line(error)}"
        slot.tokenizers.pop(changed.identity, None)


def _checked(slot: Slot, cell: CellSpec, change: FileChange, visible: bool, run: Path) -> Outcome:
    outcome = run_check(slot, cell, Effort(), run, lambda *_: None)
    new = [finding for finding in outcome.findings if finding.status == "new"]
    stages = frozenset(finding.signature.stage for finding in new)
    shown = sum(each.shown for each in outcome.info.file_differences)
    undirected = int(read_run(run).cells["diverged"].sum()) > shown
    red = outcome.exit_code == 1 and bool(new)
    return Outcome(change, visible, red, red and undirected, stages)


def written(artefact: Artefact, change: FileChange, path: Path) -> Artefact:
    """The changed file, as another artefact."""
    path.write_bytes(change.content)
    facts = artefact.facts
    if change.pattern is not None and facts is not None:
        facts = replace(facts, pattern=change.pattern)
    sha256 = hashlib.sha256(change.content).hexdigest()
    return replace(artefact, name="changed", path=path, sha256=sha256, facts=facts)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.file_changes", __doc__)
    parser.add_argument("names", nargs="*", default=VOCABULARIES, metavar="NAME|GLOB")
    parser.add_argument("--most", type=int, default=1_000, help="changes of a vocabulary")
    parser.add_argument("--seed", type=int, default=0, help="other places of the same changes")
    options = parser.parse_args(arguments)
    cache = Cache.default()
    found = (each for name in options.names for each in catalogue.find(name, catalogue.OWN))
    sums: Counter[str] = Counter()
    for manifest in (each for each in found if catalogue.is_cached(each, cache)):
        artefact = catalogue.artefact(manifest, cache)
        with TemporaryDirectory() as folder, Slot() as slot:
            for outcome in outcomes(slot, artefact, options.seed, Path(folder), options.most):
                sums["changes"] += 1
                if isinstance(outcome, str):
                    sums["not read"] += 1
                    print(f"{manifest.name:20} not read: {outcome}"[:160], flush=True)
                    continue
                missed = outcome.visible and not outcome.found
                misnamed = outcome.visible and outcome.found and not outcome.is_named
                sums["visible"] += outcome.visible
                sums["found"] += outcome.found
                sums["visible and found"] += outcome.visible and outcome.found
                sums["found without directed cases"] += outcome.visible and outcome.undirected
                sums["stage right"] += outcome.visible and outcome.found and outcome.is_named
                sums["missed"] += missed
                sums["misnamed"] += misnamed
                word = "MISSED" if missed else "MISNAMED" if misnamed else "ok"
                by = "" if outcome.undirected or not outcome.found else "directed"
                seen = "visible" if outcome.visible else "-"
                stages = ", ".join(sorted(outcome.stages))
                print(
                    f"{manifest.name:20} {word:8} {seen:8} {by:8} "
                    f"{outcome.change.name[:60]:60} {stages}",
                    flush=True,
                )
    print(", ".join(f"{sums[word]} {word}" for word in COUNTS))
    if not sums["visible"]:
        return 2
    return min(1, sums["missed"] + sums["misnamed"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
