"""`warnings_of`: what is odd in a tokenizer's file though it loads."""

from collections.abc import Iterator

from tokparity.reference_impl.tokenizer.space_style import contradiction
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SHOWN = 5
"""So many fields are named, the others counted."""


def warnings_of(tokenizer: Tokenizer) -> Iterator[str]:
    """A line for each.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> list(warnings_of(Tokenizer(WordLevel({"a": 0}, "a"), ignored=("decoder.extra",))))
    ['the library ignores 1 field of this file: decoder.extra']
    """
    if (wrong := contradiction(tokenizer)) is not None:
        yield wrong
    if tokenizer.ignored:
        count = len(tokenizer.ignored)
        named = ", ".join(tokenizer.ignored[:SHOWN])
        more = f" and {count - SHOWN} more" if count > SHOWN else ""
        fields = "field" if count == 1 else "fields"
        yield f"the library ignores {count} {fields} of this file: {named}{more}"
    if tokenizer.shared_ids:
        count = len(tokenizer.shared_ids)
        first = min(tokenizer.shared_ids)
        ids = f"the id {first} is" if count == 1 else f"{count} ids, {first} the first, are each"
        yield f"{ids} that of several pieces: the library decodes it as any of them"
