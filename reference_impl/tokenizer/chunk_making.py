"""The tokens of chunks, as the definition has them: behind words, or at the start of a text.

Many chunks are the words of one text, where a pre-tokenizer cuts between them; else each is a text
behind a word. Not here: which tokenizers' texts are their chunks (`batch.chunks`).
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from tokparity.reference_impl.batch.chunk import WHOLE, Chunk, chunk_of
from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.tokenizer.encodings import tokens_of
from tokparity.reference_impl.tokenizer.refusals import REFUSING

if TYPE_CHECKING:
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_BEFORE = 160
"""Words before the chunks that are made together: a range that the library counts in the bytes of
one word ends before any chunk begins."""


def made_together(
    tokenizer: "Tokenizer", chunks: Sequence[str], parse_special: bool
) -> list[Chunk] | None:
    """Chunks as the words of one text; None where they must be looked at alone."""
    before = " ".join([_word(tokenizer)] * _BEFORE)
    try:
        cut = tokenizer.cut(" ".join([before, *chunks]), parse_special)
        counts: list[int] = []
        tokens = tokenizer.tokens(cut, counts)
    except REFUSING:
        return None
    _, parts = cut
    if len(parts) != 1 or parts[0][1] is not None:
        return None  # an added token: what is behind it, begins a stretch
    bounds = list(accumulate((len(chunk) + 1 for chunk in chunks), initial=len(before)))
    begins = [word.span(0, len(word))[0] for word in parts[0][0]]
    ends = list(accumulate(counts, initial=0))
    made, at = [], bisect_left(begins, bounds[0])
    for chunk, start, stop in zip(chunks, bounds, bounds[1:], strict=False):
        first = at
        while at < len(begins) and start <= begins[at] < stop:
            at += 1
        made.append(_chunk(tokens, ends[first], ends[at], start + 1, len(chunk)))
    return made if at == len(begins) else None


def made_alone(
    tokenizer: "Tokenizer", chunks: Sequence[str], parse_special: bool
) -> Iterator[Chunk]:
    """Each chunk behind a word, or at the start of a text."""
    word = _word(tokenizer)
    [before] = tokens_of(tokenizer, [word], parse_special)
    if isinstance(before, Refusal):
        yield from (WHOLE for _ in chunks)
        return
    known, added = len(before.ids), frozenset(token.id for token in tokenizer.added_tokens)
    asked = [chunk[1:] if chunk[0] == " " else f"{word} {chunk}" for chunk in chunks]
    made = tokens_of(tokenizer, asked, parse_special)
    for chunk, tokens in zip(chunks, made, strict=True):
        if isinstance(tokens, Refusal) or not added.isdisjoint(tokens.ids):
            yield WHOLE
        elif chunk[0] == " ":
            yield _chunk(tokens, 0, len(tokens.ids), 0, len(chunk) - 1)
        elif tokens.ids[:known] != before.ids:
            yield WHOLE
        else:
            yield _chunk(tokens, known, len(tokens.ids), len(word) + 1, len(chunk))


def _chunk(tokens: Tokens, first: int, end: int, start: int, size: int) -> Chunk:
    """The tokens of a chunk that begins at `start`. Ranges beyond it are counted otherwise."""
    positions = [at - start for at in tokens.offsets[2 * first : 2 * end]]
    if positions and not -1 <= min(positions) <= max(positions) <= size:
        return WHOLE
    return chunk_of(tokens.ids[first:end], positions, tokens.texts[first:end], size)


def _word(tokenizer: "Tokenizer") -> str:
    """A word for chunks to stand behind, which is no part of an added token."""
    contents = [token.content for token in tokenizer.added_tokens]
    return next(word for word in ("a", "e", "x", "0", "aa") if word not in contents)
