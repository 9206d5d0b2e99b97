"""`ChunkMaker`: the tokens of chunks, as the definition has them.

Many chunks are the words of one text, where a pre-tokenizer cuts between them; or are merged side
by side, where the model sees texts whole (`mark_words`). What is left, each alone: behind a word,
or at the start of a text. Not here: which tokenizers' texts are their chunks (`batch.chunks`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from tokparity.reference_impl.batch.chunk import WHOLE, Chunk, chunk_of
from tokparity.reference_impl.batch.chunks import Chunks, chunks_of
from tokparity.reference_impl.batch.space_cuts import WHITE
from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.errors import check_unicode
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.tokenizer.encodings import tokens_of
from tokparity.reference_impl.tokenizer.refusals import REFUSING

if TYPE_CHECKING:
    from tokparity.reference_impl.tokenizer.tokenizer import Stretch, Tokenizer

Many = Callable[[Sequence[str], bool], Sequence[Chunk | None]]
"""Makes many chunks at once, each at the start of a text or behind a space; some it does not."""
_FEW = 64
"""Added tokens that are looked for one by one."""

_WORTH_TABLES = 2048
"""Texts that come before tables are made: these take as long, and each model's more memory."""
_GROUP = 256
"""Chunks that are made together."""


class ChunkMaker:
    """Makes chunks for one tokenizer, which it is given: it refers to none. The first chunk of a
    text stands behind a space, and no other begins with one."""

    def __init__(self, chunks: Chunks) -> None:
        self.chunks = chunks
        self._looked_at = 0
        self._many: Many | None = None

    @classmethod
    def of(cls, tokenizer: "Tokenizer") -> "ChunkMaker | str":
        """Of a tokenizer whose texts are their chunks; else why they are not."""
        if tokenizer.takes_bytes or tokenizer.takes_surrogates:
            return "texts may be no Unicode"
        model = tokenizer.model
        chunks = chunks_of(
            tokenizer.normalizer, tokenizer.pre_tokenizer, model, tokenizer.added_tokens
        )
        return chunks if isinstance(chunks, str) else cls(chunks)

    @property
    def is_cheap(self) -> bool:
        """Whether a chunk costs less than a text that it is the only one of."""
        return self._many is not None and (self.chunks.words or self.chunks.begins is not None)

    def look_at(self, tokenizer: "Tokenizer", count: int) -> None:
        """Have tables, once so many texts have come that they are worth it."""
        if self._looked_at <= _WORTH_TABLES < self._looked_at + count:
            self._many = many_of(tokenizer, self.chunks)
        self._looked_at += count

    def make(
        self, tokenizer: "Tokenizer", chunks: Sequence[str], parse_special: bool
    ) -> dict[str, Chunk]:
        """Each chunk's tokens."""
        made: dict[str, Chunk] = {}
        if self._many is not None:
            others = [chunk for chunk in chunks if chunk[0] != " "]
            made |= self._made_of_many(tokenizer, others, parse_special, first=False)
            firsts = [chunk[1:] for chunk in chunks if chunk[0] == " "]
            found = self._made_of_many(tokenizer, firsts, parse_special, first=True)
            made |= {f" {first}": chunk for first, chunk in found.items()}
        elif self.chunks.words:
            others = [chunk for chunk in chunks if not _is_at_an_end(chunk)]
            for at in range(0, len(others), _GROUP):
                group = others[at : at + _GROUP]
                together = _made_together(tokenizer, group, parse_special)
                if together is not None:
                    made |= zip(group, together, strict=True)
        alone = [chunk for chunk in chunks if chunk not in made]
        return made | dict(zip(alone, _made_alone(tokenizer, alone, parse_special), strict=True))

    def _made_of_many(
        self, tokenizer: "Tokenizer", words: Sequence[str], parse_special: bool, *, first: bool
    ) -> dict[str, Chunk]:
        """Those that are made at once; none where added tokens cannot be looked for in all."""
        assert self._many is not None
        if not words or (first and not self.is_cheap):
            return {}
        added = _with_added_tokens(tokenizer, words, parse_special)
        if added is None:
            return {}
        made = {
            word: chunk
            for word, chunk in zip(words, self._many(words, first), strict=True)
            if chunk is not None
        }
        return made | dict.fromkeys([words[at] for at in added], WHOLE)


def many_of(tokenizer: "Tokenizer", chunks: Chunks) -> Many | None:
    """What makes many chunks at once, where something does. (numpy takes 0.1 s)"""
    model = tokenizer.model
    if isinstance(model, BPE) and not chunks.words:
        from tokparity.reference_impl.batch.mark_words import MarkWords

        if (marks := MarkWords.of(model)) is not None:
            return lambda words, first: marks.chunks(words, chunks.begins if first else None)
    return None


def _is_at_an_end(chunk: str) -> bool:
    """Whether it begins a text, or may end one alone: behind white space nothing is cut."""
    return chunk[0] == " " or chunk[-1] in WHITE


def _made_together(
    tokenizer: "Tokenizer", chunks: Sequence[str], parse_special: bool
) -> list[Chunk] | None:
    """Chunks as the words of one text; None where they must be looked at alone."""
    before = _word(tokenizer)
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


def _with_added_tokens(
    tokenizer: "Tokenizer", chunks: Sequence[str], parse_special: bool
) -> set[int] | None:
    """The places of those chunks in which an added token is found; None: that cannot be told."""
    text = " ".join(["", *chunks])
    found: set[int] = set()
    added = tokenizer.added_tokens
    split: Callable[[str, bool], Iterable[Stretch]] | None
    if any(token.normalized for token in added):
        split = tokenizer.stretches
    elif len(added) <= _FEW and not any(token.content in text for token in added):
        split = None
    else:
        split = tokenizer.written_stretches
    bounds = list(accumulate((len(chunk) + 1 for chunk in chunks), initial=0))
    try:
        check_unicode(text)
        for stretch, token in split(text, parse_special) if split else ():
            if token is not None:
                start, end = stretch.span(0, len(stretch))
                found.update(range(bisect_right(bounds, start) - 1, bisect_left(bounds, end)))
    except REFUSING:
        return None
    return found


def _made_alone(
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
    """The tokens of a chunk that begins at `start`."""
    positions = [at - start for at in tokens.offsets[2 * first : 2 * end]]
    return chunk_of(tokens.ids[first:end], positions, tokens.texts[first:end], size)


def _word(tokenizer: "Tokenizer") -> str:
    """A word for chunks to stand behind, which is no part of an added token."""
    contents = [token.content for token in tokenizer.added_tokens]
    return next(word for word in ("a", "e", "x", "0", "aa") if word not in contents)
