"""`BPE`: byte-pair encoding by merge rank, as the model of tokenizer.json.

Not here: bytes (the ByteLevel pre-tokenizer spells them before the model sees a word)
and tiktoken's ranks (`tiktoken.bpe`), where a piece's rank is its id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.merging import NO_RANK, merge_queue, merge_scan, pair_key
from tokparity.reference_impl.traces import Merge

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word. Both positions negative: see `BPE.tokenize`."""

_SHORT = 48
"""Characters up to which the scan is the faster of the two loops (`merging`)."""
_EXPLAINED_UP_TO = 256
"""Characters up to which merges are listed: with their candidates they grow as the square."""


@dataclass(frozen=True, slots=True)
class BPE:
    """Merge the characters of a word, lowest rank first, leftmost first.

    `vocab` maps piece → id; `merges` maps `pair_key(left, right)` → rank, and `products`
    (n merges) rank → id of the merged piece. `continuing_subword_prefix` is put before
    every character but the first, `end_of_word_suffix` after the last;
    `ignore_merges` takes a word that is itself a piece as it stands. A character that is
    no piece becomes its UTF-8 bytes (`byte_fallback`), else the unknown token
    (neighbours as one with `fuse_unk`), else it is *dropped*.
    Source: tokenizers 0.23 models/bpe/model.rs `merge_word`.
    """

    vocab: Mapping[str, int]
    merges: Mapping[int, int]
    products: Sequence[int]
    unk_token: str | None = None
    continuing_subword_prefix: str | None = None
    end_of_word_suffix: str | None = None
    fuse_unk: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    @property
    def has_affix(self) -> bool:
        """Whether some characters are spelled with a prefix or a suffix."""
        return bool(self.continuing_subword_prefix or self.end_of_word_suffix)

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of one word.

        Where characters were dropped, or a prefix was spelled in bytes, the library's byte
        positions run out of step with the word; they are reproduced. A range that ends
        beyond the word is given as (~start, ~end) in *bytes*: the library then reports it
        untranslated. Raises UnknownToken where the unknown token itself is no piece.
        """
        if self.ignore_merges and (whole := self.vocab.get(word)) is not None:
            return ((whole, 0, len(word)),)
        symbols = self._plain_symbols(word)
        if symbols is None:
            return self._tokenize_with_lengths(word)
        if len(symbols) <= _SHORT:
            merge_scan(symbols, self.merges, self.products)
        else:
            symbols, _ = merge_queue(symbols, [1] * len(symbols), self.merges, self.products)
        bounds = [0, *accumulate(map(len, map(self.pieces.__getitem__, symbols)))]
        return tuple(zip(symbols, bounds, bounds[1:], strict=False))

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> tuple[Merge, ...]:
        """The merges of a word in order, each with every pair that had a rank at that pass.

        Empty for a word of over 256 characters: what there is to show grows as the square.
        """
        if len(word) > _EXPLAINED_UP_TO or (self.ignore_merges and word in self.vocab):
            return ()
        symbols = self._plain_symbols(word)
        if symbols is None:
            symbols = [symbol for symbol, _ in self._symbols(word)]
        steps: list[Merge] = []
        name = self.pieces
        while True:
            pairs = [
                (self.merges.get(pair_key(left, right), NO_RANK), at)
                for at, (left, right) in enumerate(pairwise(symbols))
            ]
            rank, at = min(pairs, default=(NO_RANK, 0))
            if rank == NO_RANK:
                return tuple(steps)
            candidates = tuple(
                (name[symbols[at]], name[symbols[at + 1]], rank)
                for rank, at in pairs
                if rank != NO_RANK
            )
            steps.append(Merge(name[symbols[at]], name[symbols[at + 1]], rank, candidates))
            symbols[at : at + 2] = [self.products[rank]]

    def _plain_symbols(self, word: str) -> list[int] | None:
        """One symbol a character, or None where it is not as simple as that: two pieces of one id
        need not have one length."""
        if self.has_affix:
            return None
        if len(self.pieces) != len(self.vocab):
            return None
        try:
            return list(map(self.vocab.__getitem__, word))
        except KeyError:
            return None

    def _symbols(self, word: str) -> list[tuple[int, int]]:
        """(symbol, length in bytes) of each character.

        An unknown character waits until the next known one, so that its neighbours can join
        it; bytes do not flush it, and overtake it. So does the library.
        """
        symbols: list[tuple[int, int]] = []
        unknown: tuple[int, int] | None = None
        for at, char in enumerate(word):
            length = len(char.encode())
            spelled = char
            if at and self.continuing_subword_prefix:
                spelled = self.continuing_subword_prefix + spelled
            if at == len(word) - 1 and self.end_of_word_suffix:
                spelled += self.end_of_word_suffix
            if (symbol := self.vocab.get(spelled)) is not None:
                if unknown:
                    symbols.append(unknown)
                    unknown = None
                symbols.append((symbol, length))
            elif self.byte_fallback and (data := self._bytes(spelled)) is not None:
                symbols += [(byte, 1) for byte in data]
            elif self.unk_token is not None:
                if (unk := self.vocab.get(self.unk_token)) is None:
                    raise UnknownToken(self.unk_token)
                if unknown and self.fuse_unk:
                    unknown = (unk, unknown[1] + length)
                else:
                    if unknown:
                        symbols.append(unknown)
                    unknown = (unk, length)
        if unknown:
            symbols.append(unknown)
        return symbols

    def _bytes(self, spelled: str) -> list[int] | None:
        """The byte pieces (`<0x0A>`) of a character, or None where one of them is missing."""
        ids = [self.vocab.get(f"<0x{byte:02X}>") for byte in spelled.encode()]
        known = [symbol for symbol in ids if symbol is not None]
        return known if len(known) == len(ids) else None

    def _tokenize_with_lengths(self, word: str) -> tuple[TokenSpan, ...]:
        pairs = self._symbols(word)
        symbols, lengths = [symbol for symbol, _ in pairs], [length for _, length in pairs]
        symbols, lengths = merge_queue(symbols, lengths, self.merges, self.products)
        char_of_byte = [at for at, char in enumerate(word) for _ in char.encode()]
        tokens, at = [], 0
        for symbol, length in zip(symbols, lengths, strict=True):
            end = at + length
            if end <= len(char_of_byte):
                tokens.append((symbol, char_of_byte[at], char_of_byte[end - 1] + 1))
            else:
                tokens.append((symbol, ~at, ~end))
            at = end
        return tuple(tokens)
