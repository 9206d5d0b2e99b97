"""`ByteWords`: the words of a batch of texts, of a byte-level BPE, all merged at once.

For models whose words are bytes to begin with, and whose symbols are all tokens in the end: BPE of
tokenizer.json and of GGUF, and tiktoken's. What is not as plain as that is left to the model: words
with a byte that no piece stands for, and longer ones than LONGEST.

Proof that a word's tokens are the model's: its first symbols are the pieces of its bytes, merged as
`merge_rounds` shows. A piece has as many characters of the byte-level alphabet as it has bytes, and
a product those of its parts, so that the sizes of the tokens sum up to the word's. tiktoken merges
whatever two tokens make a third, by its rank: each such pair is listed.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from tokparity.reference_impl.batch.cached_word import CachedWord
from tokparity.reference_impl.batch.merge_rounds import GONE, Merges, merge_all
from tokparity.reference_impl.batch.pair_table import Ints, PairTable
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR, spell, utf8

LONGEST = 64
"""Bytes of a word that is merged here: each round makes one merge of it."""
_NUMBERS = 1 << 30
"""Ids and ranks are below it."""
_SPARSE = 4
"""Ids may be as many times as high as there are pieces."""


@dataclass(frozen=True)
class ByteWords:
    """`symbols`, shape (256,): the symbol of each byte, or -1; `sizes`, shape (symbols,): bytes of
    each; `texts`, shape (symbols,): the piece of each, as objects; symbols below `tokens` are
    tokens. `whole`: what is taken as it is, whatever merges make of it, and its id."""

    merges: Merges
    symbols: Ints
    sizes: Ints
    texts: "np.ndarray[tuple[int], np.dtype[np.object_]]"
    tokens: int
    whole: Mapping[str, int]

    def of(self, words: Sequence[str]) -> dict[str, CachedWord]:
        """What the model makes of words, each given once; of some of them nothing is said."""
        given, made = self._plain(words)
        if not given:
            return made
        chars = np.fromiter(map(len, given), np.int64, len(given))
        data = np.frombuffer(utf8("".join(given)), np.uint8)
        char_of_byte = np.cumsum((data & 0xC0) != 0x80) - 1
        first_char = np.cumsum(chars) - chars
        first = np.searchsorted(char_of_byte, first_char)
        sizes = np.diff(first, append=len(data))
        left = merge_all(self.symbols[data], sizes, self.merges)
        ids = left[kept := left != GONE]
        counts = np.add.reduceat(kept, first)
        ends = np.cumsum(self.sizes[ids])
        starts = ends - self.sizes[ids]
        moved = np.repeat(first_char, counts)
        positions = np.empty(2 * len(ids), np.int64)
        positions[::2] = char_of_byte[starts] - moved
        positions[1::2] = char_of_byte[ends - 1] + 1 - moved
        bounds = list(accumulate(counts.tolist(), initial=0))
        number, place, text = ids.tolist(), positions.tolist(), self.texts[ids].tolist()
        beyond = len(ids) and int(ids.max()) >= self.tokens
        for word, a, b in zip(given, bounds, bounds[1:], strict=False):
            if not beyond or max(number[a:b]) < self.tokens:
                made[word] = CachedWord(
                    tuple(number[a:b]), tuple(place[2 * a : 2 * b]), tuple(text[a:b]), inside=True
                )
        return made

    def _plain(self, words: Sequence[str]) -> tuple[list[str], dict[str, CachedWord]]:
        """Those of the words that are to be merged, and those that are taken whole."""
        unknown = bytes(np.flatnonzero(self.symbols < 0).tolist())
        given: list[str] = []
        taken: dict[str, CachedWord] = {}
        for word in words:
            if not 0 < len(word) <= LONGEST:
                continue
            data = utf8(word)
            letters = spell(data) if self.whole else ""
            if letters in self.whole:
                whole = self.whole[letters]
                taken[word] = CachedWord((whole,), (0, len(word)), (letters,), inside=True)
            elif len(data) <= LONGEST and len(data.translate(None, unknown)) == len(data):
                given.append(word)
        return given, taken


def byte_words(model: Model) -> ByteWords | None:
    """What merges the words of a model at once; None where nothing here does."""
    tokens = max(model.pieces, default=-1) + 1
    if len(model.pieces) != len(model.vocab) or tokens > min(_NUMBERS, _SPARSE * len(model.pieces)):
        return None
    whole: Mapping[str, int] = model.vocab
    numbers = model.vocab
    if type(model) is BPE:
        if model.continuing_subword_prefix or model.end_of_word_suffix:
            return None
        pairs, products = _table(model.merges), np.array(model.products, np.int64)
        whole = model.vocab if model.ignore_merges else {}
    elif type(model) is LlamaBPE:
        if model.oov is not None or tokens != len(model.vocab):
            return None
        numbers, ranks, made = model.merge_table
        pairs, products = _table(ranks), np.array(made, np.int64)
        whole = model.vocab if model.ignore_merges else {}
    elif type(model) is TiktokenBPE:
        pairs, products = _splits(model.vocab), np.arange(tokens)
    else:
        return None
    symbols = np.array([numbers.get(BYTE_TO_CHAR[byte], -1) for byte in range(256)], np.int64)
    last = max(numbers.values(), default=-1)
    sizes, texts = np.zeros(last + 1, np.int64), np.full(last + 1, "", object)
    ids = np.fromiter(numbers.values(), np.int64, len(numbers))
    sizes[ids] = np.fromiter(map(len, numbers), np.int64, len(numbers))
    texts[ids] = list(numbers)
    return ByteWords(Merges(pairs, products), symbols, sizes, texts, tokens, whole)


def _table(ranks: Mapping[int, int]) -> PairTable:
    count = len(ranks)
    return PairTable(
        np.fromiter(ranks.keys(), np.int64, count), np.fromiter(ranks.values(), np.int64, count)
    )


def _splits(vocab: Mapping[str, int]) -> PairTable:
    """Every two pieces that make a third, whose id is their rank."""
    get = vocab.get
    keys, ranks = array("q"), array("q")
    for piece, rank in vocab.items():
        for cut in range(1, len(piece)):
            left, right = get(piece[:cut]), get(piece[cut:])
            if left is not None and right is not None:
                keys.append(left << 32 | right)
                ranks.append(rank)
    return PairTable(np.array(keys, np.int64), np.array(ranks, np.int64))
