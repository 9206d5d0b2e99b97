"""Text as a bug report shows it: what looks like something else is written as escapes.

`reports.text.visible` escapes what cannot be seen; here also what cannot be told from another text:
a text that is not NFC looks like the one that is.
"""

import unicodedata
from collections.abc import Iterable, Mapping

from tokparity.reference_impl.contract import Case, EncodeCase, Encoding, Observation
from tokparity.reports.summary import describe
from tokparity.reports.summary.ruler import reading
from tokparity.reports.text.visible import escape, visible, visible_clipped

FIRST_PIECES, LAST_PIECES = 24, 4


def legible(text: str, limit: int = 120, beside: Iterable[str] = ()) -> str:
    """One harmless line; in escapes too where one of the texts `beside` it is.

    >>> legible("a\\u0301 b"), legible("\\xe1")
    ('a\\\\u0301·b', 'á')
    """
    start = text[:limit]
    if all(unicodedata.is_normalized("NFC", each) for each in (start, *beside)):
        return visible_clipped(text, limit)
    escaped = "".join(visible(char) if char.isascii() else escape(char) for char in start)
    return escaped + (f"… ({len(text) - limit:,} more characters)" if len(text) > limit else "")


def piece_text(piece: str, settings: Iterable[tuple[str, str]]) -> str:
    """The text that a piece stands for; of a file that spells pieces as text it is the piece.

    >>> piece_text("Ã©", [("decoder", "ByteLevel")]), piece_text("é", [("decoder", "Metaspace")])
    ('é', 'é')
    """
    return reading(piece, "", spelled=True) if spells_bytes(settings) else piece


def spells_bytes(settings: Iterable[tuple[str, str]]) -> bool:
    """Whether a file's pieces are in the byte-level alphabet: so where it is not known."""
    said = [line for _, line in settings]
    return not said or "ByteLevel" in said


def case_words(case: Case, limit: int) -> str:
    """The input of a case on one harmless line."""
    if isinstance(case, EncodeCase) and case.text:
        return legible(case.text, limit)
    return describe.case_line(case, limit)


def in_pieces(answer: Observation, names: Mapping[int, str]) -> str:
    """An answer as the pieces of its ids, without what they cover; of many the first and the last.

    >>> in_pieces(Encoding((7, 8)), {7: "a", 8: "\u0120b"}), in_pieces(Encoding(()), {})
    ('a=7 Ġb=8', '(no ids)')
    """
    if not isinstance(answer, Encoding):
        return describe.answer_line(answer) or "(empty)"
    pieces = [f"{visible(names.get(i, ''))}={i}" for i in answer.ids]
    between = len(pieces) - FIRST_PIECES - LAST_PIECES
    if between > 1:
        pieces[FIRST_PIECES:-LAST_PIECES] = [f"({between:,} more)"]
    return " ".join(pieces) or "(no ids)"
