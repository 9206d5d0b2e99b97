"""A case on which two sides part: what it costs to ask again, and which direction is at fault."""

from dataclasses import dataclass

from tokparity.harness.compare.verdict import ALWAYS_A_FINDING, Divergence
from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    FullCase,
    Observation,
    Op,
    Refusal,
    StageCase,
    StreamCase,
)

CANDIDATES = 2000
"""How many candidates shrinking one finding may try."""

CANDIDATES_OF_A_CRASH = 120
"""… where each that still fails costs a worker its life."""

CANDIDATES_OF_A_TIMEOUT = 12
"""… and where each takes as long as any answer may: the text is longer than LONG."""
LONG = 1000


@dataclass(frozen=True, slots=True)
class DivergingCase:
    """A diverging case as it came out of a batch."""

    case: Case
    left: Observation
    right: Observation
    divergence: Divergence


def is_costly(raw: DivergingCase) -> bool:
    """Whether a worker dies each time that it is asked."""
    return any(
        isinstance(side, Refusal) and side.kind in ALWAYS_A_FINDING
        for side in (raw.left, raw.right)
    )


def direction(case: Case) -> Op:
    """The op that a case's fault is a fault of, however it was seen: so that a bug that several
    kinds of case show is one finding."""
    match case:
        case DecodeCase() | StageCase("decoder"):
            return "decode"
        case EncodeCase() | FullCase() | StageCase():
            return "encode"
        case StreamCase():
            return "stream"
        case ChatCase():
            return "chat"


def candidate_limit(raw: DivergingCase) -> int:
    """How many candidates shrinking may try."""
    for answer in (raw.left, raw.right):
        timed_out = isinstance(answer, Refusal) and answer.kind == "timeout"
        long = isinstance(raw.case, EncodeCase) and len(raw.case.text) > LONG
        if timed_out and long:
            return CANDIDATES_OF_A_TIMEOUT
    return CANDIDATES_OF_A_CRASH if is_costly(raw) else CANDIDATES


def batch_size(raw: DivergingCase) -> int:
    """How many candidates are asked at once; where each costs a worker its life only one, since a
    batch dies with it."""
    return 1 if is_costly(raw) else 64
