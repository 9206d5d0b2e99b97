"""Whether two causes are one: of a finding in several files each cause is told once."""

import re

from tokparity.reports.records.finding import IN_COMMON, OTHERS
from tokparity.reports.triage.causes import LIKELY_AS, WHOLE_STAGE

_BEHIND = re.compile(
    r" (?:behind|at the beginning).*|(?<=^It gives ).*(?= as the file has it)|, of which.*"
)


def have_alike(one: str, other: str) -> bool:
    """Whether two causes name something that is the same, or neither names anything.

    >>> have_alike(f"{IN_COMMON}U+0301; U+0302", f"{IN_COMMON}the whole stage: U+0302")
    True
    """
    parts = [
        {*cause.removeprefix(IN_COMMON).removeprefix(WHOLE_STAGE).split("; ")} - {OTHERS}
        for cause in (one, other)
    ]
    return not parts[0].isdisjoint(parts[1])


def do_alike(one: str, other: str) -> bool:
    """Whether two causes begin with the same deed, wherever in a text, and tell of no two bugs.

    >>> do_alike("It leaves out · behind a. Then more.", "It leaves out · behind [PAD].")
    True
    """
    likely = {cause.partition(LIKELY_AS)[2] for cause in (one, other)}
    if len(likely) == 2 and "" not in likely:
        return False
    first, second = (_BEHIND.sub("", _deed(cause)) for cause in (one, other))
    return first == second


def _deed(cause: str) -> str:
    """Its first sentence; of a library's message without numbers, which are of one input."""
    deed = cause.split(". ")[0].rstrip(".")
    return re.sub(r"\d+", "#", deed) if "gives no answer" in deed else deed
