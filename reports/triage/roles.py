"""Which side of a finding is called wrong, and for what reasons.

Fidelity: the format's own library is right by definition, whatever the subject is; but where it
crashes, hangs or eats memory the library is the one to report. Parity: the side that the ledger
says deviates is wrong; what two of three engines answer is right where a third was asked; of two
formats the one that files are converted from is right; of two files of one format the right side
is, by convention.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import DecodeCase, Format, Observation, Refusal, case_ids
from tokparity.reports.records.engine import engine_called, oracle_of
from tokparity.reports.records.finding import EXACT_TIE, UNICODE_VERSION, Finding, Sighting
from tokparity.reports.records.run_info import RunInfo
from tokparity.reports.summary import describe
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.exhibit import Part, Role

CONVERTED: tuple[Format, ...] = (
    "sentencepiece",
    "tiktoken",
    "tekken.json",
    "vocab.txt",
    "tokenizer.json",
    "model_folder",
    "tokenizer_config.json",
    "chat_template",
    "gguf",
)
"""From what is published first to what is made of it."""
assert set(CONVERTED) == set(get_args(Format))

DEADLY = ("crash", "timeout", "memory")
_MAY = {"crash": "end", "timeout": "hang", "memory": "exhaust the memory of"}
NAME = 80
"""Characters of a file's name in a reason."""


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
    if finding.deviant is not None:
        return int(finding.deviant == "right")
    if None in oracles:
        return oracles.index(None)
    if finding.signature.question == "fidelity":
        return 0
    if sighting.vote is not None and sighting.vote.odd in ("left", "right"):
        return int(sighting.vote.odd == "right")
    order = [_authority(oracle) for oracle in oracles if oracle is not None]
    return 1 if order[1] > order[0] else 0


def _authority(oracle: str) -> int:
    """How far from what is published; a second opinion comes behind every native library."""
    native_to = ORACLES[oracle].native_to
    return min((CONVERTED.index(format) for format in native_to), default=len(CONVERTED))


_NOUN: dict[Format, str] = {
    "sentencepiece": ".model file",
    "tiktoken": "rank file",
    "gguf": "GGUF",
    "tokenizer_config.json": "folder with tokenizer_config.json",
    "model_folder": "folder without a tokenizer.json",
    "chat_template": "chat template",
}
_AND = {"tiktoken": ", and which special tokens go with it"}
"""What else a library says, of which its files say nothing."""


@dataclass(frozen=True, slots=True)
class Votes:
    """The libraries that were asked besides the two of a finding, by what they answer."""

    expected: tuple[str, ...] = ()
    got: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


NOBODY_CAN_TELL = "which of two files of one format is right, nobody can tell from them alone"


def reasons(
    finding: Finding,
    got: Part,
    expected: Part,
    known: Sequence[tuple[str, str]],
    votes: Votes,
    third: str | None = None,
) -> tuple[str, ...]:
    """Why one side is expected to be right: what the ledger says, what the format is, who else
    answers so. Lines of plain text, the weightiest first. `third` is what the run's own vote said.
    """
    ledger = [f"the ledger: {entry}: {says}" for entry, says in known]
    if (neither := no_fault(finding.signature.component)) is not None:
        return (*ledger, neither)
    voted = () if third is None else (third,)
    by_format = _by_specification(finding, got, expected)
    return (*ledger, *voted, by_format, *_by_vote(votes, got, expected))


def no_fault(component: str) -> str | None:
    """Why a difference is a bug of neither side; None where it is one."""
    if component.startswith(UNICODE_VERSION):
        return f"{component}: neither is wrong, each follows its library's own tables"
    if component == EXACT_TIE:
        return f"{component}: implementation-defined, no format says which is to win"
    return None


_BROKEN = re.compile("panic|^(RuntimeError: )?unreachable|properties of undefined", re.IGNORECASE)
"""What libraries in Rust, as WebAssembly and in JavaScript say where they did not mean to fail."""


def breaks_off(answer: Observation) -> bool:
    """Whether a library failed where it did not mean to.

    >>> breaks_off(Refusal("error", "unreachable")), breaks_off(Refusal("error", "no such id"))
    (True, False)
    """
    return isinstance(answer, Refusal) and bool(_BROKEN.search(answer.detail))


def cannot_heed(info: RunInfo, finding: Finding, got: Part) -> bool:
    """Whether what an implementation reads has no place for the stage at fault: it is no bug."""
    if got.library is None:
        return False
    format = next((each.format for each in info.artefacts if each.name == got.artefact), "")
    return finding.signature.stage in got.library.unread_of(got.artefact, format)


def is_of_arguments(finding: Finding) -> bool:
    """Whether its smallest case is."""
    return asks_for_no_piece(describe.smallest(finding))


def asks_for_no_piece(sighting: Sighting) -> bool:
    """Whether a case is of no ids, or of one that no piece has: what a library does then is no
    matter of the file."""
    ids = case_ids(sighting.case)
    if not isinstance(sighting.case, DecodeCase):
        return False
    return not ids or any(not sighting.names[0].get(token_id) for token_id in ids)


def _by_specification(finding: Finding, got: Part, expected: Part) -> str:
    if isinstance(got.recorded, Refusal) and got.recorded.kind in DEADLY:
        other = "refuses it" if isinstance(expected.recorded, Refusal) else "has an answer"
        return f"no input may {_MAY[got.recorded.kind]} {got.label}: {expected.label} {other}"
    if is_of_arguments(finding) and breaks_off(got.recorded):
        return f"{expected.label} has an answer; {got.label} breaks off, and does not refuse this"
    if is_of_arguments(finding) and isinstance(got.recorded, Refusal):
        return f"{expected.label} has an answer; {got.label} may refuse this by design"
    if is_of_arguments(finding):
        return f"what {expected.label} answers; no file says what becomes of such ids"
    if finding.ledger_entry is not None:
        entry = harmless(finding.ledger_entry)
        if finding.deviant is None:
            who = "who deviates, if anyone, the ledger says"
            return f"what {expected.label} answers; {who} ({entry})"
        return (
            f"what {expected.label} answers; that the other side deviates, by its library or by "
            f"its file, the ledger says ({entry})"
        )
    if expected.spec is None:
        return f"no library is concerned but {got.label}: our reference is expected to be right"
    formats = _native_to(expected)
    if got.oracle is None:
        return f"{expected.label} defines what a {formats} means{_AND.get(expected.label, '')}"
    if got.artefact == expected.artefact:
        return f"{expected.label} defines what a {formats} means, {got.label} reads it too"
    if got.oracle == expected.oracle:
        return NOBODY_CAN_TELL
    return f"a {_native_to(got)} is made from a {formats}: {expected.label} is taken to be right"


def _native_to(part: Part) -> str:
    """What a library's own files are called."""
    formats = () if part.spec is None else part.spec.native_to
    return " or ".join(_NOUN.get(format, format) for format in formats)


def _by_vote(votes: Votes, got: Part, expected: Part) -> list[str]:
    said = (
        (votes.expected, f"as {expected.label} on {expected.artefact[:NAME]}"),
        (votes.got, f"as {got.label} on {got.artefact[:NAME]}"),
        (votes.other, "in a third way"),
    )
    parts = [f"{' and '.join(names)} {how}" for names, how in said if names]
    if not parts:
        return ["no other library reads one of the files: nobody else could be asked"]
    against = "against it: " if len(votes.got) > len(votes.expected) else ""
    return [f"the vote is {against}{', '.join(parts)}"]
