"""What `WindowDiff` gets wrong of one vocabulary, and the smallest ids that show it.

Its text is that of all ids where characters are whole, wait for few tokens and stay what they are.
Each of these can fail: bytes that are no character; more tokens in a row that end within one than a
window holds back; a decoder that gives some ids another text than they have within all. Sought over
the vocabulary's own ids, from the likely ones: what is found is shrunk, what is not found is not
proved to be impossible.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Literal, get_args

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.targets.byte_ids import SEQUENCES, ids_of_bytes
from tokparity.corpora.generators.targets.ids import letter_of
from tokparity.corpora.generators.targets.kind import Ids
from tokparity.harness.compare.cells import SKIP_OPTIONS
from tokparity.harness.properties.replies import reply_by, text_of_reply
from tokparity.harness.shrinking.case import case_order, shrink_case
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import Case, DecodeOptions, EncodeOptions, StreamCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.streaming.window_diff import WINDOW
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Limit = Literal["pending", "broken", "decoder"]
LIMITS: tuple[Limit, ...] = get_args(Limit)

CHARACTERS = ("é", "世", "🙂")
"""Of two, three and four bytes."""
ENGLISH = ("a . b ! c", "it 's ' we 've", "do n't , a ?")
"""With spaces that a decoder may clean away; each part of their ids is tried."""
SILENT = 4
"""As many tokens that give no text are put into a character."""
RANDOM, LONGEST = 300, 6
"""So many sequences of any ids are tried, of so many ids at most."""
CANDIDATES = 600
"""Sequences that are tried to make one smaller."""


@dataclass(frozen=True, slots=True)
class WindowGap:
    """Ids on which the window's text is another than that of all ids."""

    case: StreamCase
    gives: str
    text: str


def limits_of(tokenizer: Tokenizer, seed: int = 0) -> dict[Limit, WindowGap]:
    """The smallest ids found for each limit; none where nothing shows it.

    "broken": the text holds U+FFFD. "pending": it does not, and `WINDOW` or more ids in a row end
    within a character. "decoder": neither; of a decoder that is not `unstable` a token that gives
    nothing stands before a character of four (`replies.most_waiting`).
    """
    first: dict[Limit, StreamCase] = {}
    for ids, options in product(_sought(tokenizer, seed), SKIP_OPTIONS):
        case = StreamCase(ids, (), options)
        limit = limit_of(tokenizer, case)
        if limit is not None:
            first[limit] = min(first.get(limit, case), case, key=case_order)
    return {limit: _smallest(tokenizer, first[limit], limit) for limit in LIMITS if limit in first}


def limit_of(tokenizer: Tokenizer, case: StreamCase) -> Limit | None:
    """Which limit makes the window's text another; None where it is the text of all ids, or where
    that cannot be decoded."""
    try:
        text = text_of_reply(tokenizer, case)
    except TokparityError:
        return None
    if reply_by("window_diff", tokenizer, case).gives(text):
        return None
    if "\ufffd" in text:
        return "broken"
    return "pending" if most_pending(tokenizer, case) >= WINDOW else "decoder"


def most_pending(tokenizer: Tokenizer, case: StreamCase) -> int:
    """The most ids in a row up to each of which the text ends with U+FFFD: within a character."""
    upto = (StreamCase(case.ids[:at], (), case.options) for at in range(1, len(case.ids) + 1))
    within = (text_of_reply(tokenizer, prefix).endswith("\ufffd") for prefix in upto)
    return max((sum(run) for inside, run in groupby(within) if inside), default=0)


def _smallest(tokenizer: Tokenizer, case: StreamCase, limit: Limit) -> WindowGap:
    """Shrunk; and no shorter sequence of its ids shows the same limit."""

    def fails(cases: Sequence[Case]) -> list[bool]:
        return [isinstance(candidate, StreamCase) and min(candidate.ids, default=-1) >= 0
                and limit_of(tokenizer, candidate) == limit for candidate in cases]  # fmt: skip

    small = shrink_case(case, fails, CandidateBudget(CANDIDATES), 1)
    assert isinstance(small, StreamCase)
    for shorter in _shorter(small):
        if fails([shorter])[0]:
            small = shorter
            break
    gives = reply_by("window_diff", tokenizer, small).text
    return WindowGap(small, gives, text_of_reply(tokenizer, small))


def _shorter(case: StreamCase) -> Iterator[StreamCase]:
    """Every sequence of its ids that has fewer, the shortest first, up to `CANDIDATES`."""
    ids = sorted(set(case.ids))
    for size in range(1, len(case.ids)):
        if len(ids) ** size > CANDIDATES:
            return
        yield from (StreamCase(shorter, (), case.options) for shorter in product(ids, repeat=size))


def _sought(tokenizer: Tokenizer, seed: int) -> Iterator[Ids]:
    byte_ids = ids_of_bytes(tokenizer)
    letter = letter_of(tokenizer)
    silent = list(_silent(tokenizer, letter))
    for char in CHARACTERS if byte_ids else ():
        ids = tuple(byte_ids[byte] for byte in char.encode() if byte in byte_ids)
        for at, count, token_id in product(range(1, len(ids)), range(1, SILENT + 1), silent):
            yield (*ids[:at], *[token_id] * count, *ids[at:])
    rows = [
        tuple(byte_ids[byte] for byte in bytes.fromhex(code) if byte in byte_ids)
        for code in SEQUENCES
    ]
    for left, right in product(filter(None, rows), [(), letter, rows[1], rows[2], rows[3]]):
        yield (*left, *right)
        yield (*right, *left)
        yield (*left * 2, *right)
    for token_id, count in product(silent, range(1, SILENT + 1)):
        yield (*letter, *[token_id] * count, *letter)
    for text in ENGLISH:
        ids = _encoded(tokenizer, text)
        yield from (ids[at:end] for end in range(len(ids) + 1) for at in range(end))
    rng = Rng("window", seed)
    every = sorted(tokenizer.pieces())
    for _ in range(RANDOM if every else 0):
        yield tuple(rng.choice(every) for _ in range(rng.between(1, LONGEST)))


def _encoded(tokenizer: Tokenizer, text: str) -> Ids:
    try:
        return tokenizer.encode(text, EncodeOptions(add_special=False)).ids
    except TokparityError:
        return ()


def _silent(tokenizer: Tokenizer, letter: Ids) -> Iterator[int]:
    """A token that gives no text where special ones are left out, and an id of none."""
    special = [token.id for token in tokenizer.added_tokens if token.special][:1]
    for token_id in (*special, max(tokenizer.pieces(), default=0) + 1):
        try:
            if _text(tokenizer, (*letter, token_id, *letter)) == _text(tokenizer, letter * 2):
                yield token_id
        except TokparityError:
            continue


def _text(tokenizer: Tokenizer, ids: Ids) -> str:
    return text_of_reply(tokenizer, StreamCase(ids, (), DecodeOptions(skip_special=True)))
