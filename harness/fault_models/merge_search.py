"""The search for the best merge, done with too little: rounded ranks, few merges, few positions.

Words are merged here by a search of its own, over the merges of the model. Not here: merges that
are other ones (`merge_list`), or stand in another order (`merge_ranks`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise

from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import Family
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


@dataclass(frozen=True, slots=True)
class _Merger:
    """How a model merges: the symbols of a word, None where it is not merged, and the rule."""

    symbols: Callable[[str], list[int] | None]
    rule: Rule
    length: Callable[[int], int]
    pieces: int

    def tokens(self, word: str, order: Order, most: int) -> tuple[TokenSpan, ...] | None:
        """The tokens of a word after so many merges; None where that is the model's business."""
        symbols = self.symbols(word)
        if symbols is None:
            return None
        merged = _merged(symbols, self.rule, order, most)
        if max(merged, default=0) >= self.pieces:
            return None
        bounds = [0, *accumulate(map(self.length, merged))]
        return tuple((one, a, b) for one, (a, b) in zip(merged, pairwise(bounds), strict=True))


def rounded(bits: int) -> Callable[[Tokenizer], Tokenizer]:
    """Ranks are floating-point numbers of so many bits: large neighbours are equal."""

    def order(rank: float, _: int) -> float:
        size = int(abs(rank)).bit_length()
        step = 1 << max(size - bits, 0)
        return round(rank / step) * step

    return lambda tokenizer: _searching(tokenizer, order, over=1 << bits)


def stopped(merges: int) -> Callable[[Tokenizer], Tokenizer]:
    """After so many merges a word stays as it is: a buffer is full."""
    return lambda tokenizer: _searching(tokenizer, lambda rank, _: rank, most=merges)


def wrapped_positions(modulus: int) -> Callable[[Tokenizer], Tokenizer]:
    """Of equal ranks the leftmost is looked for by positions modulo a number."""

    def order(rank: float, at: int) -> float:
        return rank * modulus + at % modulus

    return lambda tokenizer: _searching(tokenizer, order, longer=modulus)


def _searching(
    tokenizer: Tokenizer, order: Order, most: int = 1 << 30, over: int = 0, longer: int = 0
) -> Tokenizer:
    """`over`: only of more pieces is anything else found; `longer`: only in longer words."""
    model = tokenizer.model
    if len(model.vocab) <= over:
        return tokenizer
    merger = _merger(model)
    if merger is None:
        return tokenizer
    least = longer + 1 if longer else most + 2 if most < 1 << 30 else 2

    def find(word: str) -> tuple[TokenSpan, ...]:
        found = merger.tokens(word, order, most) if len(word) >= least else None
        return model.tokenize(word) if found is None else found

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
                lambda one: len(pieces[one]),
                1 << 32,
            )
        case LlamaBPE(merges=lines) if lines and model.oov is None:
            numbers, texts, by_pair, made = model._table
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
                    else (rank, made[rank])
                ),
                lambda one: len(texts[one]),
                len(vocab),
            )
        case TiktokenBPE():
            return _Merger(
                lambda word: None if word in vocab else _ids(vocab, word),
                lambda left, right: (
                    None
                    if (found := vocab.get(pieces[left] + pieces[right])) is None
                    else (found, found)
                ),
                lambda one: len(pieces[one]),
                1 << 32,
            )
        case LlamaSPM(scores=scores):
            return _Merger(
                lambda word: _ids(vocab, word),
                lambda left, right: (
                    None
                    if (found := vocab.get(pieces[left] + pieces[right])) is None
                    else (-scores[found], found)
                ),
                lambda one: len(pieces[one]),
                1 << 32,
            )
    return None


def _ids(known: Mapping[str, int], word: Iterable[str]) -> list[int] | None:
    try:
        return [known[char] for char in word]
    except KeyError:
        return None


def _merged(symbols: list[int], rule: Rule, order: Order, most: int) -> list[int]:
    """The symbols after so many merges, lowest first."""
    count = len(symbols)
    before, after = list(range(-1, count - 1)), list(range(1, count + 1))
    queue: list[tuple[float, int, int, int, int]] = []

    def proposed(at: int) -> tuple[float, int, int, int, int] | None:
        right = after[at]
        found = None if right == count else rule(symbols[at], symbols[right])
        return found and (order(found[0], at), at, symbols[at], symbols[right], found[1])

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


FAMILIES = (
    Family("ranks-rounded", "model", "keeps {bits} bits of each merge rank", rounded),
    Family("merges-stopped", "model", "stops after {merges} merges in a word", stopped),
    Family(
        "positions-wrapped",
        "model",
        "looks for the leftmost of equal merges by positions modulo {modulus}",
        wrapped_positions,
    ),
)
