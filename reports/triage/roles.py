"""Which side of a finding is called wrong, and which one a script runs.

Fidelity: the format's own library is right by definition, whatever the subject is; but where it
crashes, hangs or eats memory the library is the one to report. Parity: of two formats the one that
files are converted from is right; of two files of one format the right side is, by convention.
"""

from typing import get_args

from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import Format, Refusal
from tokparity.reports.records.engine import engine_called, oracle_of
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.triage.exhibit import Part, Role

CONVERTED: tuple[Format, ...] = (
    "sentencepiece",
    "tiktoken",
    "tekken.json",
    "vocab.txt",
    "tokenizer.json",
    "tokenizer_config.json",
    "chat_template",
    "gguf",
)
"""From what is published first to what is made of it."""
assert set(CONVERTED) == set(get_args(Format))

DEADLY = ("crash", "timeout", "memory")


def parts(finding: Finding, sighting: Sighting) -> tuple[Part, Part]:
    """(what is wrong, what is right): both sides of a sighting, with their roles."""
    signature = finding.signature
    right_file = sighting.against or sighting.artefact
    sides = (
        (signature.left, sighting.artefact, sighting.left),
        (signature.right, right_file, sighting.right),
    )
    wrong = _wrong(finding, sighting)
    roles: tuple[Role, Role] = ("got", "expected") if wrong == 0 else ("expected", "got")
    left, right = (
        Part(role, engine, oracle_of(engine_called(engine)), artefact, answer, at == 0)
        for at, (role, (engine, artefact, answer)) in enumerate(zip(roles, sides, strict=True))
    )
    return (left, right) if wrong == 0 else (right, left)


def _wrong(finding: Finding, sighting: Sighting) -> int:
    """The index of the side that is called wrong."""
    engines = (finding.signature.left, finding.signature.right)
    oracles = tuple(oracle_of(engine_called(engine)) for engine in engines)
    answers = (sighting.left, sighting.right)
    dead = [isinstance(answer, Refusal) and answer.kind in DEADLY for answer in answers]
    if dead[0] != dead[1]:
        return dead.index(True)
    if None in oracles:
        return oracles.index(None)
    if finding.signature.question == "fidelity":
        return 0
    order = [_authority(oracle) for oracle in oracles if oracle is not None]
    return 1 if order[1] > order[0] else 0


def _authority(oracle: str) -> int:
    """How far from what is published; a second opinion comes behind every native library."""
    native_to = ORACLES[oracle].native_to
    return min((CONVERTED.index(format) for format in native_to), default=len(CONVERTED))
