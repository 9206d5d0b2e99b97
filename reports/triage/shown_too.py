"""What other findings of the same side have to do with a case, in words: which part of the
difference is whose."""

from collections.abc import Sequence
from dataclasses import replace

from tokparity.reference_impl.contract import Bytes, Encoding, Observation, Text
from tokparity.reports.records.finding import Beside, ShownToo, Sighting
from tokparity.reports.text.visible import harmless, visible_clipped
from tokparity.reports.triage.legible import case_words, legible, piece_text
from tokparity.reports.triage.parts import as_if_words

LONGEST, MOST = 24, 8
"""Characters of a token, and tokens, of an answer."""


def without_others(sighting: Sighting, *, at_left: bool) -> Sighting:
    """The sighting with what the side to blame would answer for its other findings alone in the
    place of what is due: then each difference is this finding's. As it is where there are none."""
    others, rows = sighting.shown_too, sighting.beside
    if any(row.is_of_others for row in rows):
        alike = tuple(_alike(row, at_left) if row.is_of_others else row for row in rows)
        sighting = replace(sighting, beside=alike)
    if others is None or others.answer is None:
        return sighting
    answer = others.answer
    return replace(sighting, right=answer) if at_left else replace(sighting, left=answer)


def _alike(row: Beside, at_left: bool) -> Beside:
    return replace(row, right=row.left) if at_left else replace(row, left=row.right)


def shown_too_sentence(sighting: Sighting) -> str:
    """A sentence, "" where nothing else shows.

    >>> from types import SimpleNamespace as of
    >>> too = ShownToo(("marks no text",), Text("ab"))
    >>> shown_too_sentence(of(shown_too=too, beside=()))[49:]
    'marks no text, which is another finding: with that alone it would give ab.'
    """
    others, more = sighting.shown_too, _more(sighting)
    if others is None:
        return more
    said = (_deeds(others, sighting), _any_text(others, sighting), more)
    return " ".join(filter(None, said))


def _more(sighting: Sighting) -> str:
    """That in other company more differs than this and others account for, and where."""
    row = next((row for row in sighting.beside if row.shows_more), None)
    if row is None:
        return ""
    return f"In other company it does more than this, as of {case_words(row.case, LONGEST)}."


def _any_text(others: ShownToo, sighting: Sighting) -> str:
    if others.any_text is None:
        return ""
    case, got, due = others.any_text
    made, right = (_answer(each, sighting) for each in (got, due))
    return (
        f"Any text shows another finding too: of {case_words(case, LONGEST)} it makes {made}, "
        f"where {right} is due."
    )


def _deeds(others: ShownToo, sighting: Sighting) -> str:
    if others.answer is None:
        return ""
    settings = [words for deed in others.deeds if (words := as_if_words(deed))]
    does = [harmless(deed) for deed in others.deeds if not as_if_words(deed)]
    said = [f"as a tokenizer that {' and '.join(does)}"] if does else []
    said += [f"as if the file {' and '.join(settings)}"] if settings else []
    many = len(others.deeds) > 1
    which, alone = ("are other findings", "those") if many else ("is another finding", "that")
    would = _answer(others.answer, sighting)
    return (
        f"In this case it also answers {' and '.join(said)}, which {which}: with {alone} alone it "
        f"would give {would}."
    )


def _answer(answer: Observation, sighting: Sighting) -> str:
    match answer:
        case Encoding(ids):
            return _tokens(ids, sighting)
        case Text(value):
            return visible_clipped(value, LONGEST) or "an empty text"
        case Bytes(value):
            return visible_clipped(value.decode("utf-8", "replace"), LONGEST) or "an empty text"
    return "no answer"


def _tokens(ids: Sequence[int], sighting: Sighting) -> str:
    left, right = sighting.names
    names = (left.get(i) or right.get(i) or str(i) for i in ids[:MOST])
    read = [piece_text(name, sighting.settings) for name in names]
    shown = " ".join(legible(it, LONGEST, read) or "(empty)" for it in read)
    return (shown or "no token") + " …" * (len(ids) > MOST)
