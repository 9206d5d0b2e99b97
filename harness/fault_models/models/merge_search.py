"""The search for the best merge, done with too little: rounded ranks, few merges, few positions.

Words are merged here by a search of its own, over the merges of the model. Not here: merges that
are other ones, or stand in another order (`merges`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise

from tokparity.harness.fault_models.fault_model import Change, family
from tokparity.harness.fault_models.stages import TokenSpan, with_found
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Rule = Callable[[int, int], tuple[float, int] | None]
"""Of two neighbours: the rank of their merge, and what it makes."""

Order = Callable[[float, int], float]
"""What is compared in the place of a rank at a position; of equal ones the leftmost is merged."""


_ALL = 1 << 30
"""More merges than any word has."""

_ANY = 1 << 32
"""More symbols than any vocabulary has: none is left to the model."""


@dataclass(frozen=True, slots=True)
class _Merger:
    """How a model merges: the symbols of a word, None where it is not merged, and the rule."""

    symbols: Callable[[str], list[int] | None]
    rule: Rule
    length: Callable[[int], int]
    pieces: int
    """From this one on a symbol is no piece: the model says what becomes of such a word."""

    def tokens(self, word: str, order: Order, most: int) -> tuple[TokenSpan, ...] | None:
        """The tokens of a word after so many merges; None where that is the model's business."""
        symbols = self.symbols(word)
        if symbols is None:
            return None
        merged = _merged(symbols, self.rule, order, most)
        if max(merged, default=0) >= self.pieces:
            return None
        bounds = [0, *accumulate(map(self.length, merged))]
        spans = zip(merged, pairwise(bounds), strict=True)
        return tuple((symbol, a, b) for symbol, (a, b) in spans)


@family("ranks-rounded", "model", "keeps {bits} bits of each merge rank")
def ranks_rounded(bits: int) -> Change:
    """Ranks are floating-point numbers of so many bits: large neighbours are equal."""

    def order(rank: float, _: int) -> float:
        size = int(abs(rank)).bit_length()
        step = 1 << max(size - bits, 0)
        return round(rank / step) * step

    return lambda tokenizer: _searching(tokenizer, order, over=1 << bits)


@family("merges-stopped", "model", "stops after {merges} merges in a word")
def merges_stopped(merges: int) -> Change:
    """After so many merges a word stays as it is: a buffer is full."""
    return lambda tokenizer: _searching(tokenizer, lambda rank, _: rank, most=merges)


@family(
    "positions-wrapped",
    "model",
    "looks for the leftmost of equal merges by positions modulo {modulus}",
)
def positions_wrapped(modulus: int) -> Change:
    """Of equal ranks the leftmost is looked for by positions modulo a number."""

    def order(rank: float, at: int) -> float:
        return rank * modulus + at % modulus

    return lambda tokenizer: _searching(tokenizer, order, longer=modulus)


def _searching(
    tokenizer: Tokenizer, order: Order, most: int = _ALL, over: int = 0, longer: int = 0
) -> Tokenizer:
    """`over`: only of more pieces is anything else found; `longer`: only in longer words."""
    model = tokenizer.model
    if len(model.vocab) <= over:
        return tokenizer
    merger = _merger(model)
    if merger is None:
        return tokenizer
    least = longer + 1 if longer else most + 2 if most < _ALL else 2

    def find(word: str) -> tuple[TokenSpan, ...]:
        tokens = merger.tokens(word, order, most) if len(word) >= least else None
        return model.tokenize(word) if tokens is None else tokens

    return with_found(tokenizer, find)


def _merger(model: Model) -> _Merger | None:
    vocab, pieces = model.vocab, model.pieces
    match model:
        case BPE(merges=merges, products=products) if products:
            if model.continuing_subword_prefix or model.end_of_word_suffix:
                return None
            ranks = {pair: (rank, products[rank]) for pair, rank in merges.items()}
            return _Merger(
                lambda word: None if model.ignore_merges and word in vocab else _ids(vocab, word),
                lambda left, right: ranks.get(pair_key(left, right)),
                lambda symbol: len(pieces[symbol]),
                _ANY,
            )
        case LlamaBPE(merges=lines) if lines and model.oov is None:
            numbers, texts, by_pair, merged = model._table
            whole = replace(model, merges=())
            return _Merger(
                lambda word: (
                    None
                    if " " in word or (word in vocab and len(whole.tokenize(word)) == 1)
                    else _ids(numbers, word)
                ),
                lambda left, right: (
                    None
                    if (rank := by_pair.get(pair_key(left, right))) is None
                    else (rank, merged[rank])
                ),
                lambda symbol: len(texts[symbol]),
                len(vocab),
            )
        case TiktokenBPE():
            return _Merger(
                lambda word: None if word in vocab else _ids(vocab, word),
                lambda left, right: (
                    None
                    if (product := vocab.get(pieces[left] + pieces[right])) is None
                    else (product, product)
                ),
                lambda symbol: len(pieces[symbol]),
                _ANY,
            )
        case LlamaSPM(scores=scores):
            return _Merger(
                lambda word: _ids(vocab, word),
                lambda left, right: (
                    None
                    if (product := vocab.get(pieces[left] + pieces[right])) is None
                    else (-scores[product], product)
                ),
                lambda symbol: len(pieces[symbol]),
                _ANY,
            )
    return None


def _ids(vocab: Mapping[str, int], word: Iterable[str]) -> list[int] | None:
    try:
        return [vocab[char] for char in word]
    except KeyError:
        return None


def _merged(symbols: list[int], rule: Rule, order: Order, most: int) -> list[int]:
    """The symbols after so many merges, lowest first."""
    count = len(symbols)
    before, after = list(range(-1, count - 1)), list(range(1, count + 1))
    queue: list[tuple[float, int, int, int, int]] = []

    def proposed(at: int) -> tuple[float, int, int, int, int] | None:
        right = after[at]
        merge = None if right == count else rule(symbols[at], symbols[right])
        return merge and (order(merge[0], at), at, symbols[at], symbols[right], merge[1])

    queue = [entry for at in range(count - 1) if (entry := proposed(at))]
    heapify(queue)
    alive = [True] * count
    while queue and most:
        _, at, left, right_symbol, product = heappop(queue)
        right = after[at]
        if not alive[at] or right == count or (symbols[at], symbols[right]) != (left, right_symbol):
            continue
        most -= 1
        symbols[at], alive[right] = product, False
        after[at] = following = after[right]
        if following < count:
            before[following] = at
        for place in (before[at], at):
            if place >= 0 and (entry := proposed(place)):
                heappush(queue, entry)
    return [symbol for symbol, lives in zip(symbols, alive, strict=True) if lives]


FAMILIES = (ranks_rounded, merges_stopped, positions_wrapped)
