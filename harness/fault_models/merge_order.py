"""BPE that merges the worst rank first."""

from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def merge_order_reversed(tokenizer: Tokenizer) -> Tokenizer:
    """Every rank counted from the other end: what reading priorities as scores gives."""
    model = tokenizer.model
    if not isinstance(model, BPE) or len(model.products) < 2:
        return tokenizer
    last = len(model.products) - 1
    merges = {pair: last - rank for pair, rank in model.merges.items()}
    reversed_model = replace(model, merges=merges, products=model.products[::-1])
    return replace(tokenizer, model=reversed_model)


FAULT_MODELS = (
    FaultModel(
        "merge-order-reversed", "model", "merges the worst rank first", merge_order_reversed
    ),
)
