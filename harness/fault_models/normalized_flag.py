"""The flag that says in which text an added token is looked for, not looked at."""

from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.added_tokens.passes import AddedTokenPass
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def as_written(tokenizer: Tokenizer) -> Tokenizer:
    """All are looked for as they are, in the text as it is."""
    return _all(tokenizer, normalized=False)


def as_normalized(tokenizer: Tokenizer) -> Tokenizer:
    """All are looked for normalized, in normalized text."""
    return _all(tokenizer, normalized=True)


def _all(tokenizer: Tokenizer, normalized: bool) -> Tokenizer:
    if tokenizer.normalizer is None or tokenizer.added_token_pass != AddedTokenPass.of:
        return tokenizer
    tokens = tuple(replace(token, normalized=normalized) for token in tokenizer.added_tokens)
    if tokens == tokenizer.added_tokens:
        return tokenizer
    return replace(tokenizer, added_tokens=tokens)


FAULT_MODELS = (
    FaultModel(
        "added-tokens-as-written",
        "added_tokens",
        "looks for added tokens in the text as it is",
        as_written,
    ),
    FaultModel(
        "added-tokens-normalized",
        "added_tokens",
        "looks for added tokens in normalized text",
        as_normalized,
    ),
)
