"""The list of merges: not used, used too often, read wrong, or in another order."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import TokenSpan, with_found
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.merging import merged_bounds
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@fault_model("ignore-merges-ignored", "model", "merges words that are pieces themselves")
def ignore_merges_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """`ignore_merges` is not looked at: a word that is a piece is merged like any other."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE) or not model.ignore_merges:
        return tokenizer
    return replace(tokenizer, model=replace(model, ignore_merges=False))


@fault_model(
    "merges-ignored",
    "model",
    "takes a word that is a piece for that piece before it merges",
    "huggingface/transformers#27961",
)
def merges_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """A word that is a piece is that piece, whatever its merges would make of it."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE) or model.ignore_merges:
        return tokenizer
    if not any(len(piece) > 1 for piece in model.vocab):
        return tokenizer
    return replace(tokenizer, model=replace(model, ignore_merges=True))


@fault_model("ranks-always-merged", "model", "merges words that are ranks themselves")
def ranks_always_merged(tokenizer: Tokenizer) -> Tokenizer:
    """tiktoken's ranks without the look-up of the whole word."""
    model = tokenizer.model
    if not isinstance(model, TiktokenBPE):
        return tokenizer

    return with_found(tokenizer, lambda word: _merged(model, word))


@family(
    "long-ranks-merged", "model", "does not look up words of over {length} bytes before it merges"
)
def long_ranks_merged(length: int) -> Change:
    """A word of more bytes that is a rank itself is merged all the same."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        model = tokenizer.model
        if not isinstance(model, TiktokenBPE) or max(map(len, model.vocab)) <= length:
            return tokenizer
        vocab = model.vocab

        def find(word: str) -> tuple[TokenSpan, ...]:
            if len(word) <= length or word not in vocab:
                return model.tokenize(word)
            return _merged(model, word)

        return with_found(tokenizer, find)

    return apply


def _merged(model: TiktokenBPE, word: str) -> tuple[TokenSpan, ...]:
    bounds = merged_bounds(word, range(len(word) + 1), model.vocab.get)
    return tuple((model.vocab[word[a:b]], a, b) for a, b in pairwise(bounds))


@fault_model("merge-order-reversed", "model", "merges the worst rank first")
def merge_order_reversed(tokenizer: Tokenizer) -> Tokenizer:
    """Every rank counted from the other end: what reading priorities as scores gives."""
    model = tokenizer.model
    if not isinstance(model, BPE) or len(model.products) < 2:
        return tokenizer
    last = len(model.products) - 1
    merges = {pair: last - rank for pair, rank in model.merges.items()}
    reversed_model = replace(model, merges=merges, products=model.products[::-1])
    return replace(tokenizer, model=reversed_model)


@fault_model("last-merge-lost", "model", "does not know the last merge")
def last_merge_lost(tokenizer: Tokenizer) -> Tokenizer:
    """The reader stops one line early."""
    return _between(tokenizer, 0, 1)


@fault_model("first-merge-lost", "model", "does not know the first merge")
def first_merge_lost(tokenizer: Tokenizer) -> Tokenizer:
    """The reader skips a first line, taking it for the version of a merges.txt."""
    return _between(tokenizer, 1, 0)


@fault_model("no-merges", "model", "knows no merges", "ggml-org/llama.cpp#3732")
def no_merges(tokenizer: Tokenizer) -> Tokenizer:
    """The list is missing, and words stay characters."""
    model = tokenizer.model
    match model:
        case BPE(products=products) if products:
            return replace(tokenizer, model=replace(model, merges={}))
        case LlamaBPE(merges=lines) if lines:
            return replace(tokenizer, model=replace(model, merges=()))
    return tokenizer


@fault_model(
    "merges-by-id",
    "model",
    "merges whatever makes a piece, the lowest id first",
    "ggml-org/llama.cpp#21343",
)
def merges_by_id(tokenizer: Tokenizer) -> Tokenizer:
    """Any neighbours merge whose text together is a piece, the lowest id first."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE) or not _merges(model):
        return tokenizer
    if isinstance(model, BPE) and (model.continuing_subword_prefix or model.end_of_word_suffix):
        return tokenizer
    scores = [-float(token_id) for token_id in range(max(model.vocab.values()) + 1)]
    return with_found(tokenizer, LlamaSPM(model.vocab, scores).tokenize)


def _merges(model: BPE | LlamaBPE) -> int:
    return len(model.products if isinstance(model, BPE) else model.merges)


def _between(tokenizer: Tokenizer, skipped: int, lost: int) -> Tokenizer:
    model = tokenizer.model
    match model:
        case BPE(products=products) if products:
            ranks = range(skipped, len(products) - lost)
            merges = {pair: rank for pair, rank in model.merges.items() if rank in ranks}
            return replace(tokenizer, model=replace(model, merges=merges))
        case LlamaBPE(merges=lines) if lines:
            rest = lines[skipped : len(lines) - lost]
            return replace(tokenizer, model=replace(model, merges=rest))
    return tokenizer


@family("ranks-wrapped", "model", "keeps merge ranks modulo {modulus}")
def ranks_wrapped(modulus: int) -> Change:
    """Ranks are kept modulo a number: an integer too small for them."""

    def order(merges: int) -> list[int] | None:
        return sorted(range(merges), key=lambda rank: rank % modulus) if merges > modulus else None

    return lambda tokenizer: _reordered(tokenizer, order)


@family("merges-swapped", "model", "takes merge {rank} after the one that follows it")
def merges_swapped(rank: int) -> Change:
    """The merge of a rank and the one after it change places."""

    def order(merges: int) -> list[int] | None:
        if rank + 1 >= merges:
            return None
        return [*range(rank), rank + 1, rank, *range(rank + 2, merges)]

    return lambda tokenizer: _reordered(tokenizer, order)


def _reordered(tokenizer: Tokenizer, order: Callable[[int], list[int] | None]) -> Tokenizer:
    """The tokenizer whose merges stand in another order; `order(count)` lists their old ranks."""
    model = tokenizer.model
    match model:
        case BPE(merges=merges, products=products):
            ranks = order(len(products))
            if ranks is None:
                return tokenizer
            new = {old: rank for rank, old in enumerate(ranks)}
            moved = {pair: new[rank] for pair, rank in merges.items()}
            changed = replace(model, merges=moved, products=[products[old] for old in ranks])
            return replace(tokenizer, model=changed)
        case LlamaBPE(merges=lines):
            ranks = order(len(lines))
            if ranks is None:
                return tokenizer
            reordered = tuple(lines[old] for old in ranks)
            return replace(tokenizer, model=replace(model, merges=reordered))
    return tokenizer


FAULT_MODELS = (
    ignore_merges_ignored,
    merges_ignored,
    ranks_always_merged,
    merge_order_reversed,
    last_merge_lost,
    first_merge_lost,
    no_merges,
    merges_by_id,
)

FAMILIES = (ranks_wrapped, merges_swapped)
