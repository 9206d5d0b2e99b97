"""A crash on the case as it was found.

What reads memory that is not its own crashes on a small case in one process, and not in another,
where something else lies there. The case that it was met with is often further out.
"""

from collections.abc import Callable
from dataclasses import replace

from tokparity.reference_impl.contract import Case, Observation, Refusal
from tokparity.reports.triage.exhibit import Exhibit, Part


def as_found(exhibit: Exhibit, answer: Callable[[Part, Case], Observation]) -> Exhibit | None:
    """The exhibit of a crash on the case before shrinking, with what the other side answers to
    that; None where it is no crash, or was not shrunk. `answer` asks a library."""
    seen, got, expected = exhibit.sighting, exhibit.got, exhibit.expected
    crashes = isinstance(got.recorded, Refusal) and got.recorded.kind == "crash"
    if not crashes or expected.oracle is None or seen.found_as == seen.case:
        return None
    other = answer(expected, seen.found_as)
    left, right = (got.recorded, other) if got.is_left else (other, got.recorded)
    sighting = replace(seen, case=seen.found_as, left=left, right=right)
    return replace(exhibit, sighting=sighting, expected=replace(expected, recorded=other))
