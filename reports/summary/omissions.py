"""What a run was asked for and did not do, in few lines: of many for one reason, how many.

Not here: the whole list, which run.json has, and the report with it.
"""

from collections.abc import Sequence
from shlex import quote

from tokparity.reports.records.run_info import RunInfo, Skipped

NOT_FETCHED = "not fetched: tokparity vocabs fetch"
"""How the reason begins where a vocabulary is not on this machine; its name follows."""
NOT_COMPARED = "no case of it was compared"
NOT_REACHED = "the budget was spent before it was begun: give it more --seconds"


def omissions(info: RunInfo) -> list[Skipped]:
    """What a run has skipped, folded."""
    return folded(info.skipped, info.profile, info.options.get("vocab"))


def folded(skipped: Sequence[Skipped], profile: str, vocab: object) -> list[Skipped]:
    """One line for all that are not fetched, and one for all that a budget did not reach.

    `vocab` is the glob that the run was over, or a list of them; None or "*" for all of the
    profile.

    >>> three = [Skipped(name, f"{NOT_FETCHED} {name}") for name in ("a", "b", "c")]
    >>> folded(three, "quick", "*")
    [Skipped(name='3 vocabularies', reason='not fetched: tokparity vocabs fetch --profile quick')]
    """
    globs = map(str, vocab) if isinstance(vocab, list) else [str(vocab)]
    of_profile = vocab in (None, "*")
    names = f"--profile {quote(profile)}" if of_profile else " ".join(map(quote, globs))
    rest = list(skipped)
    for reason, what, summary in (
        (NOT_FETCHED, "vocabularies", f"{NOT_FETCHED} {names}"),
        (NOT_REACHED, "cells", NOT_REACHED),
    ):
        same = [omission for omission in rest if omission.reason.startswith(reason)]
        if len(same) > 1:
            others = [omission for omission in rest if not omission.reason.startswith(reason)]
            rest = [*others, Skipped(f"{len(same):,} {what}", summary)]
    return rest
