"""`ByChunks`: encodes batches by the chunks of their texts, which come again (`chunks`).

A new chunk is encoded as the definition has it, behind a word; what is known of it, is put together
with the others of its text. A text that is mostly new goes whole: to learn chunks that never come
again costs more than it saves. Not here: how chunks are made (`chunk_making`).
"""

import re
from collections import Counter
from collections.abc import Container, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tokparity.reference_impl.batch.space_cuts import WHITE
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.tokenizer.chunk_making import ChunkMaker
from tokparity.reference_impl.tokenizer.encodings import (
    TextByText,
    add_finished,
    add_rows,
    add_whole,
    together,
)
from tokparity.reference_impl.tokenizer.frames import framing_of
from tokparity.reference_impl.tokenizer.word_encoding import ByWords

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.chunk_memory import ChunkMemory
    from tokparity.reference_impl.batch.token_rows import TokenRows
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LONGEST = 1 << 14
"""Characters of a text that is taken apart."""
_LONGEST_CHUNK, _LONGEST_CHEAP = 64, 256
_SEEN = 1 << 16
_RARE = 0.7
"""Of the chunks of a text, the share from which on those that are new, and come once, make it
cheaper to encode it whole."""
_GROUP = 256
_WORTH_WORDS, _WORTH_NUMBERS = 1 << 16, 16
"""Characters that come before words are numbered, which takes tables; and texts of a batch then."""
_TEXT = 32
"""What a text costs besides its characters, as so many of these."""
_WORTH = 64
"""Texts of a batch of which it is worth to look at chunks."""
_NO_WHITE = f"[^{re.escape(''.join(sorted(WHITE)))}]"
_BEHIND_A_WORD = re.compile(f"(?<={_NO_WHITE}) (?={_NO_WHITE})")


class InBatches:
    """By whatever is the soonest for one tokenizer, once there is enough to encode."""

    def __init__(self) -> None:
        self._seen = 0
        self.chunks = ByChunks()
        self.words: ByWords | str | None = None

    def encode(
        self, tokenizer: "Tokenizer", texts: Sequence[str], options: EncodeOptions, *, ranges: bool
    ) -> Encodings:
        """As `EncodesBatches.encode`."""
        self._seen += sum(map(len, texts)) + _TEXT * len(texts)
        if self.words is None and self._seen > _WORTH_WORDS:
            self.words = ByWords.of(tokenizer)
        if isinstance(self.words, ByWords) and len(texts) >= _WORTH_NUMBERS:
            return self.words.encode(tokenizer, texts, options, ranges=ranges)
        return self.chunks.encode(tokenizer, texts, options, ranges=ranges)


class ByChunks:
    """As `TextByText`, sooner. It belongs to one tokenizer."""

    def __init__(self) -> None:
        self._maker: ChunkMaker | str | None = None
        self._memories: dict[bool, ChunkMemory] = {}
        """By parse_special."""
        self._seen: set[str] = set()
        """Chunks that came once, of texts that were encoded whole."""

    def encode(
        self, tokenizer: "Tokenizer", texts: Sequence[str], options: EncodeOptions, *, ranges: bool
    ) -> Encodings:
        """As `EncodesBatches.encode`."""
        if self._maker is None and len(texts) >= _WORTH:
            self._maker = ChunkMaker.of(tokenizer)
        framing = framing_of(tokenizer, options.add_special)
        if not isinstance(self._maker, ChunkMaker):
            return TextByText().encode(tokenizer, texts, options, ranges=ranges)
        batch = Encodings.empty(ranges=ranges)
        for some in together(texts):
            parts = self._chunks_of(tokenizer, some, options.parse_special, self._maker)
            rows, row_of = self._rows(tokenizer, parts, options.parse_special, self._maker)
            if framing is not None and framing.trims is None:
                add_rows(batch, tokenizer, some, framing.applied(rows), row_of, options)
                continue
            memory = self._memories[options.parse_special]
            for text, row, chunks in zip(some, row_of, parts, strict=True):
                if row is None or chunks is None:
                    add_whole(batch, tokenizer, [text], options)
                    continue
                tokens = rows.tokens(row, memory.pieces(chunks))
                add_finished(batch, tokenizer, tokens, options)
        return batch

    def _chunks_of(
        self, tokenizer: "Tokenizer", texts: Sequence[str], parse_special: bool, maker: ChunkMaker
    ) -> list[list[str] | None]:
        """The chunks of each text; None: it is encoded whole."""
        from tokparity.reference_impl.batch.chunk_memory import ChunkMemory  # numpy takes 0.1 s

        memory = self._memories.setdefault(parse_special, ChunkMemory())
        maker.look_at(tokenizer, len(texts))
        parts = [_parts(text, maker) for text in texts]
        if not maker.is_cheap:
            self._leave_whole(parts, _new(parts, memory.known))
        return parts

    def _rows(
        self,
        tokenizer: "Tokenizer",
        parts: Sequence[list[str] | None],
        parse_special: bool,
        maker: ChunkMaker,
    ) -> "tuple[TokenRows, list[int | None]]":
        """The tokens of the texts that are taken apart, and which row of these each text is; None:
        it is encoded whole."""
        memory = self._memories[parse_special]
        row_of: list[int | None] = [None] * len(parts)
        places = [at for at, some in enumerate(parts) if some]
        rows, whole = memory.rows(
            [some for some in parts if some],
            lambda chunks: maker.make(tokenizer, chunks, parse_special),
        )
        for row, at in enumerate(places):
            row_of[at] = None if row in whole else row
        return rows, row_of

    def _leave_whole(self, parts: list[list[str] | None], new: Counter[str]) -> None:
        """Leave texts whole that are mostly chunks which never came before."""
        once = {chunk for chunk, count in new.items() if count == 1} - self._seen
        if len(self._seen) > _SEEN:
            self._seen.clear()
        self._seen |= once
        for at, some in enumerate(parts):
            if some and len(once.intersection(some)) > _RARE * len(some):
                parts[at] = None


def _parts(text: str, maker: ChunkMaker) -> list[str] | None:
    """The chunks of a text, the first behind a space; None: it is encoded whole."""
    if not text or len(text) > _LONGEST or (not maker.is_cheap and " " not in text):
        return None
    if text.isprintable() and "  " not in text and text[0] != " " != text[-1]:
        parts = text.split(" ")
    else:
        parts = _BEHIND_A_WORD.split(text)
    longest = _LONGEST_CHEAP if maker.is_cheap else _LONGEST_CHUNK
    if (len(parts) < 2 and not maker.is_cheap) or max(map(len, parts)) > longest:
        return None
    uncut = maker.chunks.uncut
    if uncut and any(part[-1] in uncut for part in parts[:-1]):
        return None
    parts[0] = " " + parts[0]
    return parts


def _new(parts: Sequence[list[str] | None], known: Container[str]) -> Counter[str]:
    every = Counter(chain.from_iterable(some for some in parts if some))
    return Counter({part: count for part, count in every.items() if part not in known})
