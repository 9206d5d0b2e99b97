"""`deviant`: which side of a finding the ledger says deviates.

An entry names the files of that side as `on` and `beside` of its changes do: `gguf:*`. A side has
the format that its library defines. Not here: who of the two is called wrong where no entry says
so (`reports.triage.roles`).
"""

from collections.abc import Iterable
from fnmatch import fnmatchcase

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.engine import engine_called, oracle_of
from tokparity.reports.records.finding import Finding, Side


def deviant(finding: Finding, globs: Iterable[str]) -> Side | None:
    """The one side that all of these speak of; None where they speak of neither, or both, or of
    another one in another pair of files.

    `globs` are of files, `format:name`, one of each entry that covers the finding.
    """
    signature = finding.signature
    spoken: set[Side] = set()
    for glob in globs:
        for sighting in finding.sightings:
            left = _is(signature.left, sighting.artefact, glob)
            right = _is(signature.right, sighting.against or sighting.artefact, glob)
            if left == right:
                return None
            spoken.add("left" if left else "right")
    return spoken.pop() if len(spoken) == 1 else None


def _is(engine: str, artefact: str, glob: str) -> bool:
    """Whether a side that this engine answers on is of these files."""
    oracle = oracle_of(engine_called(engine))
    formats = () if oracle is None else ORACLES[oracle].native_to
    return any(fnmatchcase(f"{format}:{artefact}", glob) for format in formats)
