"""`ByChunks`: encodes batches by the chunks of their texts, which come again (`chunks`).

A new chunk is encoded as the definition has it, behind a word; what is known of it, is put together
with the others of its text. A text that is mostly new goes whole: to learn chunks that never come
again costs more than it saves. Not here: how chunks are made (`chunk_making`).
"""

import re
from collections import Counter
from collections.abc import Container, Sequence
from itertools import chain, groupby, islice, pairwise
from typing import TYPE_CHECKING

from tokparity.reference_impl.batch.chunk import Chunk
from tokparity.reference_impl.batch.space_cuts import WHITE
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.tokenizer.chunk_making import ChunkMaker
from tokparity.reference_impl.tokenizer.encodings import (
    TextByText,
    add_finished,
    together,
    tokens_of,
)
from tokparity.reference_impl.tokenizer.frames import frame_of
from tokparity.reference_impl.tokenizer.word_encoding import ByWords

if TYPE_CHECKING:
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_CACHED_TOKENS = 1 << 17
"""Tokens of the chunks in a cache, and one for each chunk: up to 20 MB."""
_LONGEST = 1 << 14
"""Characters of a text that is taken apart."""
_LONGEST_CHUNK, _LONGEST_CHEAP = 64, 256
_CACHED_LENGTH = 48
_SEEN = 1 << 16
_RARE = 0.7
"""Of the chunks of a text, the share from which on those that are new, and come once, make it
cheaper to encode it whole."""
_GROUP = 256
_WORTH_WORDS, _WORTH_NUMBERS = 2048, 16
"""Texts that come before words are numbered, which takes tables; and of a batch then."""
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
        self, tokenizer: "Tokenizer", texts: Sequence[str], options: EncodeOptions
    ) -> Encodings:
        """As `EncodesBatches.encode`."""
        self._seen += len(texts)
        if self.words is None and self._seen > _WORTH_WORDS:
            self.words = ByWords.of(tokenizer)
        if isinstance(self.words, ByWords) and len(texts) >= _WORTH_NUMBERS:
            return self.words.encode(tokenizer, texts, options)
        return self.chunks.encode(tokenizer, texts, options)


class ByChunks:
    """As `TextByText`, sooner. It belongs to one tokenizer."""

    def __init__(self) -> None:
        self._maker: ChunkMaker | str | None = None
        self._known: dict[bool, dict[str, Chunk]] = {False: {}, True: {}}
        """By parse_special, as `ChunkMaker` has them."""
        self._room = _CACHED_TOKENS
        self._seen: set[str] = set()
        """Chunks that came once, of texts that were encoded whole."""

    def encode(
        self, tokenizer: "Tokenizer", texts: Sequence[str], options: EncodeOptions
    ) -> Encodings:
        """As `EncodesBatches.encode`."""
        if self._maker is None and len(texts) >= _WORTH:
            self._maker = ChunkMaker.of(tokenizer)
        if not isinstance(self._maker, ChunkMaker):
            return TextByText().encode(tokenizer, texts, options)
        batch = Encodings()
        for some in together(texts):
            rows = self._rows(tokenizer, some, options.parse_special, self._maker)
            _add_rows(batch, tokenizer, some, rows, options)
        return batch

    def _rows(
        self, tokenizer: "Tokenizer", texts: Sequence[str], parse_special: bool, maker: ChunkMaker
    ) -> list[list[Chunk] | None]:
        """The chunks of each text; None: it is encoded whole."""
        known = self._known[parse_special]
        maker.look_at(tokenizer, len(texts))
        parts = [_parts(text, maker) for text in texts]
        new = _new(parts, known)
        if new and not maker.is_cheap and self._leave_whole(parts, new):
            new = _new(parts, known)
        made = maker.make(tokenizer, list(new), parse_special) if new else {}
        rows: list[list[Chunk] | None] = []
        for some in parts:
            found = [known.get(part) or made[part] for part in some or ()]
            rows.append(None if any(chunk.whole for chunk in found) else found or None)
        for part, chunk in made.items():
            if len(part) <= _CACHED_LENGTH:
                self._keep(part, chunk, parse_special)
        return rows

    def _leave_whole(self, parts: list[list[str] | None], new: Counter[str]) -> bool:
        """Leave texts whole that are mostly chunks which never came before; whether any is."""
        once = {chunk for chunk, count in new.items() if count == 1} - self._seen
        if len(self._seen) > _SEEN:
            self._seen.clear()
        self._seen |= once
        left = [
            at
            for at, some in enumerate(parts)
            if some and len(once.intersection(some)) > _RARE * len(some)
        ]
        for at in left:
            parts[at] = None
        return bool(left)

    def _keep(self, part: str, chunk: Chunk, parse_special: bool) -> None:
        if self._room <= len(chunk.texts):
            for each in self._known.values():
                each.clear()
            self._room = _CACHED_TOKENS
        self._room -= len(chunk.texts) + 1
        self._known[parse_special][part] = chunk


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


def _add_rows(
    batch: Encodings,
    tokenizer: "Tokenizer",
    texts: Sequence[str],
    rows: Sequence[list[Chunk] | None],
    options: EncodeOptions,
) -> None:
    """Append each text's tokens: those of its chunks, or of the whole."""
    from tokparity.reference_impl.batch.chunk_rows import joined  # numpy takes 0.1 s

    assert batch.offsets is not None
    frame = frame_of(tokenizer, options.add_special)
    apart = [row for row in rows if row is not None]
    whole = [text for text, row in zip(texts, rows, strict=True) if row is None]
    others = tokens_of(tokenizer, whole, options.parse_special)
    found = joined(apart, *(frame or ((), ())))
    at = 0
    for is_whole, some in groupby(rows, lambda row: row is None):
        count = len(list(some))
        if is_whole:
            for tokens in islice(others, count):
                add_finished(batch, tokenizer, tokens, options)
            continue
        bounds = found.bounds[at : at + count + 1]
        if frame is not None:
            start, stop = bounds[0], bounds[-1]
            batch.ids.frombytes(found.ids[start:stop].tobytes())
            batch.offsets.frombytes(found.offsets[2 * start : 2 * stop].tobytes())
            batch.counts.extend(b - a for a, b in pairwise(bounds))
        else:
            for row, (a, b) in zip(apart[at : at + count], pairwise(bounds), strict=True):
                pieces = list(chain.from_iterable([chunk.texts for chunk in row]))
                offsets = found.offsets[2 * a : 2 * b].tolist()
                tokens = Tokens(found.ids[a:b].tolist(), offsets, pieces)
                add_finished(batch, tokenizer, tokens, options)
        at += count
