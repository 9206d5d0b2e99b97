"""Whether two causes are one: of a finding in several files each cause is told once."""

import re
from collections.abc import Iterable

from tokparity.reports.records.finding import IN_COMMON, OTHERS
from tokparity.reports.triage.causes import LIKELY_AS, NOT_ALONE, WHOLE_STAGE

_BEHIND = re.compile(
    r" (?:behind|at the beginning).*|(?<=^It gives ).*(?= as the file has it)|, of which.*"
)
_NO_ANSWER = "gives no answer"
_MESSAGES = (_NO_ANSWER, "where the other has a refusal")
_WHEN = (
    "It does so ",
    "It may do more ",
    "In other company ",
    "Some of its cases ",
    "This is what ",
    "One case of the run ",
)
"""How the sentences begin that say when it does so, and how sure that is."""


def told_once(first: str, others: Iterable[tuple[str, str]]) -> list[tuple[list[str], str]]:
    """What the causes of other files tell beyond that of the first, with the files' names.

    When it does so is left to a file's own section, where that is all that differs.

    >>> first = "It leaves id 4 out. It does so where there is: id 4."
    >>> told_once(first, [("b", "It leaves id 7 out."), ("c", "It has a."), ("d", "It has a.")])
    [(['b'], 'The same; when, its own section says.'), (['c', 'd'], 'It has a.')]
    """
    told: dict[str, list[str]] = {}
    for file, cause in others:
        if cause and cause != first:
            told.setdefault(_beyond(cause, first), []).append(file)
    return [(files, words) for words, files in told.items()]


def _beyond(cause: str, first: str) -> str:
    """What a cause tells that the first does not, where both begin with the same deed."""
    if not do_alike(cause, first):
        return cause
    own, known = (_sentences(each)[1:] for each in (cause, first))
    said = {_of_any_file(each) for each in known}
    said |= {each.removesuffix(".") + NOT_ALONE for each in said if each.startswith(LIKELY_AS)}
    new = [each for each in own if _of_any_file(each) not in said and not each.startswith(_WHEN)]
    when = [
        {_of_any_file(each) for each in sentences if each.startswith(_WHEN)}
        for sentences in (own, known)
    ]
    same = "The same." if new or when[0] == when[1] else "The same; when, its own section says."
    return " ".join((same, *new))


def _sentences(cause: str) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z])", cause)


def _of_any_file(sentence: str) -> str:
    """A sentence without the ids of one file."""
    return re.sub(r"\bids? [\d ]*\d", "id #", sentence)


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
    likely = {_fault(cause) for cause in (one, other)}
    if len(likely) == 2 and "" not in likely:
        return False
    first, second = (_BEHIND.sub("", _deed(cause)) for cause in (one, other))
    return first == second


def _fault(cause: str) -> str:
    """What a tokenizer that answers so would do, "" where none is named."""
    named = [each for each in _sentences(cause) if each.startswith(LIKELY_AS)]
    return named[0].removesuffix(NOT_ALONE).removesuffix(".") if named else ""


def _deed(cause: str) -> str:
    """Its first sentence; of a library's message without numbers, which are of one input, as is
    what is due."""
    deed = cause.split(". ")[0].rstrip(".")
    if _NO_ANSWER in deed:
        deed = deed.partition(" where ")[0]
    is_message = any(words in deed for words in _MESSAGES)
    return re.sub(r"\d+", "#", deed) if is_message else _of_any_file(deed)
