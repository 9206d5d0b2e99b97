"""A tokenizer whose whole normalizer is missing."""

from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def no_normalizer(tokenizer: Tokenizer) -> Tokenizer:
    """The text goes to the pre-tokenizer as it is."""
    return tokenizer if tokenizer.normalizer is None else replace(tokenizer, normalizer=None)


FAULT_MODELS = (
    FaultModel(
        "no-normalizer",
        "normalizer",
        "does not normalize at all",
        no_normalizer,
        "huggingface/swift-transformers#96",
    ),
)
