"""A long smallest case: what its beginnings tell, that were asked beside it.

Not here: which are asked (`harness.bugs.long_texts`).
"""

import re

from tokparity.reference_impl.contract import EncodeCase, Encoding, Observation, Refusal
from tokparity.reports.records.finding import Beside, Sighting
from tokparity.reports.triage.legible import case_words
from tokparity.reports.triage.roles import DEADLY

LONGEST = 80
_MOST = re.compile(r"\bmax_input_chars_per_word: ([0-9]+)")


def beginnings(sighting: Sighting) -> tuple[Beside, ...]:
    """What was asked beside a long text; nothing of a short one, which stands in other company."""
    rows = sighting.beside
    return rows if rows and _is_beginning(rows[0], sighting) else ()


def beside_words(row: Beside, sighting: Sighting) -> str:
    """The text of a row; of one that goes with a long text how much of that it is.

    >>> from tokparity.reference_impl.contract import EncodeCase, Encoding
    >>> row = Beside(EncodeCase("a" * 2000), Encoding(()), Encoding(()))
    >>> from types import SimpleNamespace
    >>> beside_words(row, SimpleNamespace(case=EncodeCase("a" * 4000), beside=(row,)))
    'its first 2,000 characters'
    """
    if not beginnings(sighting) or not isinstance(row.case, EncodeCase):
        return case_words(row.case, LONGEST)
    if _is_beginning(row, sighting):
        count = len(row.case.text)
        return f"its first {count:,} characters" if count > 1 else "its first character"
    if _is_spaced(row, sighting):
        return "all of it in words of ten characters, with spaces between"
    return case_words(row.case, LONGEST)


def growth_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """What its beginnings tell of a long text; "" where nothing."""
    rows = beginnings(sighting)
    if not isinstance(sighting.left if at_left else sighting.right, Refusal):
        return _limit(rows)
    answers = [(row, row.left if at_left else row.right) for row in rows]
    short = [answer for row, answer in answers if _is_spaced(row, sighting)]
    fine = [row for row, answer in answers if _is_beginning(row, sighting)]
    fine = [row for row in fine if not _gives_up(row.left if at_left else row.right)]
    if not fine:
        return ""
    begins = f"It answers {beside_words(fine[-1], sighting)}"
    if not short:
        return f"{begins}: it is a matter of length."
    if _gives_up(short[0]):
        return f"{begins}, and not all of it in short words: the length of the text matters."
    return f"{begins}, and all of it in short words: the length of one word matters."


def too_long_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """That a side cuts up a word that is longer than its file allows, where one token is due; ""
    where it is not so."""
    got, due = (sighting.left, sighting.right)[:: 1 if at_left else -1]
    of_model = "\n".join(line for stage, line in sighting.settings if stage == "model")
    if (limit := _MOST.search(of_model)) is None or not isinstance(sighting.case, EncodeCase):
        return ""
    long = [word for word in sighting.case.text.split() if len(word) > int(limit[1])]
    is_cut = isinstance(got, Encoding) and isinstance(due, Encoding) and len(got.ids) > len(due.ids)
    others = sighting.shown_too
    if others is not None and others.answer is not None:  # the length may be theirs alone
        return ""
    if len(long) != 1 or not is_cut:
        return ""
    return (
        f"It cuts up a word of {len(long[0]):,} characters: one of more than {int(limit[1]):,} "
        "(max_input_chars_per_word) is unknown as a whole."
    )


def is_of_one_word(sighting: Sighting, *, at_left: bool) -> bool:
    """Whether a side gives up a long text that it answers in short words."""
    return "one word matters" in growth_sentence(sighting, at_left=at_left)


def _limit(rows: tuple[Beside, ...]) -> str:
    if any(row.is_of_others for row in rows[:2]):
        return ""
    agreed = [_ids(row.left) == _ids(row.right) for row in rows[:2]]
    lengths = [len(row.case.text) for row in rows[:2] if isinstance(row.case, EncodeCase)]
    if agreed != [True, False] or lengths[1] != lengths[0] + 1:
        return ""
    right, wrong = lengths
    return f"It is right about its first {right:,} characters, wrong about the first {wrong:,}."


def _texts(row: Beside, sighting: Sighting) -> list[str]:
    """The text of the smallest case and that of a row; "" of ids."""
    cases = (sighting.case, row.case)
    return [case.text if isinstance(case, EncodeCase) else "" for case in cases]


def _is_beginning(row: Beside, sighting: Sighting) -> bool:
    whole, text = _texts(row, sighting)
    return whole.startswith(text) and 0 < len(text) < len(whole)


def _is_spaced(row: Beside, sighting: Sighting) -> bool:
    whole, text = _texts(row, sighting)
    return text != whole and text.replace(" ", "") == whole


def _gives_up(answer: Observation) -> bool:
    return isinstance(answer, Refusal) and answer.kind in DEADLY


def _ids(answer: Observation) -> object:
    return answer.ids if isinstance(answer, Encoding) else answer
