"""Make a failing text or id sequence as small as it gets, keeping what makes it fail.

`shortlex` is the one definition of smaller: shorter first, then simpler characters
in order. A predicate answers a *batch* of candidates at once, because a question to
a worker costs the same for one as for many. Work is bounded by predicate calls,
not by time, so that the result is the same on every machine.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import accumulate, product
from typing import Any, Generic, TypeVar

from tokparity.harness.compare.verdict import first_difference

SIMPLEST = "abcdefghijklmnopqrstuvwxyz0123456789 ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RANK = {char: rank for rank, char in enumerate(SIMPLEST)}

STAND_INS = SIMPLEST + (
    ".-'<\n\t\u00a0\u0301é٠中\U00010000\U0001f600ǆ\u093f\u1100\u1161\u3000가豈\ufeff\U0001d400"
)
"""What a character may be replaced by: the simplest characters, and one of each common kind, beyond
U+FFFF too; and of each that Unicode's forms treat in a way of its own."""
PLAIN = {2: "a0 '.\t\né", 3: "a0 '"}
"""Of so many characters every text of these is tried: one batch, the same in any vocabulary."""
UNIFORM = "a0 é"
"""What all characters of another text may be at once."""


LONG, COSTLY = 1 << 14, 1 << 12
"""Characters, or ids: of more than the first a candidate costs more for each of the second."""
LONG_RUN = 8
"""Times that a character must stand in a row to be a run, which gets shorter as a whole."""
LONG_TEXT = 64
"""Characters of a text of which one part alone is tried first, as often as it has room."""
_LONGEST_REPEATED = 20_000
_LONG_REPEATED = 5000
"""Characters of a text of which but the most common parts are tried."""
_LONGEST_PART = 16
_COMMON = 24
_COARSE = 8
"""What is an eighth of it, or more, is left out of a long text before that."""
_RUNG = 1.25
"""A part is tried so many times more often each time, until that fails."""
_MOST_COMMON = 4
"""Parts that are tried a little less often too, and …"""
_SHORTER = 6
"""… so many times in a text of three quarters of the length."""

T = TypeVar("T", str, tuple[int, ...], tuple[str, ...])
Order = Callable[[Any], Any]
"""A sort key: what is smaller comes first."""


def char_rank(char: str) -> int:
    """How simple a character is: "a" is simplest, then letters, digits, space, then code points.

    >>> char_rank("a") < char_rank("0") < char_rank(" ") < char_rank(".") < char_rank("é")
    True
    """
    return _RANK.get(char, len(SIMPLEST) + ord(char))


def shortlex(text: str) -> tuple[int, list[int]]:
    """Sort key: length, then the rank of each character.

    >>> sorted(["b", "aa", "a", "é"], key=shortlex)
    ['a', 'b', 'é', 'aa']
    """
    return len(text), [char_rank(char) for char in text]


def shortlex_ids(ids: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """Sort key of an id sequence: length, then the ids themselves."""
    return len(ids), tuple(ids)


@dataclass(slots=True)
class CandidateBudget:
    """How many candidates may still be tried; `spent` counts those that were, one of more than
    LONG characters or ids once more for each COSTLY of them: it takes that much longer to ask."""

    limit: int
    spent: int = 0

    @property
    def left(self) -> int:
        return self.limit - self.spent


def _cost(candidate: str | tuple[int, ...] | tuple[str, ...]) -> int:
    """
    >>> _cost("a"), _cost((1, 2)), _cost("a" * 16_000), _cost(("a" * 100_000, "b"))
    (1, 1, 1, 21)
    """
    length = len(candidate)
    if not isinstance(candidate, str):
        length = max(length, sum(len(part) for part in candidate if isinstance(part, str)))
    return 1 + max(0, length - LONG) // COSTLY


@dataclass(slots=True)
class CandidateSearch(Generic[T]):
    """Asks the predicate in batches, remembers every answer, never exceeds the budget.

    `fails(candidates)` says of each candidate whether it still shows the fault.
    """

    fails: Callable[[Sequence[T]], Sequence[bool]]
    budget: CandidateBudget
    batch: int = 64
    known: dict[T, bool] = field(default_factory=dict)

    def first(self, candidates: Iterable[T]) -> T | None:
        """The first candidate, in the order given, that still fails; None where none does."""
        for chunk in self._chunks(candidates):
            fresh = [candidate for candidate in dict.fromkeys(chunk) if candidate not in self.known]
            room = self.budget.left
            costs = list(accumulate(map(_cost, fresh)))
            fresh = fresh[: 1 + bisect_left(costs, room)] if room > 0 else []
            if fresh:
                self.budget.spent += costs[len(fresh) - 1]
                self.known.update(zip(fresh, self.fails(fresh), strict=True))
            for candidate in chunk:
                if self.known.get(candidate, False):
                    return candidate
            if self.budget.left <= 0:
                return None
        return None

    def _chunks(self, candidates: Iterable[T]) -> Iterator[list[T]]:
        """As many as a batch has room for; of long ones fewer, one at least."""
        chunk: list[T] = []
        total = 0
        for candidate in candidates:
            chunk.append(candidate)
            total += _cost(candidate)
            if total >= self.batch:
                yield chunk
                chunk, total = [], 0
        if chunk:
            yield chunk


def shrink_text(text: str, search: CandidateSearch[str]) -> str:
    """A shortlex-small text that still fails, given one that does.

    Without an exhausted budget the result is a local minimum: dropping any one or two
    characters, or replacing any one by a simpler stand-in, makes the fault go away. In a text of
    `LONG_TEXT` and more all characters of a kind are replaced at once; in one that is one part
    repeated, single ones are dropped at its ends alone.

    >>> fails = lambda texts: ["x" in text and "é" in text for text in texts]
    >>> search = CandidateSearch(fails, CandidateBudget(1000))
    >>> shrink_text("some xylophone in a café", search)
    'xé'
    """
    text = _shorten_runs(text, search)
    if len(text) >= LONG_TEXT:
        text = _delete_blocks(text, search, len(text) // _COARSE)
        parts = _common_parts(text) if len(text) <= _LONGEST_REPEATED else []
        repeated = _one_part_repeated(text, parts, shortlex, search)
        if repeated is not None and len(repeated) >= LONG_TEXT:
            return _simplify(repeated, search)  # the same everywhere: cut at its ends, cut anywhere
        text = _shorten_runs(repeated or _levelled(text, search), search)
    while True:
        before = text
        text = delete_parts(text, search)
        text = _simplify(text, search)
        if text == before:
            return text


def shrink_ids(ids: tuple[int, ...], search: CandidateSearch[tuple[int, ...]]) -> tuple[int, ...]:
    """As `shrink_text`, for a sequence of ids: fewer first, then lower ids."""
    if len(ids) >= LONG_TEXT:
        ids = _delete_blocks(ids, search, len(ids) // _COARSE)
        alone = [(token_id,) for token_id, _ in Counter(ids).most_common(_COMMON)]
        repeated = _one_part_repeated(ids, alone, shortlex_ids, search)
        if repeated is not None and len(repeated) >= LONG_TEXT:
            return repeated
        ids = repeated or ids
    while True:
        before = ids
        ids = delete_parts(ids, search)
        for index in range(len(ids)):
            lower = (low for low in (*range(16), ids[index] // 2, ids[index] - 1))
            tries = ((*ids[:index], low, *ids[index + 1 :]) for low in lower if low < ids[index])
            ids = search.first(tries) or ids
            if search.budget.left <= 0:
                return ids
        if ids == before:
            return ids


def _one_part_repeated(
    whole: T, parts: Sequence[T], order: Order, search: CandidateSearch[T]
) -> T | None:
    """One part of a long text over and over, as seldom as that fails: what a length or a count
    shows would take as many candidates as it has characters. None where no part does."""
    wholes: dict[T, T] = {}
    for at, part in enumerate(parts if len(whole) <= _LONG_REPEATED else parts[:_MOST_COMMON]):
        counts = [len(whole) // len(part)]
        if at < _MOST_COMMON:  # cut inside of a piece it shows; and what is too long may be right
            counts += [counts[0] - less for less in (1, 2, 3)]
            counts += [int(counts[0] * 0.75**power) for power in range(1, _SHORTER)]
        wholes |= {part * count: part for count in counts}
    repeated = search.first(wholes)
    if repeated is None:
        return None
    part = wholes[repeated]
    most = len(repeated) // len(part)
    # Rungs that grow, not halves: what is refused as too long does not show the fault, so "fails"
    # is not monotonous in the count, and a halving would miss the short end.
    rungs = [1]
    while rungs[-1] < most:
        rungs.append(min(most, max(rungs[-1] + 1, int(rungs[-1] * _RUNG))))
    fewer = search.first(part * count for count in rungs)  # what is too long may be right again
    most = len(fewer or repeated) // len(part)
    least = part * _fewest(lambda count: part * count, most, search)
    return min(whole, _trimmed(least, 2 * len(part), search), key=order)


def _levelled(text: str, search: CandidateSearch[str]) -> str:
    """Without what stands before and behind a stretch that shows it; where it shows only so far
    inside a text, with "a" for all that: it takes the length, and not the characters."""
    text = text[-_fewest(lambda length: text[-length:], len(text), search) :]
    text = text[: _fewest(lambda length: text[:length], len(text), search)]
    size = len(text)
    behind = _fewest(lambda length: "a" * (size - length) + text[size - length :], size, search)
    text = "a" * (size - behind) + text[size - behind :]
    before = _fewest(lambda length: text[:length] + "a" * (size - length), size, search)
    return text[:before] + "a" * (size - before)


def _trimmed(whole: T, ends: int, search: CandidateSearch[T]) -> T:
    """Without single places of its ends, so far: what is the same everywhere, cut there alone."""
    cuts = [*range(ends), *range(len(whole) - ends, len(whole))]
    while True:
        less = search.first(whole[:at] + whole[at + 1 :] for at in cuts if 0 <= at < len(whole))
        if less is None:
            return whole
        whole = less


def _common_parts(text: str) -> list[str]:
    """Its characters, the simplest of all, and its most common parts of up to 16 characters."""
    common = [char for char, _ in Counter(text).most_common(_COMMON)]
    parts = dict.fromkeys([*common[:1], "a", *common[1:]])
    for size in range(2, _LONGEST_PART + 1):
        counts = Counter(text[at : at + size] for at in range(len(text) - size + 1))
        parts |= dict.fromkeys(part for part, count in counts.most_common(3) if count > 2)
    return list(parts)


def _fewest(of_length: Callable[[int], T], most: int, search: CandidateSearch[T]) -> int:
    """The least number that fails, by doubling and halving; `most` does."""
    passes, fails = 0, 1
    while fails < most and search.first([of_length(fails)]) is None:
        passes, fails = fails, 2 * fails
    fails = min(fails, most)
    while fails - passes > 1:
        middle = (passes + fails) // 2
        if search.first([of_length(middle)]) is None:
            passes = middle
        else:
            fails = middle
    return fails


def _shorten_runs(text: str, search: CandidateSearch[str]) -> str:
    """Long runs of one character as short as they fail, each by doubling and halving: a fault that
    takes a length of 65,536 is not looked for one character at a time."""
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and text[end] == text[at]:
            end += 1
        length = end - at
        if length >= LONG_RUN:
            of_length = partial(_with_run, text[:at], text[at], text[end:])
            length = _fewest(of_length, length, search)
            text = of_length(length)
        at += length
    return text


def _with_run(before: str, char: str, behind: str, count: int) -> str:
    return before + char * count + behind


def delete_parts(whole: T, search: CandidateSearch[T]) -> T:
    """Without as many parts as can be left out, single ones and pairs at least."""
    return _delete_pairs(_delete_blocks(whole, search), search)


def _delete_blocks(whole: T, search: CandidateSearch[T], least: int = 1) -> T:
    size = max(1, len(whole) // 2)
    while size >= least:
        start = 0
        while start < len(whole):
            end = len(whole) if least == 1 else len(whole) - size + 1  # no ever shorter tails
            cuts = _cuts(whole, start, end, size)
            smaller = search.first(whole[:cut] + whole[cut + size :] for cut in cuts)
            if smaller is None:
                break
            start = max(0, first_difference(whole, smaller) - size)
            whole = smaller
        size //= 2
    return whole


def _cuts(whole: T, start: int, end: int, size: int) -> Iterator[int]:
    """Where to cut out a block; not where the cut before leaves the very same, as inside a run."""
    step = max(
        1, size // 2
    )  # blocks overlap by half: what must go together may lie across a border
    for cut in range(start, end, step):
        before = cut - step
        if before < start or whole[before:cut] != whole[before + size : cut + size]:
            yield cut


def _delete_pairs(whole: T, search: CandidateSearch[T]) -> T:
    while 2 < len(whole) <= 16:  # 120 pairs at most: they are quadratic in the length
        smaller = search.first(
            whole[:i] + whole[i + 1 : j] + whole[j + 1 :]
            for i in range(len(whole))
            for j in range(i + 1, len(whole))
        )
        if smaller is None:
            break
        whole = smaller
    return whole


def _simplify(text: str, search: CandidateSearch[str]) -> str:
    """All characters at once; one simpler wherever it stands, then in one place alone, but that
    not in a long text."""
    plainer = (other for other in _plain(len(text)) if shortlex(other) < shortlex(text))
    text = search.first(plainer) or text
    for common in dict.fromkeys(text):
        if text.count(common) > 1 or len(text) > LONG_TEXT:
            tries = (text.replace(common, char) for char in _simpler(common))
            text = search.first(tries) or text
        if search.budget.left <= 0:
            return text
    for index in range(len(text) if len(text) <= LONG_TEXT else 0):
        tries = (text[:index] + char + text[index + 1 :] for char in _simpler(text[index]))
        text = search.first(tries) or text
        if search.budget.left <= 0:
            break
    return text


@lru_cache(maxsize=16)
def _plain(size: int) -> list[str]:
    """The plainest texts of so many characters, the simplest first."""
    if size in PLAIN:
        return sorted(map("".join, product(PLAIN[size], repeat=size)), key=shortlex)
    return [char * size for char in UNIFORM] if size > 1 else []


@lru_cache(maxsize=1024)
def _simpler(char: str) -> list[str]:
    rank = char_rank(char)
    return sorted(
        (stand_in for stand_in in set(STAND_INS) if char_rank(stand_in) < rank), key=char_rank
    )
