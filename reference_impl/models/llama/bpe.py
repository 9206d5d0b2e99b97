"""`LlamaBPE`: merging by rank, as llama.cpp does it.

Not `BPE` of tokenizer.json: merges are of texts, not of pieces, so that they may go through what is
no piece; and what is none in the end becomes single bytes, or nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.merging import merge_queue, merge_scan, pair_key
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes
from tokparity.reference_impl.text.code_units import character_starts, is_whole
from tokparity.reference_impl.traces import Merge

TokenSpan = tuple[int, int, int]

_SHORT = 48
"""Characters up to which the scan is the faster of the two loops (`merging`)."""
_EXPLAINED_UP_TO = 256
"""Characters up to which merges are listed: with their candidates they grow as the square."""
_NO_SYMBOL = -1
DNA_TAGS = ("<dna>", "</dna>")
DNA_MARK = "\ue000"
"""Ends the k-mers of a "hybriddna" vocabulary."""
WHOLE = "\n" + DNA_MARK
"""Ends every word that is a tag or a k-mer, and no other: words spelled as bytes hold neither
character, and where they are not every `pre` cuts between the two."""


class SpaceInWord(TokparityError):
    """A word of several characters, one of them a space: the library aborts."""

    def __init__(self, word: str) -> None:
        super().__init__(f"{word[:20]!r} holds a space, which llama.cpp never merges")
        self.word = word


@dataclass(frozen=True)  # no slots: the table of merges is made when it is first needed
class LlamaBPE:
    """Merge the characters of a word, lowest rank first, leftmost first.

    `merges` are the lines of the file, "left right", by rank; of two that are the same the first
    counts. A word that is itself a piece is taken as it is with `ignore_merges`, and with
    `whole_newlines` where it is nothing but newlines. A symbol that is no piece becomes its bytes:
    `<0x0A>` with `byte_fallback`, else pieces of one byte; a byte without a piece is dropped.
    `oov`, of a "hybriddna" vocabulary, stands for a k-mer that is no piece. Source:
    src/llama-vocab.cpp `llm_tokenizer_bpe_session`, llama.cpp b11549.

    >>> model = LlamaBPE({"a": 0, "b": 1, "aab": 2}, (b"a b", b"a ab", b"aab b"))
    >>> model.tokenize("aabb"), model.tokenize("aab")
    (((0, 0, 4), (0, 0, 4), (1, 0, 4), (1, 0, 4)), ((2, 0, 3),))
    """

    vocab: Mapping[str, int]
    merges: Sequence[bytes]
    ignore_merges: bool = False
    whole_newlines: bool = False
    byte_fallback: bool = False
    oov: int | None = None
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    @cached_property
    def _table(self) -> tuple[dict[str, int], list[str], dict[int, int], list[int]]:
        """The number of each symbol, the symbol of each number, pair → rank, and products.

        A piece has its id for a number, other texts have those that follow.
        """
        numbers = dict(self.vocab)
        ranks: dict[int, int] = {}
        products: list[int] = []
        number = numbers.setdefault
        for rank, raw in enumerate(self.merges):
            line = from_bytes(raw)
            cut = line.find(" ", 1)
            left, right = (line[:cut], line[cut + 1 :]) if cut > 0 else ("", "")
            first, second = number(left, len(numbers)), number(right, len(numbers))
            ranks.setdefault(first << 32 | second, rank)
            products.append(number(left + right, len(numbers)))
        return numbers, list(numbers), ranks, products

    @property
    def ranked(self) -> tuple[Sequence[str], Mapping[int, int]]:
        """The symbol of each number, and the rank of each pair of numbers (`pair_key`)."""
        _, symbols, ranks, _ = self._table
        return symbols, ranks

    @property
    def merge_table(self) -> tuple[Mapping[str, int], Mapping[int, int], Sequence[int]]:
        """The number of each symbol, pair → rank, and the number of each rank's product. Those
        from `len(vocab)` on are no tokens."""
        numbers, _, ranks, products = self._table
        return numbers, ranks, products

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of one word. Raises SpaceInWord."""
        if self._looked_up(word):
            name = word.removesuffix(WHOLE)
            whole = self.vocab.get(name if name in DNA_TAGS else name + DNA_MARK, self.oov)
            assert whole is not None
            return ((whole, 0, len(word)),)
        taken_whole = self.ignore_merges or (self.whole_newlines and not word.strip("\n"))
        if taken_whole and (whole := self.vocab.get(word)) is not None:
            return ((whole, 0, len(word)),)
        if len(word) > 1 and " " in word:
            raise SpaceInWord(word)
        if not is_whole(word):
            return self._tokenize_broken(word)
        numbers, symbols_of, ranks, products = self._table
        get = numbers.get
        symbols = [get(char, _NO_SYMBOL) for char in word]
        if len(symbols) <= _SHORT:
            merge_scan(symbols, ranks, products)
            lengths = [len(symbols_of[symbol]) if symbol >= 0 else 1 for symbol in symbols]
        else:
            symbols, lengths = merge_queue(symbols, [1] * len(symbols), ranks, products)
        bounds = [0, *accumulate(lengths)]
        if min(symbols, default=0) >= 0 and max(symbols, default=0) < len(self.vocab):
            return tuple(zip(symbols, bounds, bounds[1:], strict=False))
        spans = [(word[a:b], a, b) for a, b in pairwise(bounds)]
        return tuple((token_id, a, b) for text, a, b in spans for token_id in self._ids(text))

    def _looked_up(self, word: str) -> bool:
        return self.oov is not None and word.endswith(WHOLE)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> tuple[Merge, ...]:
        """The merges of a word in order. Empty for one of over 256 characters or of broken text."""
        whole = self._looked_up(word) or (self.ignore_merges and word in self.vocab)
        if len(word) > _EXPLAINED_UP_TO or whole or not is_whole(word):
            return ()
        numbers, _, ranks, _ = self._table
        symbols = list(word)
        steps: list[Merge] = []
        while True:
            pairs = [
                (ranks[key], at)
                for at, (left, right) in enumerate(pairwise(symbols))
                if (key := _key(numbers, left, right)) in ranks
            ]
            if not pairs:
                return tuple(steps)
            rank, at = min(pairs)
            candidates = tuple((symbols[at], symbols[at + 1], rank) for rank, at in pairs)
            steps.append(Merge(symbols[at], symbols[at + 1], rank, candidates))
            symbols[at : at + 2] = [symbols[at] + symbols[at + 1]]

    def _tokenize_broken(self, word: str) -> tuple[TokenSpan, ...]:
        """A word with surrogates, each the three bytes of its code point: the pre-tokenizers have
        read the bytes, and leave no others that are no UTF-8."""
        data = [char.encode("utf-8", "surrogatepass") for char in word]
        written = b"".join(data).decode("latin-1")
        chars = [at for at, spelled in enumerate(data) for _ in spelled]
        starts = character_starts(written)
        numbers, _, ranks, products = self._table
        parts = [_text(written, start, end) for start, end in pairwise(starts)]
        symbols = [numbers.get(part, _NO_SYMBOL) for part in parts]
        lengths = [end - start for start, end in pairwise(starts)]
        _, lengths = merge_queue(symbols, lengths, ranks, products)
        return tuple(
            (token_id, chars[start], chars[end - 1] + 1)
            for start, end in pairwise([0, *accumulate(lengths)])
            for token_id in self._ids(_text(written, start, end))
        )

    def _ids(self, symbol: str) -> list[int]:
        """The id of a symbol, or of its bytes, as far as they have any."""
        token_id = self.vocab.get(symbol)
        if token_id is not None:
            return [token_id]
        data = to_bytes(symbol)
        if self.byte_fallback:
            spelled = [f"<0x{byte:02X}>" for byte in data]
        else:
            spelled = [from_bytes(bytes([byte])) for byte in data]
        return [self.vocab[piece] for piece in spelled if piece in self.vocab]


def _key(numbers: Mapping[str, int], left: str, right: str) -> int:
    if left not in numbers or right not in numbers:
        return _NO_SYMBOL
    return pair_key(numbers[left], numbers[right])


def _text(units: str, start: int, end: int) -> str:
    return from_bytes(units[start:end].encode("latin-1"))
