"""Bugs that tables of two Unicode versions make: one of each stage, and nobody's; or of all that a
table does not have."""

import re
from collections.abc import Sequence
from dataclasses import replace

from tokparity.harness.bugs.answers import Question
from tokparity.harness.bugs.bug import Bug, join
from tokparity.harness.bugs.remainder import Remainder, with_text
from tokparity.harness.bugs.trigger import of_chars
from tokparity.harness.bugs.unicode_age import NEVER, first_apart, of_kind
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.ages import age, versions
from tokparity.reports.records.finding import UNICODE_VERSION


def look_at_versions(bug: Bug, remainder: Remainder) -> None:
    """Call a bug what it is where tables of two Unicode versions make it alone: then all that is
    right without the characters of these versions is of it, however long. A model has no tables."""
    case = bug.case
    stages = ("normalizer", "pre_tokenizer", "model")
    if bug.stage not in stages or not isinstance(case, EncodeCase):
        return

    def departs(text: str) -> bool:
        other = with_text(case, text)
        if bug.fault_model:
            return remainder.box(other) != remainder.honest(other)
        return remainder.fails(other)  # what other bugs alone make of it is theirs

    # Of the newest characters Python itself may not know what a form makes of them.
    codes = [cause.removeprefix("U+") for cause in bug.causes if cause.startswith("U+")]
    alike = [chr(int(code, 16)) for code in codes if re.fullmatch("[0-9A-F]+", code)]
    asked = [case, *(with_text(case, char) for char in alike if len(case.text) == 1)]
    found = (first_apart(each, departs) for each in asked)
    apart = next((each for each in found if each is not None), None)
    if apart is None or (apart.unassigned and not _is_of_such(bug, apart.first)):
        return
    newer = of_chars(apart.words, lambda char: age(char) >= apart.first, remainder.contents)

    def is_of_them(case: Question) -> bool:
        return newer.occurs(case) and not all(map(remainder.fails, newer.masks(case)))

    bug.cause = apart.words
    bug.triggers = (*bug.triggers, replace(newer, occurs=is_of_them))
    if apart.unassigned:  # what tables do not have is done wrong to: that is a bug
        return
    bug.component = UNICODE_VERSION
    if bug.stage == "model":
        bug.stage = "pre_tokenizer"


def _is_of_such(bug: Bug, first: int) -> bool:
    """Whether all that it is of are characters of these versions, one or a class."""
    codes = [cause.removeprefix("U+") for cause in bug.causes if cause.startswith("U+")]
    classes = [cause for cause in bug.causes if cause.startswith("characters ")]
    return len(codes) + len(classes) == len(bug.causes) and all(
        age(chr(int(code, 16))) >= first for code in codes
    )


def _version(words: str) -> int:
    """The place of the version that words name."""
    name = words.partition(" Unicode ")[2].partition(" ")[0]
    return versions().index(name) if name in versions() else len(versions())


OLD = versions().index("3.2")
ONE_SIDES = "characters that are newer than one side's tables, and no others, make the difference"
OLDER = (
    "its Unicode tables are older: characters that these do not have, and no others, make the "
    "difference"
)
NEWER = (
    "its Unicode tables are newer: characters that the library's do not have, and no others, make "
    "the difference"
)


def _kind(bug: Bug) -> tuple[bool, bool, str]:
    of_all = bug.cause.startswith("characters that Unicode ") or bug.cause == "characters of Cn"
    return bug.component == UNICODE_VERSION, of_all, bug.stage


def of_versions_as_one(bugs: Sequence[Bug]) -> list[Bug]:
    """What tables of two versions make in one stage is one, whatever shows it, and since when; so
    is what is done to all that a table does not have, and one character that is as new."""
    made: list[Bug] = []
    for bug in bugs:
        alike = [it for it in made if _kind(it) == _kind(bug)]
        if any(_kind(bug)[:2]) and alike:
            oldest = min(alike[0].cause, bug.cause, key=_version)
            join(alike[0], [bug])
            alike[0].cause = oldest
        else:
            made.append(bug)
    for known in [bug for bug in made if bug.component == UNICODE_VERSION]:
        as_new, cause = [bug for bug in made if _is_as_new(bug, known)], known.cause
        join(known, as_new)
        known.cause = cause
        made = [bug for bug in made if bug not in as_new]
    return made


def _is_as_new(bug: Bug, known: Bug) -> bool:
    """Whether a bug is of single characters of one stage that are newer than the tables of which a
    bug is known there: of the newest too few are known to tell that of themselves."""
    if bug.component or bug.stage != known.stage:
        return False
    is_single = all(cause.startswith("U+") for cause in bug.causes)
    return is_single and _is_of_such(bug, _version(known.cause) + 1)


def whose_tables(bug: Bug, honest: Tokenizer) -> str:
    """Whose Unicode tables are older, by what the library makes of the characters: what its tables
    do not have it treats as what no version has."""
    newest = max(bug.case.text, key=age) if isinstance(bug.case, EncodeCase) else ""
    old = next((it for it in of_kind(newest) if age(it) <= OLD), "") if newest else ""
    if not old:
        return ONE_SIDES
    normalizing = replace(honest, pre_tokenizer=None)  # a pattern's tables are others
    for each in (normalizing, honest) if bug.stage == "normalizer" else (honest,):
        unknown = _made_of(NEVER[0], each)
        if _made_of(old, each) != unknown:
            return OLDER if _made_of(newest, each) != unknown else NEWER
    return ONE_SIDES


def _made_of(char: str, honest: Tokenizer) -> list[str]:
    """What becomes of a character between letters, and behind a stop: itself is "x"."""
    words = honest.pre_tokenize(Aligned.of(honest.normalize(f"a{char}a.{char}")))
    spelled = spell(char.encode()) if honest.spells_bytes else char
    return [word.text.replace(spelled, "x").replace(char, "x") for word in words]
