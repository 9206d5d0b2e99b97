"""`BertWords`: chunks of a WordPiece behind BERT's normalizer and pre-tokenizer, all at once.

Proof that they are the definition's. Every step of the normalizer takes characters one by one, but
that NFD puts marks in order: a chunk in which a mark of a class is left is not answered. A word is
what stands between white space and punctuation, and each of that. The longest piece from a place
hangs on the characters there and on whether a word begins there: it is found for all places, then
all words follow their pieces in lock-step; one that comes to a place without a piece is unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.character_table import CharacterTable
from tokparity.reference_impl.batch.chunk import Chunk
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.trie_table import NOWHERE, TrieTable
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.normalization import tables

_CODES = 0x110000
_SPARSE = 4
_Flags = NDArray[np.bool_]


@lru_cache(maxsize=4)
def _table(normalizer: BertNormalizer | None) -> CharacterTable:
    def spelled(text: str) -> tuple[str, Sequence[int]]:
        made = Aligned.of(text) if normalizer is None else normalizer.normalize(Aligned.of(text))
        return made.text, made.origin

    return CharacterTable(spelled)


@lru_cache(maxsize=1)
def _kinds() -> tuple[_Flags, _Flags, _Flags]:
    """Of each character whether it is white space, punctuation, or a mark that has a class."""
    flags = np.zeros((3, _CODES), bool)
    for row, name in enumerate(("whitespace", "punctuation")):
        flags[row][list(map(ord, characters(name)))] = True
    flags[2][list(map(ord, "".join(tables()["marks"])))] = True
    return flags[0], flags[1], flags[2]


@dataclass(frozen=True)
class Pieces:
    """What is the same for all tokenizers of a model: `first` of a word's start, `inner` of all
    that goes on."""

    model: WordPiece
    unknown: int
    first: TrieTable
    inner: TrieTable
    texts: "np.ndarray[tuple[int], np.dtype[np.object_]]"

    @classmethod
    def of(cls, model: WordPiece) -> "Pieces | None":
        """None where nothing stands for an unknown word, or ids are far apart."""
        made = _shared.get(id(model))
        if made is None and (made := cls._made(model)) is not None:
            _shared[id(model)] = made  # it holds the model: no other has its `id` as long
        return made

    @classmethod
    def _made(cls, model: WordPiece) -> "Pieces | None":
        last, unknown = max(model.pieces, default=-1), model.vocab.get(model.unk_token)
        if unknown is None or last >= _SPARSE * len(model.vocab) or min(model.pieces) < 0:
            return None
        prefix = model.continuing_subword_prefix
        texts = np.full(last + 1, "", object)
        texts[list(model.pieces)] = list(model.pieces.values())
        inner = [(it[len(prefix) :], n) for it, n in model.vocab.items() if it.startswith(prefix)]
        given = [(piece, number) for piece, number in model.vocab.items() if piece]
        after = [(piece, number) for piece, number in inner if piece]
        return cls(model, unknown, TrieTable.of(given), TrieTable.of(after), texts)


_shared: "WeakValueDictionary[int, Pieces]" = WeakValueDictionary()


@dataclass(frozen=True)
class BertWords:
    """One normalizer, and the pieces of a model."""

    normalizer: BertNormalizer | None
    pieces: Pieces

    def chunks(self, words: Sequence[str]) -> list[Chunk | None]:
        """The tokens of each chunk; None: not answered here. None of them may hold a surrogate."""
        if not words:
            return []
        text = " ".join([*words, ""])
        codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        sizes = np.fromiter([len(word) + 1 for word in words], np.int64, len(words))
        firsts = np.cumsum(sizes) - sizes
        spelled, came = _table(self.normalizer).respelled(codes)
        white, punctuation, marks = _kinds()
        begins, ends = _bounds(white[spelled], punctuation[spelled])
        starts, stops, ids = self._tokens(spelled.astype(np.int64), begins, ends)
        bounds = np.append(np.searchsorted(came[starts], firsts), len(starts))
        moved = np.repeat(firsts, np.diff(bounds))
        positions = np.empty(2 * len(ids), np.int32)
        positions[::2] = came[starts] - moved
        positions[1::2] = came[stops - 1] + 1 - moved
        numbers, places = ids.astype(np.int32).tobytes(), positions.tobytes()
        texts = self.pieces.texts[ids].tolist()
        marked = came[marks[spelled]]
        odd = set(np.searchsorted(firsts, marked, "right").tolist())
        return [
            None
            if at in odd
            else Chunk(
                numbers[4 * a : 4 * b], places[8 * a : 8 * b], tuple(texts[a:b]), len(word) + 1
            )
            for at, (word, (a, b)) in enumerate(
                zip(words, pairwise(bounds.tolist()), strict=True), start=1
            )
        ]

    def _tokens(self, codes: Ints, begins: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
        """Where each token starts and stops, in order, and its id."""
        pieces = self.pieces
        found, length = self._longest(codes, begins, ends)
        ids = np.full(len(codes), NOWHERE, np.int64)
        stops = np.zeros(len(codes), np.int64)
        unknown = ends - begins > pieces.model.max_input_chars_per_word
        words = np.flatnonzero(~unknown)
        places = begins[words]
        while len(words):
            lost = found[places] < 0
            unknown[words[lost]] = True
            words, places = words[~lost], places[~lost]
            ids[places] = found[places]
            stops[places] = places + length[places]
            places = stops[places]
            on = places < ends[words]
            words, places = words[on], places[on]
        sizes = (ends - begins)[unknown]
        if len(sizes):
            within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
            ids[np.repeat(begins[unknown], sizes) + within] = NOWHERE
            ids[begins[unknown]], stops[begins[unknown]] = pieces.unknown, ends[unknown]
        starts = np.flatnonzero(ids >= 0)
        return starts, stops[starts], ids[starts]

    def _longest(self, codes: Ints, begins: Ints, ends: Ints) -> tuple[Ints, Ints]:
        """The longest piece from each place of a word, up to the word's end, and its length."""
        found, length = np.full(len(codes), NOWHERE, np.int64), np.zeros(len(codes), np.int64)
        sizes = ends - begins
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places, until = np.repeat(begins, sizes) + within, np.repeat(ends, sizes)
        for trie, of in ((self.pieces.first, within == 0), (self.pieces.inner, within > 0)):
            start, end = places[of], until[of]
            node, step = np.zeros(len(start), np.int64), 0
            while len(start):
                node = trie.step(node, codes[start + step])
                step += 1
                on = node != NOWHERE
                start, end, node = start[on], end[on], node[on]
                ids = trie.ids[node]
                piece = ids >= 0
                found[start[piece]], length[start[piece]] = ids[piece], step
                on = ~trie.leaf[node] & (start + step < end)
                start, end, node = start[on], end[on], node[on]
        return found, length


def _bounds(white: _Flags, punctuation: _Flags) -> tuple[Ints, Ints]:
    """Where words begin and end: what is no white space, punctuation each alone."""
    apart = white | punctuation
    opens = np.ones(len(white) + 1, bool)
    opens[1:-1] = apart[1:] | apart[:-1]
    places = np.flatnonzero(opens)
    begins, ends = places[:-1], places[1:]
    words = ~white[begins] if len(white) else np.zeros(0, bool)
    return begins[words], ends[words]
