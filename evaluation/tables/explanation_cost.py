"""One table: what it costs to account for diverging cases by all that the ledger knows of a pair.

    python -m evaluation.tables.explanation_cost [--cases N] [LEFT~RIGHT]…

Generated texts and ids, with special tokens and without, go to both native libraries of a pair; the
cases in which they part are explained all together, as a run does it. Prints a row a pair: cases,
how many part, how many of these are explained, CPU-seconds. The last row is all, and what a
thousand of them cost. Exit code 2 where no pair parts in any case.
"""

import sys
from collections.abc import Sequence
from time import process_time

from evaluation.arguments import parser_of
from evaluation.tables.planted import PAIRS
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.random_ids import decode_ids
from tokparity.corpora.generators.shards import MIX, encode_texts
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import CellSpec, parity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.explanations.binding import with_known
from tokparity.harness.findings.judgement import own_ledger
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Observation,
)
from tokparity.reference_impl.errors import TokparityError

DERIVED = ("aranizer-sp-32k-as-gguf~aranizer-sp-32k", "aranizer-sp-32k-as-model~aranizer-sp-32k")
"""Pairs in which most cases part, and some for many reasons at once."""
CASES = 4000
Parted = tuple[Case, tuple[Observation, Observation]]


def cases_of(slot: Slot, cell: CellSpec, count: int) -> list[Case]:
    """Texts and a quarter as many sequences of ids, all options in turn: no library takes all."""
    artefact = cell.left.artefact
    material = Material.of(slot.tokenizer(artefact))
    texts = encode_texts(0, artefact.sha256, "explanations", 0, count, material, MIX)
    ids = decode_ids(0, artefact.sha256, "explanations", 0, count // 4, material)
    return [
        *(
            EncodeCase(text, EncodeOptions(add_special=bool(at % 2), parse_special=at % 4 < 2))
            for at, (_, text) in enumerate(texts)
        ),
        *(DecodeCase(some, DecodeOptions(bool(at % 2))) for at, (_, some) in enumerate(ids)),
    ]


def parted(slot: Slot, cell: CellSpec, cases: Sequence[Case]) -> list[Parted]:
    """The cases in which the two sides part, with both answers."""
    runner = case_runner(slot, cell)
    answers = zip(observe(runner.left, cases), observe(runner.right, cases), strict=True)
    return [
        (case, both)
        for case, both in zip(cases, answers, strict=True)
        if isinstance(compare(*both, strict=cell.strict), Divergence)
    ]


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.explanation_cost", __doc__)
    parser.add_argument("pairs", nargs="*", default=PAIRS + DERIVED, metavar="LEFT~RIGHT")
    parser.add_argument("--cases", type=int, default=CASES, help=f"texts of each pair [{CASES}]")
    options = parser.parse_args(arguments)
    ledger, versions = own_ledger(), oracle_versions()
    all_parted, all_seconds = 0, 0.0
    for pair in options.pairs:
        left, _, right = pair.partition("~")
        try:
            plain = parity_cell(resolve(left), resolve(right), left)
        except TokparityError as error:
            print(error)
            continue
        with Slot() as slot:
            cell = with_known(alike(plain, slot.tokenizer), ledger, versions)
            cases = cases_of(slot, cell, options.cases)
            some = parted(slot, cell, cases)
            begun = process_time()
            explained = sum(cause is not None for cause in slot.explainer(cell).causes(some))
            seconds = process_time() - begun
        row = f"{len(cases):7,} cases {len(some):6,} part {explained:6,} explained"
        print(f"{pair:40} {row} {seconds:6.1f} CPU-seconds", flush=True)
        all_parted, all_seconds = all_parted + len(some), all_seconds + seconds
    if not all_parted:
        return 2
    thousand = 1000 * all_seconds / all_parted
    print(f"{all_parted:,} part, {all_seconds:.1f} CPU-seconds: {thousand:.1f} a thousand")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
