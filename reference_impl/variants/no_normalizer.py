"""A tokenizer whose whole normalizer is missing."""

from dataclasses import replace

from reference_impl.tokenizer import Tokenizer
from reference_impl.variants.variant import Variant


def no_normalizer(tokenizer: Tokenizer) -> Tokenizer:
    """The text goes to the pre-tokenizer as it is."""
    return tokenizer if tokenizer.normalizer is None else replace(tokenizer, normalizer=None)


VARIANTS = (
    Variant(
        "no-normalizer",
        "normalizer",
        "does not normalize at all",
        no_normalizer,
        "huggingface/swift-transformers#96",
    ),
)
