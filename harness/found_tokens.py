"""Were the added tokens of a text found? Told by asking the reference about them one by one.

Ids alone do not tell where the unknown token is an added one: `<unk>` that is not found becomes
unknown tokens too. So a box's ids are held to what the reference makes of the text where it looks
for one token less, for special ones that it was told to leave, or of the token written properly.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from reference_impl.added_tokens import AddedToken
from reference_impl.contract import EncodeCase
from reference_impl.errors import TokparityError
from reference_impl.tokenizer import Tokenizer

MOST = 8
"""Added tokens of one text that are asked about."""


def found_otherwise(
    honest: Tokenizer, case: EncodeCase, ids: tuple[int, ...]
) -> Literal["fewer", "more"] | None:
    """Whether these are the ids of the text with an added token of it not found, or with one found
    that is none; None where neither.

    `more`: a special one although `parse_special` is off, or one that is written in another case.
    """
    if _makes(honest, case, ids):
        return None
    tokens = [token for token in honest.added_tokens if token.content]
    written = [token for token in tokens if token.content in case.text]
    for token in written[:MOST]:
        others = tuple(other for other in honest.added_tokens if other != token)
        if _makes(replace(honest, added_tokens=others), case, ids):
            return "fewer"
    anyway = replace(case, options=replace(case.options, parse_special=True))
    if any(token.special for token in written) and not case.options.parse_special:
        return "more" if _makes(honest, anyway, ids) else None
    return "more" if any(_makes(honest, one, ids) for one in _proper(case, tokens)) else None


def _makes(tokenizer: Tokenizer, case: EncodeCase, ids: tuple[int, ...]) -> bool:
    try:
        return tokenizer.encode(case.text, case.options).ids == ids
    except TokparityError:
        return False


def _proper(case: EncodeCase, tokens: list[AddedToken]) -> Iterator[EncodeCase]:
    """The text with what is an added token but for its case written as that."""
    text = case.text.lower()
    alike = [token.content for token in tokens if token.content.lower() in text]
    for content in alike[:MOST]:
        looks = re.compile(re.escape(content), re.IGNORECASE | re.ASCII)
        proper = looks.sub(content.replace("\\", r"\\"), case.text)
        if proper != case.text:
            yield replace(case, text=proper)
