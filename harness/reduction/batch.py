"""Many findings made small, in job processes, written down as each is done.

First those that are asked for, then what was met on their way and is no finding yet. Which these
are depends on the findings alone, not on the number of jobs or on what was done before a kill.
"""

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from tokparity.harness.reduction.job import Told, in_silence, made_small
from tokparity.harness.reduction.request import Unshrunk, of_finding, of_other
from tokparity.harness.reduction.result import NotShrunk, Smallest
from tokparity.harness.reduction.store import Kept, Made
from tokparity.harness.run.execution import Progress
from tokparity.harness.shards.job_pool import Inline, JobDied, Pool
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.finding import Finding

OTHERS = 8
"""New findings that one finding may bring with it."""

Asked = Unshrunk | NotShrunk
Outcome = Smallest | NotShrunk
Result = TypeVar("Result")


def asked_of_run(run_dir: Path, findings: Iterable[Finding], scratch: Path) -> list[Asked]:
    """Findings of a run; what cannot be asked with its reason."""
    asked: list[Asked] = []
    for finding in findings:
        try:
            asked.append(of_finding(run_dir, finding, scratch))
        except (TokparityError, OSError, ValueError) as error:
            asked.append(NotShrunk(finding.id, str(error)))
    return asked


def shrink_all(
    asked: Sequence[Asked],
    known: Collection[str],
    kept: Kept,
    scratch: Path,
    *,
    jobs: int,
    progress: Progress,
    told_of: Told = in_silence,
) -> list[Outcome]:
    """Each of `asked` made small, in that order, then each new finding that was met on the way.

    `known` are the keys of findings that are not new. What `kept` holds already stays, and what
    cannot be made small keeps nobody up. `told_of` hears each step, where there is one job.
    `scratch` is where the files of new findings are written for the time being.
    """
    outcomes: dict[int, Outcome] = {}
    todo: dict[int, Unshrunk] = {}
    for at, one in enumerate(asked):
        if (done := kept.known(one.id)) is not None:
            outcomes[at] = done
        elif isinstance(one, NotShrunk):
            outcomes[at] = one
        else:
            todo[at] = one
    places = list(todo)
    with closing(_as_ended(list(todo.values()), jobs, told_of)) as ended:
        for number, made in ended:
            at = places[number]
            found = _without(made, known)
            outcomes[at] = found if isinstance(found, NotShrunk) else kept.add(found)
            progress(len(outcomes), len(asked), asked[at].id)
    first = [outcomes[at] for at in range(len(asked))]
    keys = {*known, *(one.signature.key for one in first if isinstance(one, Smallest))}
    new = _new_findings(first, asked, keys, scratch)
    return first + list(_new_outcomes(new, len(asked), keys, kept, jobs, progress, told_of))


def _without(made: Made | NotShrunk, known: Collection[str]) -> Made | NotShrunk:
    """With only those others that may become findings."""
    if isinstance(made, NotShrunk):
        return made
    smallest, regression = made
    known = {*known, smallest.signature.key}
    fresh = [one for one in smallest.others if one.signature.key not in known]
    return replace(smallest, others=tuple(fresh[:OTHERS])), regression


def _new_findings(
    first: Sequence[Outcome], asked: Sequence[Asked], keys: Collection[str], scratch: Path
) -> list[Asked]:
    """What was met on the way, each signature where it was met first."""
    new: dict[str, Asked] = {}
    for smallest, parent in zip(first, asked, strict=True):
        for other in smallest.others if isinstance(smallest, Smallest) else ():
            key = other.signature.key
            if key in keys or key in new:
                continue
            if isinstance(parent, NotShrunk):  # it was made small before a kill
                new[key] = NotShrunk(other.id, parent.reason, parent.id)
            else:
                new[key] = of_other(other, parent, scratch)
    return list(new.values())


def _new_outcomes(
    new: Sequence[Asked],
    before: int,
    keys: set[str],
    kept: Kept,
    jobs: int,
    progress: Progress,
    told_of: Told,
) -> Iterator[Outcome]:
    outcomes = [kept.known(one.id) for one in new]
    todo = [
        one
        for one, done in zip(new, outcomes, strict=True)
        if done is None and isinstance(one, Unshrunk)
    ]
    with closing(_as_ended(todo, jobs, told_of)) as ended:
        made = _in_order(ended)
        for number, (one, done) in enumerate(zip(new, outcomes, strict=True), 1):
            outcome: Outcome | None = done
            if done is None:
                outcome = one if isinstance(one, NotShrunk) else _if_new(next(made), keys, kept)
            progress(before + number, before + len(new), one.id)
            if isinstance(outcome, Smallest):
                keys.add(outcome.signature.key)
            if outcome is not None:
                yield outcome


def _if_new(made: Made | NotShrunk, keys: Collection[str], kept: Kept) -> Outcome | None:
    """None where it is a finding that there is: its symptom, and so its key, may be another now
    that it is small."""
    if isinstance(made, NotShrunk):
        return made
    return None if made[0].signature.key in keys else kept.add(made)


def _as_ended(
    todo: Sequence[Unshrunk], jobs: int, told_of: Told
) -> Generator[tuple[int, Made | NotShrunk], None, None]:
    """(number, result) of each. Those whose job process died are tried once more, each in a process
    of its own."""
    left = dict(enumerate(todo))
    if not left:
        return
    with _workers(min(jobs, len(todo))) as (pool, told_there):
        try:
            blocks = [(one, told_of if told_there else in_silence) for one in todo]
            for at, made in pool.as_ended(made_small, blocks):
                del left[at]
                yield at, made
        except JobDied:
            pass
    for at, one in left.items():
        with Pool(1) as alone:
            try:
                [made] = alone.run(made_small, [(one, in_silence)])
            except JobDied as error:
                made = NotShrunk(one.id, str(error), one.met_in)
        yield at, made


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
