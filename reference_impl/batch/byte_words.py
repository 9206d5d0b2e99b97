"""`ByteWords`: the words of a batch of texts, of a byte-level BPE, all merged at once.

For models whose words are bytes to begin with, and whose symbols are all tokens in the end: BPE of
tokenizer.json and of GGUF, and tiktoken's. What is not as plain as that is left to the model: words
with a byte that no piece stands for, and longer ones than LONGEST.

Proof that a word's tokens are the model's: what is not a piece that is known as a word is merged as
`byte_merges` shows. A piece has as many characters of the byte-level alphabet as it has bytes, and
a product those of its parts, so that the sizes of the tokens sum up to the word's.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from weakref import WeakValueDictionary

import numpy as np

from tokparity.reference_impl.batch.alone_pieces import alone_symbols
from tokparity.reference_impl.batch.byte_joins import ByteJoins
from tokparity.reference_impl.batch.byte_merges import ByteMerges
from tokparity.reference_impl.batch.cached_word import CachedWord
from tokparity.reference_impl.batch.known_words import LONGEST, KnownWords
from tokparity.reference_impl.batch.merge_rounds import Merges
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.batch.word_scan import Scan
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR

_NUMBERS = 1 << 30
"""Ids and ranks are below it."""
_SPARSE = 4
"""Ids may be as many times as high as there are pieces."""
_UTF8 = [*range(0xC0), *range(0xC2, 0xF5)]
"""The bytes that are in UTF-8."""


@dataclass(frozen=True)
class WordRows:
    """The tokens of n words: `which` of those that were given, shape (n,); `sizes`, shape (n,), in
    characters; `counts`, shape (n,); `ids`, shape (N,); `positions`, shape (2N,), in characters of
    each word."""

    which: Ints
    sizes: Ints
    counts: Ints
    ids: Ints
    positions: Ints

    def with_others(self, others: "WordRows") -> "WordRows":
        """And those of other words."""
        names = ("which", "sizes", "counts", "ids", "positions")
        columns = [np.append(getattr(self, name), getattr(others, name)) for name in names]
        return WordRows(*columns)


NO_ROWS = WordRows(*[np.zeros(0, np.int64)] * 5)


@dataclass(frozen=True)
class ByteWords:
    """`sizes`, shape (symbols,): bytes of each symbol; `texts`, shape (symbols,): the piece of
    each, as objects; symbols below `tokens` are tokens."""

    model: Model
    merges: ByteMerges
    sizes: Ints
    texts: "np.ndarray[tuple[int], np.dtype[np.object_]]"
    tokens: int
    known: KnownWords
    joins: ByteJoins

    @property
    def lose_nothing(self) -> bool:
        """Whether every byte of UTF-8 has a symbol, and every symbol is a token."""
        return bool((self.merges.symbols[_UTF8] >= 0).all()) and len(self.sizes) <= self.tokens

    def of(self, words: Sequence[str]) -> dict[str, CachedWord]:
        """What the model makes of words, each given once; of some of them nothing is said."""
        rows = self.rows(WordBytes.of(words))
        bounds = list(accumulate(rows.counts.tolist(), initial=0))
        number, place = rows.ids.tolist(), rows.positions.tolist()
        text = self.texts[rows.ids].tolist()
        return {
            words[which]: CachedWord(
                tuple(number[a:b]), tuple(place[2 * a : 2 * b]), tuple(text[a:b]), inside=True
            )
            for which, a, b in zip(rows.which.tolist(), bounds, bounds[1:], strict=False)
        }

    def rows(self, words: WordBytes, *, ranges: bool = True) -> WordRows:
        """The same in arrays."""
        found = self.known.table.get(words, words.tags())
        rows = self._merged(words, np.flatnonzero((words.sizes > 0) & (found < 0)))
        taken = np.flatnonzero(found >= 0)
        sizes = words.picked(taken).characters()
        positions = np.zeros(2 * len(taken), np.int64)
        positions[1::2] = sizes
        ids, counts = self.known.ids[found[taken]].astype(np.int64), np.ones(len(taken), np.int64)
        return WordRows(taken, sizes, counts, ids, positions).with_others(rows)

    def _merged(self, words: WordBytes, which: Ints) -> WordRows:
        """Of some words, of which none is empty, those that are merged here."""
        if not len(which):
            return NO_ROWS
        some = words.picked(which)
        data, first = some.bytes, some.starts
        char_of_byte = np.cumsum((data & 0xC0) != 0x80) - 1
        first_char = char_of_byte[first]
        parts = np.append(True, ~self.joins.between(data))
        parts[first] = True
        starts = np.flatnonzero(parts)
        sizes = np.diff(starts, append=len(data))
        left_out = np.logical_or.reduceat(self.merges.symbols[data] < 0, first)
        word_of = np.searchsorted(first, starts, "right") - 1
        left_out[word_of[sizes > LONGEST]] = True
        if left_out.any():
            return self._merged(words, which[~left_out])
        ids, parts_ids = self.merges.merged(data, sizes)
        counts = np.diff(
            bounds_of(parts_ids)[np.append(np.searchsorted(starts, first), len(starts))]
        )
        chars = np.diff(first_char, append=char_of_byte[-1] + 1)
        ends = np.cumsum(self.sizes[ids])
        starts = ends - self.sizes[ids]
        moved = np.repeat(first_char, counts)
        positions = np.empty(2 * len(ids), np.int64)
        positions[::2] = char_of_byte[starts] - moved
        positions[1::2] = char_of_byte[ends - 1] + 1 - moved
        if (beyond := ids >= self.tokens).any():
            within = ~np.logical_or.reduceat(beyond, np.cumsum(counts) - counts)
            stays = np.repeat(within, counts)
            which, chars = which[within], chars[within]
            ids, counts, positions = ids[stays], counts[within], positions[np.repeat(stays, 2)]
        return WordRows(which, chars, counts, ids, positions)


def byte_words(model: Model) -> ByteWords | None:
    """What merges the words of a model at once; None where nothing here does. Tens of MB: whoever
    has the same model shares one."""
    made = _shared.get(id(model))
    if made is None and (made := _made(model)) is not None:
        _shared[id(model)] = made  # it holds the model: no other has its `id` as long
    return made


def _made(model: Model) -> ByteWords | None:
    tokens = max(model.pieces, default=-1) + 1
    if len(model.pieces) != len(model.vocab) or tokens > min(_NUMBERS, _SPARSE * len(model.pieces)):
        return None
    numbers, scan = model.vocab, None
    if type(model) is BPE:
        if model.continuing_subword_prefix or model.end_of_word_suffix:
            return None
        pairs, products = _pairs(model.merges), np.array(model.products, np.int64)
        scan, whole = Scan(model.merges, model.products), model.ignore_merges
    elif type(model) is LlamaBPE:
        if model.oov is not None or tokens != len(model.vocab):
            return None
        numbers, ranks, made = model.merge_table
        pairs, products = _pairs(ranks), np.array(made, np.int64)
        scan, whole = Scan(ranks, made), model.ignore_merges
    elif type(model) is TiktokenBPE:
        pairs, products, whole = _splits(model.vocab), np.arange(tokens), True
    else:
        return None
    last = max(numbers.values(), default=-1)
    sizes, texts = np.zeros(last + 1, np.int64), np.full(last + 1, "", object)
    ids = np.fromiter(numbers.values(), np.int64, len(numbers))
    sizes[ids] = np.fromiter(map(len, numbers), np.int64, len(numbers))
    texts[ids] = list(numbers)
    symbols = np.array([numbers.get(BYTE_TO_CHAR[byte], -1) for byte in range(256)], np.int64)
    merges = ByteMerges.of(symbols, Merges.of(*pairs, products), scan)
    certain = None
    if type(model) is not TiktokenBPE:  # whose pairs are of all ways to make a piece
        certain = alone_symbols(pairs, merges.merges, texts, symbols)
    pieces = list(model.vocab)
    ids = _numbers(model.vocab.values(), len(pieces))
    known = KnownWords.of(pieces, ids, merges, certain, whole=whole)
    joins = ByteJoins.of(texts[np.unique(products)].tolist())
    return ByteWords(model, merges, sizes, texts, tokens, known, joins)


def _numbers(numbers: Iterable[int], count: int) -> Ints:
    return np.fromiter(numbers, np.int64, count)


def _pairs(ranks: Mapping[int, int]) -> tuple[Ints, Ints]:
    return _numbers(ranks.keys(), len(ranks)), _numbers(ranks.values(), len(ranks))


def _splits(vocab: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Every two pieces that make a third, whose id is their rank.

    Among sorted pieces, one that begins others stands before all of these: so a stack holds those
    that begin the piece at hand, and few of its ends are looked up.
    """
    get = vocab.get
    keys, ranks = array("q"), array("q")
    begins: list[tuple[str, int]] = []
    for piece in sorted(filter(None, vocab)):
        while begins and not piece.startswith(begins[-1][0]):
            begins.pop()
        rank = vocab[piece]
        for begin, left in begins:
            right = get(piece[len(begin) :])
            if right is not None:
                keys.append(left << 32 | right)
                ranks.append(rank)
        begins.append((piece, rank))
    return np.array(keys, np.int64), np.array(ranks, np.int64)


_shared: "WeakValueDictionary[int, ByteWords]" = WeakValueDictionary()
