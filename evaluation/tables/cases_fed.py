"""What a run feeds each vocabulary: a line of digests each, to compare with another version's.

    python -m evaluation.tables.cases_fed [--seed N] [ARTEFACT]… > cases.txt
    python -m evaluation.tables.cases_fed --compare cases.txt

The same cases find the same defects, as long as the reference and the libraries answer the same:
where a change is not to touch what is found, this is the cheaper proof than `evaluation mutants`.
Of each artefact, of every fetched one without any, two shards of 512 texts and 128 id sequences.

Exit code 1 where a line differs from that of the file, or is not in it.
"""

import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from evaluation.arguments import parser_of
from evaluation.finding_power.arms import ARMS, OURS
from evaluation.tables.refusals import of_catalogue
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact

SHARDS, TEXTS, IDS = 2, 512, 128


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the lines, or those that are others than in a file."""
    parser = parser_of("evaluation.tables.cases_fed", __doc__)
    parser.add_argument("artefacts", nargs="*", metavar="ARTEFACT")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the cases [0]")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="what another version printed")
    options = parser.parse_args(arguments)
    known = None
    if options.compare is not None:
        known = set(options.compare.read_text().splitlines())
    artefacts = [resolve(name) for name in options.artefacts]
    artefacts = artefacts or [artefact for _, artefact in of_catalogue("*")]
    others = 0
    for artefact in artefacts:
        line = f"{artefact.name} {' '.join(digests(artefact, options.seed))}"
        if known is None:
            print(line, flush=True)
        elif line not in known:
            print(f"other cases: {line}", flush=True)
            others += 1
    if known is not None:
        print(f"{len(artefacts) - others} of {len(artefacts)} are fed the same cases")
    return 1 if others else 0


def digests(artefact: Artefact, seed: int) -> Iterator[str]:
    """Of the texts and of the ids of each shard."""
    with Slot() as slot:
        source = ARMS[OURS](slot, fidelity_cell(artefact, artefact.name), seed)
        assert source.ids is not None
        for shard in range(SHARDS):
            yield _digest(source.texts(shard, TEXTS))
            yield _digest([tuple(ids) for ids in source.ids(shard, IDS)])


def _digest(cases: Sequence[object]) -> str:
    return sha256(repr(list(cases)).encode(errors="backslashreplace")).hexdigest()[:10]


if __name__ == "__main__":
    sys.exit(main())
