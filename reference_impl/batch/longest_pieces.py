"""`LongestPieces`: the longest piece first, from left to right, in many words side by side.

Proof that a word's tokens are the model's: each word follows a trie from the start of a token,
character by character, and notes at that start the last piece that it came by. Where the trie, or
the word, goes no further, that piece is the token, and the next one begins behind it, from the root
of the pieces that go on. A word that came by none is unknown as a whole, as is one that is too
long. The last few words, which are the longest, the model cuts itself. llama.cpp marks the pieces
that begin a word, not the others; what is no UTF-8 it sees as bytes, and is not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np

from tokparity.reference_impl.batch.character_table import Codes
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.trie_table import Nodes, TrieTable
from tokparity.reference_impl.batch.word_bytes import Flags
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.wpm import MARK, LlamaWPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.text.code_units import is_whole

_FIRST, _INNER = 0, 1
_NUMBERS = 1 << 31
"""Ids are below it."""
_NONE = -1
_FEW = 16
"""Words that are cut one by one: side by side they take as many rounds as the longest has
characters."""


class Cut(NamedTuple):
    """n tokens in order: where each starts and stops, and its id; shape (n,)."""

    starts: Ints
    stops: Nodes
    ids: Nodes


@dataclass(frozen=True)
class LongestPieces:
    """`trie`: from its first root the pieces that begin a word, from its second those that go on,
    without what marks them; `most`: characters of a word that is not unknown for its length."""

    model: WordPiece | LlamaWPM
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
        if not all(0 <= number < _NUMBERS for number in model.pieces):
            return None
        match model:
            case WordPiece():
                unknown, prefix = model.vocab.get(model.unk_token), model.continuing_subword_prefix
                first, inner = _behind("", model.vocab), _behind(prefix, model.vocab)
                most = model.max_input_chars_per_word
            case LlamaWPM() if MARK not in model.vocab and all(map(is_whole, model.vocab)):
                unknown, most = model.unk if model.unk >= 0 else None, _NUMBERS
                first, inner = _behind(MARK, model.vocab), _behind("", model.vocab)
            case _:
                return None
        if unknown is None:
            return None
        return cls(model, TrieTable.of(first, inner), unknown, most)

    def cut(self, codes: Codes, begins: Ints, ends: Ints) -> Cut:
        """The tokens of words of these characters, of which none is empty."""
        ids = np.full(len(codes), _NONE, np.int32)
        stops = np.full(len(codes), _NONE, np.int32)
        unknown = ends - begins > self.most
        few = self._follow(ids, stops, codes, begins, ends, unknown)
        if unknown.any():
            starts, sizes = begins[unknown], (ends - begins)[unknown]
            upto = np.cumsum(sizes)
            ids[np.repeat(starts - (upto - sizes), sizes) + np.arange(upto[-1])] = _NONE
            ids[starts], stops[starts] = self.unknown, ends[unknown]
        for start, end in zip(begins[few].tolist(), ends[few].tolist(), strict=True):
            word = codes[start:end].tobytes().decode("utf-32-le")
            ids[start:end] = _NONE
            for number, a, b in self.model.tokenize(word):
                ids[start + a], stops[start + a] = number, start + b
        places = np.flatnonzero(ids >= 0)
        return Cut(places, stops.take(places), ids.take(places))

    def _follow(
        self, ids: Nodes, stops: Nodes, codes: Codes, begins: Ints, ends: Ints, unknown: Flags
    ) -> Ints:
        """Note tokens where they start, and words that are unknown; the words that were left."""
        trie, classes = self.trie, self.trie.classes.take(codes)
        word = np.flatnonzero(~unknown)
        begin, end = begins.take(word).astype(np.int32), ends.take(word).astype(np.int32)
        at, node = begin, np.full(len(word), _FIRST, np.int32)
        while len(word) > _FEW:
            node, on = trie.below(node, classes.take(at))
            at = at + np.int32(1)
            number = trie.ids.take(node)
            piece = np.flatnonzero(on & (number >= 0))
            noted = begin.take(piece)
            ids[noted], stops[noted] = number.take(piece), at.take(piece)
            on &= at < end
            done = np.flatnonzero(~on)
            until = stops.take(begin.take(done))
            more = np.flatnonzero(until < end.take(done))
            if len(more):
                done, until = done.take(more), until.take(more)
                lost = until == _NONE
                if lost.any():
                    unknown[word[done[lost]]] = True
                    done, until = done[~lost], until[~lost]
                begin[done] = at[done] = until
                node[done], on[done] = _INNER, True
            left = np.flatnonzero(on)
            word, begin, end = word.take(left), begin.take(left), end.take(left)
            at, node = at.take(left), node.take(left)
        return word


def _behind(prefix: str, vocab: Mapping[str, int]) -> dict[str, int]:
    """The pieces that begin with this, and go on, by what comes then."""
    size = len(prefix)
    return {it[size:]: n for it, n in vocab.items() if it.startswith(prefix) and len(it) > size}


_shared: "WeakValueDictionary[int, LongestPieces]" = WeakValueDictionary()
