"""One finding made small in a job process: its case, its regression, what was met on the way.

Not here: the shrinking itself (`harness.reduction.finding`), and many findings
(`harness.reduction.batch`).
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from tokparity.harness.reduction.documents.document import is_reducible
from tokparity.harness.reduction.finding import Shrunk, shrink_finding
from tokparity.harness.reduction.regression import regression_of
from tokparity.harness.reduction.request import Unshrunk
from tokparity.harness.reduction.result import NotShrunk, Other, Smallest
from tokparity.harness.reduction.store import Made
from tokparity.harness.reduction.trial import Met
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Case
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.finding import Finding

Told = Callable[[str], None]


def in_silence(line: str) -> None:
    """Tells nobody."""


def made_small(slot: Slot, asked: Unshrunk, told_of: Told = in_silence) -> Made | NotShrunk:
    """One finding, in whatever process; what goes wrong is a result too, as is our own bug."""
    try:
        slot.begin(asked.cell.model)
        case = _first_that_shows_it(slot, asked)
        shrunk = shrink_finding(slot, asked.cell, case, asked.candidates, told_of)
        return _made(asked, shrunk, _sound_others(slot, asked, shrunk.others))
    except Exception as error:
        return NotShrunk(asked.id, error_line(error), asked.met_in)


def _first_that_shows_it(slot: Slot, asked: Unshrunk) -> Case:
    if len(asked.cases) == 1:
        return asked.cases[0]
    investigator = slot.investigator(asked.cell)
    met = investigator.diverging(asked.cases)
    same = (one for one in met if investigator.signature_of(one).bare == asked.signature)
    found = next(same, met[0] if met else None)
    return asked.cases[0] if found is None else found.case


def _sound_others(slot: Slot, asked: Unshrunk, others: Iterable[Met]) -> list[Other]:
    """Those that are findings.

    Of one file any is: what is asked is whether two sides read the same file alike. Two files that
    were cut down may differ in what is gone from one of them alone: that is no finding, unless
    the artefacts as they are show it too.
    """
    name, investigator = asked.cell.left.artefact.name, None
    sound = []
    for other in others:
        found = other.found
        case, signature = found.sighting.case, found.signature
        if len(other.files) == 1:
            sound.append(Other(signature, case, name, other.files[0]))
            continue
        investigator = investigator or slot.investigator(asked.cell)
        with suppress(TokparityError, OverflowError):  # a case of the small files makes no sense
            met = investigator.diverging([case])
            if met and investigator.signature_of(met[0]).bare == signature.bare:
                sound.append(Other(signature, case, name, None))
    return sound


def _made(asked: Unshrunk, shrunk: Shrunk, others: Sequence[Other]) -> Made:
    cell, found = asked.cell, shrunk.found
    shape = found.shape
    if asked.met_in is not None:
        shape += f"; met while {asked.met_in} was made small"
    finding = Finding(found.signature, shape, "divergence", found.method, (found.sighting,))
    files = shrunk.files or asked.files
    regression = regression_of(cell, finding, found.sighting, files, oracle_versions())
    if asked.signature is not None and finding.id != asked.id:
        # another finding now: two of a run may be one, and each has its file
        regression = replace(regression, name=f"{regression.name}-was-{asked.id}")
    smallest = Smallest(
        id=asked.id,
        signature=found.signature,
        method=found.method,
        case=shrunk.case,
        before=shrunk.before,
        entries=shrunk.entries,
        size=None if shrunk.files is None else sum(len(one.content) for one in shrunk.files),
        whole=_why_whole(asked, shrunk),
        candidates=shrunk.candidates,
        loads=shrunk.loads,
        seconds=shrunk.seconds,
        others=tuple(others),
        met_in=asked.met_in,
    )
    return smallest, regression


def _why_whole(asked: Unshrunk, shrunk: Shrunk) -> str:
    if shrunk.files is not None:
        return ""
    formats = {side.artefact.format for side in asked.cell.sides}
    whole = sorted(one for one in formats if not is_reducible(one))
    if whole:
        return f"files of the format {' and '.join(whole)} are not reduced"
    return "no part of it shows the fault"
