"""One table: fault models and parity findings on real vocabularies, made as small as they get.

    python -m evaluation.tables.shrinking [--texts N] [VOCABULARY:FAULT_MODEL | VOCABULARY~OTHER]…

A row per finding: the text or ids found by the usual generators, what is left of text and
vocabulary, files of full size loaded, candidates tried, seconds of shrinking, and milliseconds
that its regression case takes once the library is there. Then median and worst of each column.
A defect that needs a length is marked, and left out of the characters. Exit 1 where a finding has
no tokenizer of its own.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from tokparity.corpora.embedded import materialise
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import (
    DECODE_OPTIONS,
    ENCODE_OPTIONS,
    CellSpec,
    fidelity_cell,
    parity_cell,
)
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.reduction.finding import Reduction, shrink_finding
from tokparity.harness.run.execution import DECODED_PART, TEXTS_PER_SHARD
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase, case_texts
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import FaultyReference

FINDINGS = (
    *("qwen3:no-nfc", "qwen3:merge-order-reversed", "qwen3:case-of-contractions"),
    *("deepseek-v3:digits-alone", "gpt-neox-20b:no-look-ahead", "gpt-oss:bytes-decoded-alone"),
    *("llama3-ignore-merges:ignore-merges-ignored", "qwen3:specials-skipped"),
    *("llama2:byte-fallback-off", "llama2:bytes-reversed", "gemma3:shortest-added-token"),
    *("minilm:shortest-piece-first", "minilm:accents-kept", "minilm:specials-never-added"),
    *("minilm:no-word-limit", "aranizer-sp-32k:cheap-unknown", "cl100k-ranks:no-look-ahead"),
    *("o200k-ranks:digits-alone", "gpt2-ranks:no-look-ahead", "hanbert-vocab:shortest-piece-first"),
    *("chinese-bert-vocab:specials-swapped", "jurassic2:charsmap-ignored"),
    *("mistral-v1-model:viterbi", "mistral-v1-model:bytes-reversed", "spm-test-ja:unknown-apart"),
    *("llama2-gguf:bytes-reversed", "llama3-gguf:no-look-ahead", "gpt2-gguf:first-special-twice"),
    *("bert-bge-gguf:shortest-piece-first", "nomic-bert-moe-gguf:tie-from-the-left"),
    *("qwen2-gguf~qwen3", "gpt2-gguf~gpt2-ranks", "bert-bge-gguf~minilm", "llama2-gguf~llama2"),
    *("mistral-v1-model~mistral-v1", "llama3-ignore-merges~llama3-merges"),
    "mistral-tekken:digits-alone",
)
BY_LENGTH = ("no-word-limit", "word-limit-minus-one", "word-limit-in-bytes", "long-words-cut")
"""Fault models that no short text shows."""
ROW = "{:44} {:>5} {:>8} {:>7} {:>5} {:>5} {:>6} {:>6}  {}"


@dataclass(frozen=True, slots=True)
class ShrinkRow:
    """One finding, made small. `replay` is in milliseconds, None where it has no file."""

    name: str
    shrunk: Reduction
    replay: float | None

    @property
    def size(self) -> int:
        """Characters of the texts, or ids."""
        case = self.shrunk.case
        return len(case.ids) if isinstance(case, DecodeCase) else sum(map(len, case_texts(case)))

    @property
    def by_length(self) -> bool:
        return self.name.partition(":")[2] in BY_LENGTH


def cell_of(name: str) -> CellSpec:
    """The cell that a name stands for. Errors: those of `resolve`."""
    if "~" in name:
        left, _, right = name.partition("~")
        return parity_cell(resolve(left), resolve(right), left)
    vocabulary, _, fault_model = name.partition(":")
    if fault_model not in FAULT_MODELS:
        raise SystemExit(f"{name}: no fault model of the reference is called {fault_model!r}")
    return fidelity_cell(resolve(vocabulary), vocabulary, FaultyReference(fault_model))


def first(slot: Slot, cell: CellSpec, texts: int) -> DivergingCase | None:
    """The first diverging case that the generators make, of `texts` texts and some ids."""
    runner = shard_runner(slot, cell, source_of(slot, cell, 0))
    for cases in _cases(slot, cell, texts):
        if diverging := runner.investigator.diverging(cases):
            return diverging[0]
    return None


def _cases(slot: Slot, cell: CellSpec, texts: int) -> Iterator[list[Case]]:
    source = source_of(slot, cell, 0)
    for shard in range(-(-texts // TEXTS_PER_SHARD)):
        generated = source.texts(shard, TEXTS_PER_SHARD)
        for options in ENCODE_OPTIONS:
            yield [EncodeCase(text, options) for text in generated]
        ids = source.ids(shard, TEXTS_PER_SHARD // DECODED_PART)
        for decoding in DECODE_OPTIONS:
            yield [DecodeCase(token_ids, decoding) for token_ids in ids]


def replay(slot: Slot, cell: CellSpec, shrunk: Reduction, folder: Path) -> float | None:
    """Milliseconds from the files to the two answers, in workers that run."""
    if shrunk.files is None:
        return None
    begun = time.perf_counter()
    artefacts = [materialise(file, folder) for file in shrunk.files]
    small = cell.on(artefacts[0], artefacts[-1])
    diverging = slot.investigator(small).diverging([shrunk.case])
    assert diverging, "the file shows nothing"
    return 1000 * (time.perf_counter() - begun)


def row(name: str, texts: int, folder: Path) -> ShrinkRow | None:
    """One finding, in workers of its own; None where no text shows it."""
    with Slot() as slot:
        cell = cell_of(name)
        raw = first(slot, cell, texts)
        if raw is None:
            return None
        shrunk = shrink_finding(slot, cell, raw)
        return ShrinkRow(name, shrunk, replay(slot, cell, shrunk, folder))


def line(row: ShrinkRow) -> str:
    """A row of the table."""
    shrunk = row.shrunk
    note = "by length" if row.by_length else f"{len(shrunk.others)} others" * bool(shrunk.others)
    replayed = "-" if row.replay is None else f"{row.replay:.0f}"
    counted = (shrunk.before, shrunk.entries, shrunk.loads, shrunk.candidates)
    return ROW.format(row.name, row.size, *counted, f"{shrunk.seconds:.1f}", replayed, note)


def summary(rows: Sequence[ShrinkRow]) -> list[str]:
    """Median and worst of every column."""
    columns: dict[str, list[float]] = {
        "characters": [row.size for row in rows if not row.by_length],
        "entries": [row.shrunk.entries for row in rows],
        "loads": [row.shrunk.loads for row in rows],
        "candidates": [row.shrunk.candidates for row in rows],
        "seconds": [round(row.shrunk.seconds, 1) for row in rows],
        "replay ms": [round(row.replay) for row in rows if row.replay is not None],
    }
    return [
        f"{name}: median {median(values):g}, worst {max(values):g}"
        for name, values in columns.items()
        if values
    ]


def main() -> None:
    """Read the command line, print the table."""
    parser = parser_of("evaluation.tables.shrinking", __doc__)
    parser.add_argument("findings", nargs="*", default=FINDINGS)
    parser.add_argument("--texts", type=int, default=2 * TEXTS_PER_SHARD)
    options = parser.parse_args()
    columns = ("chars", "entries", "left", "loads", "tried", "s", "ms")
    print(ROW.format("finding", *columns, ""))
    rows: list[ShrinkRow] = []
    with TemporaryDirectory(prefix="tokparity-") as folder:
        for name in options.findings:
            try:
                finding = row(name, options.texts, Path(folder))
            except TokparityError as error:
                print(f"{name:44} {error}", flush=True)
                continue
            if finding is None:
                print(f"{name:44} no text shows it", flush=True)
                continue
            rows.append(finding)
            print(line(finding), flush=True)
    print("\n".join(summary(rows)))
    sys.exit(any(row.shrunk.files is None for row in rows))


if __name__ == "__main__":
    main()
