"""`SentencepieceBPE`: merges by the score of their product, as sentencepiece does them.

Not the BPE of tokenizer.json (`hf.bpe`), which merges by a list of pairs: here any two neighbours
merge whose text together is a piece. Not here: dropout.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from struct import pack, unpack

from tokparity.reference_impl.models.merging import merged_bounds
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces, TokenSpan
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.traces import Merge

_DEEPEST = 100
_EXPLAINED_UP_TO = 256
"""Characters up to which merges are listed: with their candidates they grow as the square."""
_CACHED = 1 << 16
"""Parts; a full cache starts afresh, which bounds the memory of a long run."""
_CACHED_LENGTH = 32
_NO_PIECE = "\ud800"
"""Stands for each character of what never merges: no piece has it."""

Origins = dict[str, tuple[str, str]]
"""Of an unused piece the two texts that it was last proposed of."""


@dataclass(frozen=True)  # no slots: tables are made when they are first needed
class SentencepieceBPE:
    """Merge the neighbours whose product has the highest score, leftmost first.

    A user-defined symbol stays whole and never merges. A product that is unused is taken apart
    again, into the pair it was last seen as *anywhere in the text*. Scores are compared by
    their bits: -0 is less than 0. Source: sentencepiece 0.2.3 bpe_model.cc `SampleEncode`.

    >>> known = Pieces(("?", "a", "b", "ab"), (0, 0, 0, -1), ("unknown", *["normal"] * 3))
    >>> SentencepieceBPE(known).tokenize("abaxy")
    ((3, 0, 2), (1, 2, 3), (0, 3, 5))
    """

    known: Pieces
    _cached: dict[str, list[tuple[int, int]]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    @property
    def vocab(self) -> Mapping[str, int]:
        return self.known.vocab

    @property
    def pieces(self) -> Mapping[int, str]:
        return self.known.pieces

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token; of an unknown one the text that it stands for."""
        return self.known.called(word, tokens)

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a normalized text."""
        return self.known.finish(word, self.segments(word))

    def segments(self, word: str) -> list[TokenSpan]:
        """What is left when nothing more merges."""
        spans: list[TokenSpan] = []
        at = 0
        if self._takes_apart:
            bounds, origins = self._merged_with_origins(*self._split(word))
            for text in (word[start:end] for start, end in pairwise(bounds)):
                for token_id, length in self._apart(text, origins, 0):
                    spans.append((token_id, at, at + length))
                    at += length
            return spans
        for start, end in self._symbols.spans(word):
            self._merge_stretch(word, at, start, spans)
            spans.append((self.known.matchable[word[start:end]], start, end))
            at = end
        self._merge_stretch(word, at, len(word), spans)
        return spans

    def explain(self, word: str) -> tuple[Merge, ...]:
        """The merges of a text in order, each with every pair whose product was a piece then.

        A rank counts the different scores that are higher. Empty for a text of over 256
        characters: what there is to show grows as the square.
        """
        if len(word) > _EXPLAINED_UP_TO:
            return ()
        symbols, frozen = self._split(word)
        steps: list[Merge] = []
        while True:
            places = [
                (self._orders[left + right], at)
                for at, (left, right) in enumerate(pairwise(symbols))
                if left + right in self._orders and not (frozen[at] or frozen[at + 1])
            ]
            if not places:
                return tuple(steps)
            rank_of = self._ranks
            pairs = [(symbols[at], symbols[at + 1], rank_of[order]) for order, at in places]
            _, at = min(places)
            steps.append(Merge(*pairs[places.index(min(places))], tuple(pairs)))
            symbols[at : at + 2] = [symbols[at] + symbols[at + 1]]
            del frozen[at]

    def _split(self, word: str) -> tuple[list[str], list[bool]]:
        """The symbols that merging begins with, and which of them never merge."""
        symbols: list[str] = []
        frozen: list[bool] = []
        at = 0
        for start, end in [*self._symbols.spans(word), (len(word), len(word))]:
            symbols += word[at:start]
            frozen += [False] * (start - at)
            if start < end:
                symbols.append(word[start:end])
                frozen.append(True)
            at = end
        return symbols, frozen

    def _merge_stretch(self, word: str, start: int, end: int, spans: list[TokenSpan]) -> None:
        """Merge a stretch without user-defined symbols, part by part.

        Parts end between two characters that stand together in no piece: no product reaches
        across, and what merges in one part is nothing to another.
        """
        joined, cached = self._joined, self._cached
        first = start
        for at in range(start + 1, end + 1):
            if at < end and word[at - 1 : at + 1] in joined:
                continue
            part = word[first:at]
            tokens = cached.get(part)
            if tokens is None:
                tokens = self._merged_part(part)
            for token_id, length in tokens:
                spans.append((token_id, first, first + length))
                first += length

    def _merged_part(self, part: str) -> list[tuple[int, int]]:
        """(id, characters) of each token of a part."""
        bounds = merged_bounds(part, range(len(part) + 1), self._orders.get)
        id_of, unknown = self._used.get, self.known.unknown
        tokens = [(id_of(part[start:end], unknown), end - start) for start, end in pairwise(bounds)]
        if len(part) <= _CACHED_LENGTH:
            if len(self._cached) >= _CACHED:
                self._cached.clear()
            self._cached[part] = tokens
        return tokens

    def _merged_with_origins(
        self, symbols: list[str], frozen: list[bool]
    ) -> tuple[list[int], Origins]:
        """The bounds of what is left, and what each unused product was last proposed of."""
        marked = zip(symbols, frozen, strict=True)
        text = "".join(_NO_PIECE * len(symbol) if stays else symbol for symbol, stays in marked)
        unused = self._unused
        origins: Origins = {}

        def proposed(start: int, middle: int, end: int) -> None:
            if text[start:end] in unused:
                origins[text[start:end]] = text[start:middle], text[middle:end]

        bounds = [0, *accumulate(map(len, symbols))]
        return merged_bounds(text, bounds, self._orders.get, proposed), origins

    def _apart(self, text: str, origins: Origins, depth: int) -> Iterator[tuple[int, int]]:
        """(id, characters) of a product, or of what an unused one was made of.

        One with no origin is unknown; deeper than 100 it is what it is, unused or not.
        """
        if text in self._unused and depth <= _DEEPEST and text in origins:
            for part in origins[text]:
                yield from self._apart(part, origins, depth + 1)
            return
        ids = self._used if depth <= _DEEPEST else self.known.matchable
        yield ids.get(text, self.known.unknown), len(text)

    @cached_property
    def _orders(self) -> dict[str, int]:
        """Ascending where scores descend."""
        scores = self.known.scores
        return {text: -_sortable(scores[id_]) for text, id_ in self.known.matchable.items()}

    @cached_property
    def _ranks(self) -> dict[int, int]:
        return {order: at for at, order in enumerate(sorted(set(self._orders.values())))}

    @cached_property
    def _unused(self) -> frozenset[str]:
        types = self.known.types
        return frozenset(t for t, id_ in self.known.matchable.items() if types[id_] == "unused")

    @cached_property
    def _takes_apart(self) -> bool:
        return any(len(text) > 1 for text in self._unused)

    @cached_property
    def _used(self) -> dict[str, int]:
        unused = self._unused
        return {t: id_ for t, id_ in self.known.matchable.items() if t not in unused}

    @cached_property
    def _joined(self) -> frozenset[str]:
        """Every two characters that stand together in a piece."""
        joined: set[str] = set()
        for text in self.known.matchable:
            joined.update(map("".join, pairwise(text)))
        return frozenset(joined)

    @cached_property
    def _symbols(self) -> Symbols:
        return Symbols(self.known.user_defined)


def _sortable(score: float) -> int:
    """The bits of a 32-bit float as a number that grows with it.

    >>> _sortable(-1.5) < _sortable(-0.0) < _sortable(0.0) < _sortable(2.0)
    True
    """
    (bits,) = unpack("<i", pack("<f", score))
    number: int = bits
    return number if number >= 0 else -(1 << 31) - 1 - number
