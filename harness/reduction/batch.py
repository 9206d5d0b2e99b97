"""Many findings made small, in job processes, written down as each is done.

First those that are asked for, then what was met on their way and is no finding yet. Which these
are depends on the findings alone, not on the number of jobs or on what was done before a kill.
"""

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from tokparity.harness.reduction.job import Announce, in_silence, reduce_finding
from tokparity.harness.reduction.request import (
    ReductionRequest,
    request_of_finding,
    request_of_other,
)
from tokparity.harness.reduction.result import ReducedFinding, ReductionFailure
from tokparity.harness.reduction.store import Product, ReductionStore
from tokparity.harness.run.execution import Progress
from tokparity.harness.shards.job_pool import Inline, JobDied, Pool
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import NO_SUBJECTS, Subjects
from tokparity.reports.records.finding import Finding

OTHERS = 8
"""New findings that one finding may bring with it."""

Submission = ReductionRequest | ReductionFailure
Outcome = ReducedFinding | ReductionFailure
Result = TypeVar("Result")


def requests_of_run(
    run_dir: Path, findings: Iterable[Finding], scratch: Path, given: Subjects = NO_SUBJECTS
) -> list[Submission]:
    """Findings of a run; what cannot be asked with its reason."""
    submissions: list[Submission] = []
    for finding in findings:
        try:
            submissions.append(request_of_finding(run_dir, finding, scratch, given))
        except (TokparityError, OSError, ValueError) as error:
            submissions.append(ReductionFailure(finding.id, str(error)))
    return submissions


def shrink_all(
    submissions: Sequence[Submission],
    known: Collection[str],
    store: ReductionStore,
    scratch: Path,
    *,
    jobs: int,
    progress: Progress,
    announce: Announce = in_silence,
) -> list[Outcome]:
    """Each of `submissions` made small, in that order, then each new finding that was met on the
    way.

    `known` are the keys of findings that are not new. What `store` holds already stays, and what
    cannot be made small keeps nobody up. `announce` hears each step, where there is one job.
    `scratch` is where the files of new findings are written for the time being.
    """
    outcomes: dict[int, Outcome] = {}
    todo: dict[int, ReductionRequest] = {}
    for at, submission in enumerate(submissions):
        if (earlier := store.known(submission.id)) is not None:
            outcomes[at] = earlier
        elif isinstance(submission, ReductionFailure):
            outcomes[at] = submission
        else:
            todo[at] = submission
    places = list(todo)
    with closing(_as_ended(list(todo.values()), jobs, announce)) as ended:
        for number, product in ended:
            at = places[number]
            fresh = _without(product, known)
            outcomes[at] = fresh if isinstance(fresh, ReductionFailure) else store.add(fresh)
            progress(len(outcomes), len(submissions), submissions[at].id)
    first = [outcomes[at] for at in range(len(submissions))]
    keys = {
        *known,
        *(outcome.signature.key for outcome in first if isinstance(outcome, ReducedFinding)),
    }
    new = _new_findings(first, submissions, keys, scratch)
    return first + list(_new_outcomes(new, len(submissions), keys, store, jobs, progress, announce))


def _without(
    product: Product | ReductionFailure, known: Collection[str]
) -> Product | ReductionFailure:
    """With only those others that may become findings."""
    if isinstance(product, ReductionFailure):
        return product
    smallest, regression = product
    known = {*known, smallest.signature.key}
    fresh = [other for other in smallest.others if other.signature.key not in known]
    return replace(smallest, others=tuple(fresh[:OTHERS])), regression


def _new_findings(
    first: Sequence[Outcome],
    submissions: Sequence[Submission],
    keys: Collection[str],
    scratch: Path,
) -> list[Submission]:
    """What was met on the way, each signature where it was met first."""
    new: dict[str, Submission] = {}
    for smallest, parent in zip(first, submissions, strict=True):
        for other in smallest.others if isinstance(smallest, ReducedFinding) else ():
            key = other.signature.key
            if key in keys or key in new:
                continue
            if isinstance(parent, ReductionFailure):  # it was made small before a kill
                new[key] = ReductionFailure(other.id, parent.reason, parent.id)
            else:
                new[key] = request_of_other(other, parent, scratch)
    return list(new.values())


def _new_outcomes(
    new: Sequence[Submission],
    before: int,
    keys: set[str],
    store: ReductionStore,
    jobs: int,
    progress: Progress,
    announce: Announce,
) -> Iterator[Outcome]:
    outcomes = [store.known(submission.id) for submission in new]
    todo = [
        submission
        for submission, earlier in zip(new, outcomes, strict=True)
        if earlier is None and isinstance(submission, ReductionRequest)
    ]
    with closing(_as_ended(todo, jobs, announce)) as ended:
        products = _in_order(ended)
        for number, (submission, earlier) in enumerate(zip(new, outcomes, strict=True), 1):
            outcome: Outcome | None = earlier
            if earlier is None:
                outcome = (
                    submission
                    if isinstance(submission, ReductionFailure)
                    else _if_new(next(products), keys, store)
                )
            progress(before + number, before + len(new), submission.id)
            if isinstance(outcome, ReducedFinding):
                keys.add(outcome.signature.key)
            if outcome is not None:
                yield outcome


def _if_new(
    product: Product | ReductionFailure, keys: Collection[str], store: ReductionStore
) -> Outcome | None:
    """None where it is a finding that there is: its symptom, and so its key, may be another now
    that it is small."""
    if isinstance(product, ReductionFailure):
        return product
    return None if product[0].signature.key in keys else store.add(product)


def _as_ended(
    todo: Sequence[ReductionRequest], jobs: int, announce: Announce
) -> Generator[tuple[int, Product | ReductionFailure], None, None]:
    """(number, result) of each. Those whose job process died are tried once more, each in a process
    of its own."""
    left = dict(enumerate(todo))
    if not left:
        return
    with _workers(min(jobs, len(todo))) as (pool, in_this_process):
        try:
            blocks = [(request, announce if in_this_process else in_silence) for request in todo]
            for at, product in pool.as_ended(reduce_finding, blocks):
                del left[at]
                yield at, product
        except JobDied:
            pass
    for at, request in left.items():
        with Pool(1) as alone:
            try:
                [product] = alone.run(reduce_finding, [(request, in_silence)])
            except JobDied as error:
                product = ReductionFailure(request.id, str(error), request.met_in)
        yield at, product


@contextmanager
def _workers(jobs: int) -> Iterator[tuple[Inline | Pool, bool]]:
    """What does the work, and whether it is this process, which can tell of it."""
    if jobs == 1:
        with Slot() as slot:
            yield Inline(slot), True
    else:
        with Pool(jobs) as pool:
            yield pool, False


def _in_order(ended: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """The results by their numbers, each as soon as those before it are there."""
    early: dict[int, Result] = {}
    number = 0
    for at, result in ended:
        early[at] = result
        while number in early:
            yield early.pop(number)
            number += 1
