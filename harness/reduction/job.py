"""One finding made small in a job process: its case, its regression, what was met on the way.

Not here: the shrinking itself (`harness.reduction.finding`), and many findings
(`harness.reduction.batch`).
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from tokparity.harness.reduction.documents.document import is_reducible
from tokparity.harness.reduction.finding import Reduction, shrink_finding
from tokparity.harness.reduction.regression import regression_of
from tokparity.harness.reduction.request import ReductionRequest
from tokparity.harness.reduction.result import OtherFinding, ReducedFinding, ReductionFailure
from tokparity.harness.reduction.store import Product
from tokparity.harness.reduction.trial import SideFinding
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Case
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.finding import Finding

Announce = Callable[[str], None]


def in_silence(line: str) -> None:
    """Tells nobody."""


def reduce_finding(
    slot: Slot, request: ReductionRequest, announce: Announce = in_silence
) -> Product | ReductionFailure:
    """One finding, in whatever process; what goes wrong is a result too, as is our own bug."""
    try:
        slot.begin(request.cell.model)
        case = _first_that_shows_it(slot, request)
        reduction = shrink_finding(slot, request.cell, case, request.candidates, announce)
        return _made(request, reduction, _sound_others(slot, request, reduction.others))
    except Exception as error:
        return ReductionFailure(request.id, error_line(error), request.met_in)


def _first_that_shows_it(slot: Slot, request: ReductionRequest) -> Case:
    if len(request.cases) == 1:
        return request.cases[0]
    investigator = slot.investigator(request.cell)
    diverging = investigator.diverging(request.cases)
    same = (raw for raw in diverging if investigator.signature_of(raw).bare == request.signature)
    first = next(same, diverging[0] if diverging else None)
    return request.cases[0] if first is None else first.case


def _sound_others(
    slot: Slot, request: ReductionRequest, others: Iterable[SideFinding]
) -> list[OtherFinding]:
    """Those that are findings.

    Of one file any is: what is asked is whether two sides read the same file alike. Two files that
    were cut down may differ in what is gone from one of them alone: that is no finding, unless
    the artefacts as they are show it too.
    """
    name, investigator = request.cell.left.artefact.name, None
    sound = []
    for other in others:
        named_sighting = other.found
        case, signature = named_sighting.sighting.case, named_sighting.signature
        if len(other.files) == 1:
            sound.append(OtherFinding(signature, case, name, other.files[0]))
            continue
        investigator = investigator or slot.investigator(request.cell)
        with suppress(TokparityError, OverflowError):  # a case of the small files makes no sense
            diverging = investigator.diverging([case])
            if diverging and investigator.signature_of(diverging[0]).bare == signature.bare:
                sound.append(OtherFinding(signature, case, name, None))
    return sound


def _made(
    request: ReductionRequest, reduction: Reduction, others: Sequence[OtherFinding]
) -> Product:
    cell, named_sighting = request.cell, reduction.found
    shape = named_sighting.shape
    if request.met_in is not None:
        shape += f"; met while {request.met_in} was made small"
    finding = Finding(
        named_sighting.signature,
        shape,
        "divergence",
        named_sighting.method,
        (named_sighting.sighting,),
    )
    files = reduction.files or request.files
    regression = regression_of(cell, finding, named_sighting.sighting, files, oracle_versions())
    if request.signature is not None and finding.id != request.id:
        # another finding now: two of a run may be one, and each has its file
        regression = replace(regression, name=f"{regression.name}-was-{request.id}")
    smallest = ReducedFinding(
        id=request.id,
        signature=named_sighting.signature,
        method=named_sighting.method,
        case=reduction.case,
        before=reduction.before,
        entries=reduction.entries,
        size=None
        if reduction.files is None
        else sum(len(file.content) for file in reduction.files),
        whole=_why_whole(request, reduction),
        candidates=reduction.candidates,
        loads=reduction.loads,
        seconds=reduction.seconds,
        others=tuple(others),
        met_in=request.met_in,
    )
    return smallest, regression


def _why_whole(request: ReductionRequest, reduction: Reduction) -> str:
    if reduction.files is not None:
        return ""
    formats = {side.artefact.format for side in request.cell.sides}
    whole = sorted(format for format in formats if not is_reducible(format))
    if whole:
        return f"files of the format {' and '.join(whole)} are not reduced"
    return "no part of it shows the fault"
