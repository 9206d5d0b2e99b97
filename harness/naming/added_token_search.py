"""Were the added tokens of a text found? Told by asking the reference about them one by one.

Ids alone do not tell where the unknown token is an added one: `<unk>` that is not found becomes
unknown tokens too. So a black box's ids are held to what the reference makes of the text where it
looks for one token less, for special ones that it was told to leave, or of the token written
properly.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Literal

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MOST = 8
"""Added tokens of one text that are asked about: each costs an encoding of the whole text."""


def found_otherwise(
    honest: Tokenizer, case: EncodeCase, ids: tuple[int, ...]
) -> Literal["fewer", "more"] | None:
    """Whether these are the ids of the text with an added token of it not found, or with one found
    that is none; None where neither.

    `more`: a special one although `parse_special` is off, or one that is written in another case;
    or the text is cut at it all the same, and each part encoded apart.
    """
    if _makes(honest, case, ids):
        return None
    for token in tokens_found(honest, case)[:MOST]:
        others = tuple(other for other in honest.added_tokens if other != token)
        if _makes(replace(honest, added_tokens=others), case, ids):
            return "fewer"
    anyway = replace(case, options=replace(case.options, parse_special=True))
    cases = [anyway, *_proper(case, honest)] if anyway != case else _proper(case, honest)
    found = any(_makes(honest, other_case, ids) for other_case in cases)
    return "more" if found or ids in cut_apart(honest, case) else None


def is_all_tokens(honest: Tokenizer, case: EncodeCase) -> bool:
    """Whether the reference finds added tokens in a text and nothing besides: no stage behind makes
    anything of it."""
    try:
        stretches = list(honest.stretches(case.text, case.options.parse_special))
    except TokparityError:
        return False
    return bool(stretches) and all(token is not None for _, token in stretches)


def of_its_own(
    honest: Tokenizer, text: str, ids: tuple[int, ...], unknown: int | None = None
) -> bool:
    """Whether one id stands for a text that is an added token, or looks like one, and the file
    gives that id to another piece, or to none: the black box has tokens of its own."""
    framed = len(text) > 2 and f"{text[0]}{text[-1]}" in ("<>", "[]")
    written = any(token.content == text for token in honest.added_tokens)
    if len(ids) != 1 or ids[0] == unknown or not (framed or written):
        return False
    return honest.pieces().get(ids[0]) != text and not _makes(honest, EncodeCase(text), ids)


def cut_apart(honest: Tokenizer, case: EncodeCase) -> Iterator[tuple[int, ...]]:
    """The ids of a text that is cut at special tokens, which then are encoded as text: normalized,
    or as they are."""
    if case.options.parse_special or case.options.add_special:
        return
    parts = [(part.text, token) for part, token in honest.written_stretches(case.text, True)]
    if all(token is None for _, token in parts):
        return
    for of_tokens in (honest, replace(honest, normalizer=None)):
        try:
            made = [
                (honest if token is None else of_tokens).encode(text, case.options).ids
                for text, token in parts
                if text
            ]
        except TokparityError:
            continue
        yield tuple(chain.from_iterable(made))


def tokens_found(honest: Tokenizer, case: EncodeCase) -> list[AddedToken]:
    """The added tokens that the reference finds in a text, each once; none where it refuses."""
    try:
        stretches = list(honest.stretches(case.text, case.options.parse_special))
    except TokparityError:
        return []
    return list(dict.fromkeys(token for _, token in stretches if token is not None))


def is_of_model(honest: Tokenizer, piece: str, token_id: int) -> bool:
    """Whether the model itself makes this token of its piece, were that a word."""
    try:
        return [found for found, _, _ in honest.model.tokenize(piece)] == [token_id]
    except TokparityError:
        return False


def looks_like(content: str) -> re.Pattern[str]:
    """Finds what an added token is but for the case of letters within ASCII."""
    return re.compile(re.escape(content), re.IGNORECASE | re.ASCII)


def _makes(tokenizer: Tokenizer, case: EncodeCase, ids: tuple[int, ...]) -> bool:
    try:
        return tokenizer.encode(case.text, case.options).ids == ids
    except TokparityError:
        return False


def _proper(case: EncodeCase, honest: Tokenizer) -> Iterator[EncodeCase]:
    """The text with what is an added token but for its case written as that."""
    contents = [token.content for token in honest.added_tokens if token.content]
    lower, count = case.text.lower(), 0
    for content in contents:
        if content.lower() not in lower or count == MOST:
            continue
        proper = looks_like(content).sub(content.replace("\\", r"\\"), case.text)
        if proper != case.text:
            count += 1
            yield replace(case, text=proper)
