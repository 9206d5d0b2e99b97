"""A long smallest case: what its beginnings tell, that were asked beside it.

Not here: which are asked (`harness.bugs.long_texts`).
"""

from tokparity.reference_impl.contract import EncodeCase, Encoding, Observation, Refusal
from tokparity.reports.records.finding import Beside, Sighting
from tokparity.reports.triage.legible import case_words
from tokparity.reports.triage.roles import DEADLY

LONGEST = 80


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
    return "all of it in words of ten characters, with spaces between"


def growth_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """What its beginnings tell of a long text; "" where nothing."""
    rows = beginnings(sighting)
    if not isinstance(sighting.left if at_left else sighting.right, Refusal):
        return _limit(rows)
    answers = [(row, row.left if at_left else row.right) for row in rows]
    short = [answer for row, answer in answers if not _is_beginning(row, sighting)]
    fine = [row for row, answer in answers[: len(rows) - len(short)] if not _gives_up(answer)]
    if not fine:
        return ""
    begins = f"It answers {beside_words(fine[-1], sighting)}"
    if not short:
        return f"{begins}: it is a matter of length."
    if _gives_up(short[0]):
        return f"{begins}, and not all of it in short words: the length of the text matters."
    return f"{begins}, and all of it in short words: the length of one word matters."


def is_of_one_word(sighting: Sighting, *, at_left: bool) -> bool:
    """Whether a side gives up a long text that it answers in short words."""
    return "one word matters" in growth_sentence(sighting, at_left=at_left)


def _limit(rows: tuple[Beside, ...]) -> str:
    agreed = [row for row in rows if _ids(row.left) == _ids(row.right)]
    if len(rows) != 2 or len(agreed) != 1 or agreed[0] is not rows[0]:
        return ""
    right, wrong = (len(row.case.text) for row in rows if isinstance(row.case, EncodeCase))
    return f"It is right about its first {right:,} characters, wrong about the first {wrong:,}."


def _is_beginning(row: Beside, sighting: Sighting) -> bool:
    whole, text = (
        case.text if isinstance(case, EncodeCase) else "" for case in (sighting.case, row.case)
    )
    return whole.startswith(text) and 0 < len(text) < len(whole)


def _gives_up(answer: Observation) -> bool:
    return isinstance(answer, Refusal) and answer.kind in DEADLY


def _ids(answer: Observation) -> object:
    return answer.ids if isinstance(answer, Encoding) else answer
