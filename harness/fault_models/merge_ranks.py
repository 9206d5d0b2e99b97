"""Single merge ranks that are wrong: the numbers wrap around, or two neighbours change places."""

from collections.abc import Callable
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import Family
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def wrapped(modulus: int) -> Callable[[Tokenizer], Tokenizer]:
    """Ranks are kept modulo a number: an integer too small for them."""

    def order(merges: int) -> list[int] | None:
        return sorted(range(merges), key=lambda rank: rank % modulus) if merges > modulus else None

    return lambda tokenizer: _reordered(tokenizer, order)


def swapped(rank: int) -> Callable[[Tokenizer], Tokenizer]:
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
            found = order(len(products))
            if found is None:
                return tokenizer
            new = {old: rank for rank, old in enumerate(found)}
            moved = {pair: new[rank] for pair, rank in merges.items()}
            changed = replace(model, merges=moved, products=[products[old] for old in found])
            return replace(tokenizer, model=changed)
        case LlamaBPE(merges=lines):
            found = order(len(lines))
            if found is None:
                return tokenizer
            reordered = tuple(lines[old] for old in found)
            return replace(tokenizer, model=replace(model, merges=reordered))
    return tokenizer


FAMILIES = (
    Family("ranks-wrapped", "model", "keeps merge ranks modulo {modulus}", wrapped),
    Family("merges-swapped", "model", "takes merge {rank} after the one that follows it", swapped),
)
