"""`LongestPieces`: the longest piece first, from left to right, in many words side by side.

Proof that a word's tokens are the model's: each word follows a trie from the start of a token,
character by character, and remembers the last piece that it came by. Where the trie, or the word,
goes no further, that piece is the token, and the next one begins behind it, from the root of the
pieces that go on. A word that came by none is unknown as a whole, as is one that is too long.
"""

from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.trie_table import Nodes, TrieTable
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.model import Model

_FIRST, _INNER = 0, 1
_NUMBERS = 1 << 31
"""Ids are below it."""
_NONE = -1


class Cut(NamedTuple):
    """n tokens in order: where each starts and stops, and its id; shape (n,)."""

    starts: Ints
    stops: Ints
    ids: Ints


@dataclass(frozen=True)
class LongestPieces:
    """`trie`: from its first root the pieces that begin a word, from its second those that go on,
    without what marks them; `most`: characters of a word that is not unknown for its length."""

    model: Model
    trie: TrieTable
    unknown: int
    most: int

    @classmethod
    def of(cls, model: Model) -> "LongestPieces | None":
        """None where the model is another one, or a word may have no tokens. Some MB: whoever has
        the same model shares one."""
        made = _shared.get(id(model))
        if made is None and (made := cls._made(model)) is not None:
            _shared[id(model)] = made  # it holds the model: no other has its `id` as long
        return made

    @classmethod
    def _made(cls, model: Model) -> "LongestPieces | None":
        if not isinstance(model, WordPiece) or not all(0 <= it < _NUMBERS for it in model.pieces):
            return None
        unknown = model.vocab.get(model.unk_token)
        if unknown is None:
            return None
        prefix = model.continuing_subword_prefix
        size = len(prefix)
        first = [(piece, number) for piece, number in model.vocab.items() if piece]
        inner = [(it[size:], n) for it, n in first if it.startswith(prefix) and len(it) > size]
        return cls(model, TrieTable.of(first, inner), unknown, model.max_input_chars_per_word)

    def cut(self, classes: Nodes, begins: Ints, ends: Ints) -> Cut:
        """The tokens of words, of which none is empty, in characters of these `trie.classes`."""
        trie = self.trie
        ids, stops = np.full((2, len(classes)), _NONE, np.int64)
        unknown = ends - begins > self.most
        word = np.flatnonzero(~unknown)
        at, end, start = begins[word], ends[word], begins[word]
        node = np.full(len(word), _FIRST, np.int32)
        found, until = np.full(len(word), _NONE, np.int64), at
        while len(word):
            node, on = trie.below(node, classes[at])
            at = at + 1
            number = trie.ids[node]
            piece = on & (number >= 0)
            found, until = np.where(piece, number, found), np.where(piece, at, until)
            on &= at < end
            done = np.flatnonzero(~on)
            if not len(done):
                continue
            lost = found[done] == _NONE
            unknown[word[done[lost]]] = True
            done = done[~lost]
            ids[start[done]], stops[start[done]] = found[done], until[done]
            more = done[until[done] < end[done]]
            at[more] = start[more] = until[more]
            node[more], found[more], on[more] = _INNER, _NONE, True
            left = np.flatnonzero(on)
            word, start, end, at = word[left], start[left], end[left], at[left]
            node, found, until = node[left], found[left], until[left]
        if unknown.any():
            starts, sizes = begins[unknown], (ends - begins)[unknown]
            upto = np.cumsum(sizes)
            ids[np.repeat(starts - (upto - sizes), sizes) + np.arange(upto[-1])] = _NONE
            ids[starts], stops[starts] = self.unknown, ends[unknown]
        starts = np.flatnonzero(ids >= 0)
        return Cut(starts, stops[starts], ids[starts])


_shared: "WeakValueDictionary[int, LongestPieces]" = WeakValueDictionary()
