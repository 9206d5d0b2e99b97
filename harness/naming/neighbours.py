"""The neighbours of a case: what is one edit away from it, or has other options.

Two tokenizers that agree on a case and on all of these are wrong in the same way, as far as anyone
can tell. Bounded: `EDITED` places of a text or of ids are edited, however long it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from tokparity.harness.naming.character_classes import relatives, strangers
from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    FullCase,
    StageCase,
    StreamCase,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

EDITED = 12
"""Places of a text or of ids that are edited: half of them at its beginning, half at its end."""
LONG = 1000
"""Of more characters or ids only two are, and by few other ones: each edit costs as much as the
whole."""
RELATIVES = 2
AROUND = (" ", "a", "0", "\n", ".", "A")
OTHERS = ("", "a", " ", "aa aa")
"""Texts that stand alone: does a fault need the text at all?"""
NEAR_IDS = (1, -1, 5, 256)

T = TypeVar("T", str, tuple[int, ...])


def letter_of(honest: Tokenizer) -> tuple[int, ...]:
    """The ids of a plain letter, none where it cannot be encoded."""
    try:
        return honest.encode("a", EncodeOptions(add_special=False)).ids
    except TokparityError:
        return ()


def neighbours(case: Case, tokenizer: Tokenizer) -> list[Case]:
    """The cases one edit away from a case, each once, without itself: some fifty of a short text.

    A character or id deleted, doubled, replaced by one of the same kind and by some of others; a
    space, letter, digit, newline, point or added token before and behind; the added tokens in it,
    each alone; every other option; and a few plain texts. Ids are those of tokens.
    """
    match case:
        case EncodeCase(text, options):
            cases: Iterator[Case] = _encode(text, options, tokenizer)
        case FullCase(text, pair, options):
            cases = _full(text, pair, options, tokenizer)
        case DecodeCase():
            cases = _decode(case, tokenizer)
        case StreamCase():
            cases = _stream(case, tokenizer)
        case StageCase() | ChatCase():
            cases = iter(())
    return [other for other in dict.fromkeys(cases) if other != case]


def _encode(text: str, options: EncodeOptions, tokenizer: Tokenizer) -> Iterator[Case]:
    for edited in _texts(text, tokenizer):
        yield EncodeCase(edited, options)
    for other in _other_options(options):
        yield EncodeCase(text, other)
        yield EncodeCase("a", other)


def _full(
    text: str, pair: str | None, options: EncodeOptions, tokenizer: Tokenizer
) -> Iterator[Case]:
    for edited in _texts(text, tokenizer):
        yield FullCase(edited, pair, options)
    if pair is not None:
        yield FullCase(text, None, options)
        yield FullCase(pair, text, options)
    yield FullCase(text, text or "a", options)
    for other in _other_options(options):
        yield FullCase(text, pair, other)


def _texts(text: str, tokenizer: Tokenizer) -> Iterator[str]:
    is_long = len(text) > LONG
    for at in edited_places(len(text)):
        char = text[at]
        instead: list[str] = []
        if not is_long:
            is_surrogate = "\ud800" <= char <= "\udfff"
            instead = [*(() if is_surrogate else relatives(char, RELATIVES)), *strangers(char)]
        for new in ("", char * 2, *instead):
            yield text[:at] + new + text[at + 1 :]
    for around in (*(AROUND[:2] if is_long else AROUND), *added_contents(tokenizer)):
        yield around + text
        yield text + around
    yield from (token.content for token in tokenizer.added_tokens if token.content in text)
    yield from OTHERS


def _decode(case: DecodeCase, tokenizer: Tokenizer) -> Iterator[Case]:
    known = tokenizer.pieces()
    ids, options = case.ids, case.options
    for at in edited_places(len(ids)):
        near = [ids[at] + step for step in NEAR_IDS if ids[at] + step in known]
        for new in ((), (ids[at],) * 2, *((token_id,) for token_id in near)):
            yield DecodeCase((*ids[:at], *new, *ids[at + 1 :]), options)
    letters = _letter(tokenizer) or tuple(sorted(known)[:1])
    added = [token.id for token in tokenizer.added_tokens][:1]
    for token_id in (*letters, *added):
        yield DecodeCase((token_id, *ids), options)
        yield DecodeCase((*ids, token_id), options)
        yield DecodeCase((token_id,), options)
    for skip, remove in ((False, False), (True, False), (False, True), (True, True)):
        if options.remove_special or not remove:
            other = replace(options, skip_special=skip, remove_special=remove)
            yield DecodeCase(ids, other)
            yield DecodeCase((*ids, *letters), other)


def _stream(case: StreamCase, tokenizer: Tokenizer) -> Iterator[Case]:
    """The edits of its ids as of a decoded sequence, those of its prompt likewise, and none."""
    ids, prompt, options = case.ids, case.prompt_ids, case.options
    yield StreamCase(ids, (), options)
    yield StreamCase(prompt + ids, (), options)
    for edited in _decode(DecodeCase(ids, options), tokenizer):
        if isinstance(edited, DecodeCase):
            yield StreamCase(edited.ids, prompt, edited.options)
    if prompt:
        for edited in _decode(DecodeCase(prompt, options), tokenizer):
            if isinstance(edited, DecodeCase):
                yield StreamCase(ids, edited.ids, edited.options)


def _letter(tokenizer: Tokenizer) -> tuple[int, ...]:
    """The last id of "a"; none where a reduced vocabulary spells no letter."""
    try:
        return tuple(tokenizer.tokenize("a", parse_special=False).ids[-1:])
    except TokparityError:
        return ()


def edited_places(length: int) -> Sequence[int]:
    """All places of something short; the first and the last of something long.

    >>> edited_places(3), edited_places(99)[5:7], edited_places(8192)
    (range(0, 3), [5, 93], [0, 8191])
    """
    if length <= EDITED:
        return range(length)
    half = EDITED // 2 if length <= LONG else 1
    return [*range(half), *range(length - half, length)]


def added_contents(tokenizer: Tokenizer) -> list[str]:
    """An added token of each kind that it has: special and ordinary."""
    of_kind = {token.special: token.content for token in reversed(tokenizer.added_tokens)}
    return [of_kind[special] for special in sorted(of_kind)]


def _other_options(options: EncodeOptions) -> list[EncodeOptions]:
    every = (EncodeOptions(special, parse) for special in (False, True) for parse in (True, False))
    return [other for other in every if other != options]
