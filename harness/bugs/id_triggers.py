"""What in a smallest sequence of ids makes it fail: any ids, one id, a kind, all from one on."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

from tokparity.harness.bugs.answers import Ids, Question
from tokparity.harness.bugs.remainder import Remainder, bare, with_ids
from tokparity.harness.bugs.trigger import Trigger, of_nothing, of_window
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import DecodeCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SIBLINGS = 6
"""Other ids of a kind that are asked in the place of one; half must fail as well."""
OF_RANGE = 12
"""Ids below one, and above it, that are asked in its place: of those above all but one must fail, a
quarter of those below may."""
FEWEST = 3
"""Ids below that are enough, if all are right, where its kind has no more of them."""


def id_triggers(
    remainder: Remainder,
    cases: Sequence[Question],
    case: DecodeCase,
    shows: Callable[[Question], bool],
) -> Iterator[Trigger]:
    """The triggers that a smallest sequence of ids may have; `cases` are where others are from.
    `shows` says of a case whether it shows the same effect, and no trigger that is known is in it.
    """
    ids, tokenizer = case.ids, remainder.honest.tokenizer

    def fails(some: Ids) -> bool:
        return shows(with_ids(case, some))

    plain = remainder.honest(bare("a b"))
    letters = plain if isinstance(plain, tuple) else ()
    alone = [with_ids(case, (token_id,)) for token_id in letters if fails((token_id,))]
    if not ids and letters and not alone:
        yield of_nothing(with_ids(case, letters[:1]))
        return
    if not ids or (letters and len(alone) == len(letters)):
        yield of_window("any ids", remainder, min(alone, key=case_order, default=case))
        return
    needed = [at for at in range(len(ids)) if not fails(ids[:at] + ids[at + 1 :])] or [0]
    pieces = tokenizer.pieces()
    inside = sorted({i for known in cases if isinstance(known, DecodeCase) for i in known.ids})
    for at in needed:
        token_id = ids[at]
        mine = id_kind(tokenizer, token_id)
        same = sorted({token_id} | {i for i in inside if id_kind(tokenizer, i) == mine})
        others = _nearest(same, token_id)  # some bugs are of ids from one on
        if not others and token_id in pieces:
            beside = range(token_id - OF_RANGE, token_id + OF_RANGE + 1)
            alike = [i for i in beside if i in pieces and id_kind(tokenizer, i) == mine]
            others = _nearest(alike, token_id)

        def fails_too(other: int, at: int = at) -> bool:
            return fails((*ids[:at], other, *ids[at + 1 :]))

        # Of its own kind: what else is wrong may be of another.
        first = _first_of_range(same, token_id, same, fails_too)
        if first is None and mine != "added":  # above those there is nothing else
            known = [i for i in inside if i in pieces]
            first = _first_of_range(known, token_id, pieces, fails_too)
        if first is not None and mine == "added":
            yield _of_added_from(tokenizer, first)
        elif first is not None:
            yield of_ids(f"ids from {first} on", first.__le__)
        elif others and 2 * sum(map(fails_too, others)) >= len(others):
            yield of_ids(f"ids: {mine}", _is_of_kind(tokenizer, mine))
        else:
            yield of_ids(f"id {token_id}", token_id.__eq__)


def _of_added_from(tokenizer: Tokenizer, first: int) -> Trigger:
    """Added tokens from an id on; those that are not special where only special ones are before."""
    special = {token.id: token.special for token in tokenizer.added_tokens}
    later = {token_id for token_id in special if token_id >= first}
    if all(special[token_id] == (token_id not in later) for token_id in special):
        return of_ids("ids of added tokens that are not special", later.__contains__)
    return of_ids(f"ids of added tokens from {first} on", later.__contains__)


def _nearest(ids: Iterable[int], token_id: int) -> list[int]:
    """Those nearest to one of them.

    >>> _nearest([1, 5, 7, 99], 7)
    [5, 1, 99]
    """
    return sorted(ids, key=lambda other: abs(other - token_id))[1 : SIBLINGS + 1]


def _first_of_range(
    known: Sequence[int], token_id: int, ids: Iterable[int], fails: Callable[[int], bool]
) -> int | None:
    """From which id on all fail, where those above do and hardly one below does: ids are wrapped,
    or a table ends."""
    at = bisect_left(known, token_id)
    below, above = (
        some[:: max(1, len(some) // OF_RANGE)][:OF_RANGE] for some in (known[:at], known[at:])
    )
    if len(above) < OF_RANGE or sum(map(fails, above)) < OF_RANGE - 1:
        return None
    failing = sum(map(fails, below))
    if len(below) < OF_RANGE and (len(below) < FEWEST or failing):
        return None  # of few below not one may
    if 4 * failing > OF_RANGE:
        return None
    between = sorted(i for i in ids if below[-1] < i <= token_id)
    return between[bisect_left(between, True, hi=len(between) - 1, key=fails)]


def _is_of_kind(tokenizer: Tokenizer, name: str) -> Callable[[int], bool]:
    return lambda token_id: id_kind(tokenizer, token_id) == name


def of_ids(words: str, is_in: Callable[[int], bool]) -> Trigger:
    """Ids, left out where they are masked."""

    def occurs(case: Question) -> bool:
        return isinstance(case, DecodeCase) and any(map(is_in, case.ids))

    def masks(case: Question) -> list[Question]:
        if not isinstance(case, DecodeCase):
            return [case]
        return [with_ids(case, tuple(i for i in case.ids if not is_in(i)))]

    return Trigger(words, occurs, masks)


def id_kind(tokenizer: Tokenizer, token_id: int) -> str:
    """What kind of piece an id has: "added", "outside", "bytes", "empty", "space", "word", what
    stands before the rest of a piece ("<0", "##"), or the first character of a symbol. Bytes that
    end within a character are "cut", where several of them are there "cut late"."""
    pieces = tokenizer.pieces()
    if token_id not in pieces:
        return "outside"
    piece = pieces[token_id]
    if any(token.id == token_id for token in tokenizer.added_tokens):
        return "added"
    try:
        text = tokenizer.surface(token_id).decode()
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return "bytes"
        return "cut" if error.end - error.start == 1 else "cut late"
    except TokparityError:
        return "bytes"
    if piece.startswith("<0x") or (piece.startswith("##") and len(piece) > 2):
        return piece[:2]
    if not text:
        return "empty"
    if text[0] in " \u2581":
        return "space"
    if piece.startswith("<") and not tokenizer.decode((token_id,)).value:
        return "empty"  # a control piece, which is no added token
    return "word" if text[0].isalnum() else f"U+{ord(text[0]):04X}"
