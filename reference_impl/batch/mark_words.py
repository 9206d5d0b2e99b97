"""`MarkWords`: chunks of a BPE that sees whole texts, each behind a mark for its space, at once.

Proof that they are the definition's: `chunks` for why a chunk may be merged apart from its text.
Its first symbols are the pieces of its characters, and of a character that is none, those of its
bytes; all are merged as `merge_rounds` shows. A token's range is that of its symbols' characters,
which are those of the chunk, as no normalizer but the one that makes marks may be there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.character_joins import CharacterJoins
from tokparity.reference_impl.batch.chunk import Chunk
from tokparity.reference_impl.batch.code_table import Codes
from tokparity.reference_impl.batch.merge_rounds import GONE, Merges, merge_all
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.word_scan import Scan
from tokparity.reference_impl.models.hf.bpe import BPE

MARK = "▁"
_NUMBERS = 1 << 30
"""Ids and ranks are below it."""
_SPARSE = 4
_CODES = 0x110000


@dataclass(frozen=True)
class MarkWords:
    """`symbols`, shape (0x110000,): the id of each character's piece, or -1; `bytes`, shape (256,):
    the ids of the byte pieces; `texts`, by id: the pieces, as objects; `joins`: None where merges
    join byte pieces. Tens of MB: all tokenizers that have the same `model` share one."""

    model: BPE
    merges: Merges
    scan: Scan
    symbols: NDArray[np.int32]
    bytes: Ints
    texts: "np.ndarray[tuple[int], np.dtype[np.object_]]"
    joins: CharacterJoins | None

    @classmethod
    def of(cls, model: BPE) -> "MarkWords | None":
        """None where a character may be unknown, or ids are too many or too far apart."""
        made = _shared.get(id(model))
        if made is None and (made := cls._made(model)) is not None:
            _shared[id(model)] = made  # it holds the model: no other has its `id` as long
        return made

    @classmethod
    def _made(cls, model: BPE) -> "MarkWords | None":
        last = max(model.pieces, default=-1)
        if len(model.pieces) != len(model.vocab) or last >= min(
            _NUMBERS, _SPARSE * len(model.vocab)
        ):
            return None
        of_bytes = [model.vocab.get(f"<0x{byte:02X}>", -1) for byte in range(256)]
        if not model.byte_fallback or -1 in of_bytes:
            return None
        symbols = np.full(_CODES, -1, np.int32)
        for piece, number in model.vocab.items():
            if len(piece) == 1:
                symbols[ord(piece)] = number
        texts = np.full(last + 1, "", object)
        texts[list(model.pieces)] = list(model.pieces.values())
        pairs = np.fromiter(model.merges.keys(), np.int64, len(model.merges))
        ranks = np.fromiter(model.merges.values(), np.int64, len(model.merges))
        merges = Merges.of(pairs, ranks, np.array(model.products, np.int64))
        lefts, rights = pairs >> 32, pairs & (1 << 32) - 1
        joins = None
        if not np.isin(of_bytes, np.append(lefts, rights)).any():
            joins = CharacterJoins.of(model.pieces, lefts, rights)
        scan = Scan(model.merges, model.products)
        return cls(model, merges, scan, symbols, np.array(of_bytes), texts, joins)

    def chunks(self, words: Sequence[str], begins: str | None = None) -> list[Chunk]:
        """The tokens of each chunk, its space before it. None of them may hold a surrogate.
        `begins`: each begins a text, and that with this, which has the range of its first
        character.

        >>> vocab = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"▁": 256, "a": 257}
        >>> made = MarkWords.of(BPE(vocab, {256 << 32 | 257: 0}, [257], byte_fallback=True))
        >>> [chunk.texts for chunk in made.chunks(["a", "é"])]
        [('a',), ('▁', '<0xC3>', '<0xA9>')]
        """
        if not words:
            return []
        before = MARK if begins is None else begins
        text = "".join([f"{before}{word}".replace(" ", MARK) for word in words])
        sizes = np.fromiter([len(before) + len(word) for word in words], np.int64, len(words))
        firsts = np.cumsum(sizes) - sizes
        codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        symbols, times = self.symbols_of(codes)
        char_of = np.arange(len(codes))
        if times is not None:
            char_of = np.repeat(char_of, times)
        of_word = np.searchsorted(char_of, firsts)  # the first symbol of each
        counts = np.diff(of_word, append=len(symbols))
        left = merge_all(symbols, counts, self.merges)
        kept = np.flatnonzero(left != GONE)
        ids = left[kept]
        ends = np.append(kept[1:], len(left)) - 1  # the last symbol of each token
        bounds = np.append(np.searchsorted(kept, of_word), len(kept))
        moved = np.repeat(firsts + len(before), np.diff(bounds))
        positions = np.empty(2 * len(ids), np.int32)
        positions[::2] = char_of[kept] - moved
        positions[1::2] = char_of[ends] + 1 - moved
        if begins:
            np.maximum(positions[::2], 0, out=positions[::2])
            np.maximum(positions[1::2], 1, out=positions[1::2])
        numbers, places = ids.astype(np.int32).tobytes(), positions.tobytes()
        texts = self.texts[ids].tolist()
        return [
            Chunk(numbers[4 * a : 4 * b], places[8 * a : 8 * b], tuple(texts[a:b]), len(word) + 1)
            for word, (a, b) in zip(words, pairwise(bounds.tolist()), strict=True)
        ]

    def symbols_of(self, codes: Codes) -> tuple[Ints, Ints | None]:
        """The symbols of n characters, and how many each has; None: one each."""
        symbols: Ints = self.symbols[codes].astype(np.int64)
        unknown = np.flatnonzero(symbols < 0)
        if not len(unknown):
            return symbols, None
        strange = codes[unknown]
        spelled = np.frombuffer(strange.tobytes().decode("utf-32-le").encode(), np.uint8)
        counts = np.ones(len(codes), np.int64)
        more = np.diff(np.flatnonzero((spelled & 0xC0) != 0x80), append=len(spelled))
        counts[unknown] = more
        symbols = np.repeat(symbols, counts)
        symbols[symbols < 0] = self.bytes[spelled]
        return symbols, counts


_shared: "WeakValueDictionary[int, MarkWords]" = WeakValueDictionary()
