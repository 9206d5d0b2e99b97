"""What each side keeps apart, by what becomes of the parts of a text alone.

Of tokens that say nothing of their text, as one for what no piece has, nothing else tells where a
text is cut.
"""

from collections.abc import Mapping

from tokparity.reference_impl.contract import EncodeCase, Encoding, Observation
from tokparity.reports.records.finding import Beside, Sighting
from tokparity.reports.triage.legible import legible, piece_text

LONGEST = 40
"""Characters of a text that is told."""
ENOUGH = 3
"""Cases that must show that a character is always alone."""
MOST = 3
"""Tokens that are told of it."""


def apart_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """That what stands around a character without a token is kept apart; "" where it is not so.

    >>> apart_sentence(sighting, at_left=False)  # doctest: +SKIP
    'It keeps · and 0 apart, around ٠ of which neither makes a token: the other joins them.'
    """
    found = kept_apart(sighting, at_left=at_left)
    if found is None:
        joined = kept_apart(sighting, at_left=not at_left)
        if joined is None or _has_between(sighting, joined, at_left):
            return ""
        left, char, right = map(_shown, joined)
        return (
            f"It joins {left} and {right}, around {char} of which neither makes a token: the other "
            "keeps them apart."
        )
    left, char, right = map(_shown, found)
    return (
        f"It keeps {left} and {right} apart, around {char} of which neither makes a token: the "
        "other joins them."
    )


def kept_apart(sighting: Sighting, *, at_left: bool) -> tuple[str, str, str] | None:
    """A character of which neither side makes a token, and what stands before it and behind it,
    where the side to blame gives both as it gives them alone, and the other joins them."""
    case, got = sighting.case, sighting.left if at_left else sighting.right
    if not isinstance(case, EncodeCase) or not isinstance(got, Encoding):
        return None
    alone = _alone(sighting)
    for char in dict.fromkeys(case.text):
        left, _, right = case.text.partition(char)
        parts = alone.get(left), alone.get(char), alone.get(right)
        if parts[0] and parts[1] == () and parts[2] and got.ids == parts[0] + parts[2]:
            return left, char, right
    return None


def _has_between(sighting: Sighting, parts: tuple[str, str, str], at_left: bool) -> bool:
    """Whether the side to blame has the tokens of both parts, and others between them."""
    got, alone = sighting.left if at_left else sighting.right, _alone(sighting)
    left, right = alone[parts[0]], alone[parts[2]]
    ids = got.ids if isinstance(got, Encoding) else ()
    is_longer = len(ids) > len(left) + len(right)
    return is_longer and ids[: len(left)] == left and ids[-len(right) :] == right


def cut_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """That a text is cut in two, of which one side makes what it makes of each alone; "" where
    neither does, or both.

    >>> cut_sentence(sighting, at_left=False)  # doctest: +SKIP
    'It cuts ! and a apart: of both together it makes what it makes of each alone.'
    """
    case = sighting.case
    sides = (sighting.left, sighting.right) if at_left else (sighting.right, sighting.left)
    got, due = (side.ids if isinstance(side, Encoding) else None for side in sides)
    if not isinstance(case, EncodeCase) or got is None or due is None:
        return ""
    alone = _alone(sighting)
    for at in range(1, len(case.text)):
        left, right = case.text[:at], case.text[at:]
        if not alone.get(left) or not alone.get(right):
            continue
        whole = alone[left] + alone[right]
        both = f"{_shown(left)} and {_shown(right)} apart"
        if got == whole != due:
            return f"It cuts {both}: of both together it makes what it makes of each alone."
        if due == whole != got:
            return f"It does not cut {both}: the other makes of both what it makes of each alone."
    return ""


def unjoined_sentence(sighting: Sighting, *, at_left: bool) -> str:
    """That one side has a character as a token of its own wherever it stands, where the other joins
    it with what stands beside it in all that differs; "" where it is not so.

    >>> unjoined_sentence(sighting, at_left=False)  # doctest: +SKIP
    'It has \\r as a token of its own wherever it stands: the other has ▁\\r, \\r\\r.'
    """
    rows = (Beside(sighting.case, sighting.left, sighting.right), *sighting.beside)
    names = sighting.names[:: 1 if at_left else -1]
    for char in dict.fromkeys(sighting.case.text if isinstance(sighting.case, EncodeCase) else ""):
        joined: list[str] = []
        differing = 0
        for row in rows:
            sides = (row.left, row.right)[:: 1 if at_left else -1]
            if not isinstance(row.case, EncodeCase) or char not in row.case.text:
                continue
            own, theirs = (_with_char(char, *it, sighting) for it in zip(sides, names, strict=True))
            differs = not row.is_alike
            differing += differs
            if {*own} != {char} or (differs and not {*theirs} - {char}):
                break
            joined += [piece for piece in theirs if piece != char]
        else:
            if differing >= ENOUGH:
                has = ", ".join(map(_shown, [*dict.fromkeys(joined)][:MOST]))
                return (
                    f"It has {_shown(char)} as a token of its own wherever it stands: the other "
                    f"has {has}."
                )
    return ""


def _with_char(
    char: str, answer: Observation, names: Mapping[int, str], sighting: Sighting
) -> list[str]:
    """The tokens of an answer that hold a character, as the text that they are."""
    ids = answer.ids if isinstance(answer, Encoding) else ()
    pieces = (piece_text(names.get(token_id, ""), sighting.settings) for token_id in ids)
    return [piece for piece in pieces if char in piece]


def _alone(sighting: Sighting) -> dict[str, tuple[int, ...]]:
    """The ids of the texts beside that both sides encode alike."""
    return {
        row.case.text: row.left.ids
        for row in sighting.beside
        if isinstance(row.case, EncodeCase)
        and isinstance(row.left, Encoding)
        and isinstance(row.right, Encoding)
        and row.left.ids == row.right.ids
    }


def _shown(text: str) -> str:
    return legible(text, LONGEST) or "nothing"
