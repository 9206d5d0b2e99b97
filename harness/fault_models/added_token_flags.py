"""Added tokens whose flags are not looked at: lstrip, rstrip, single_word."""

from collections.abc import Callable
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def lstrip_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """White space before an added token stays text."""
    return _with_flags(tokenizer, lambda token: replace(token, lstrip=False))


def rstrip_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """White space after an added token stays text."""
    return _with_flags(tokenizer, lambda token: replace(token, rstrip=False))


def single_word_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """An added token is found inside words too."""
    return _with_flags(tokenizer, lambda token: replace(token, single_word=False))


def _with_flags(tokenizer: Tokenizer, change: Callable[[AddedToken], AddedToken]) -> Tokenizer:
    changed = tuple(map(change, tokenizer.added_tokens))
    if changed == tokenizer.added_tokens:
        return tokenizer
    return replace(tokenizer, added_tokens=changed)


FAULT_MODELS = (
    FaultModel(
        "lstrip-ignored",
        "added_tokens",
        "leaves the white space before an added token in the text",
        lstrip_ignored,
        "NVIDIA/TensorRT-Model-Connect#1317",
    ),
    FaultModel(
        "rstrip-ignored",
        "added_tokens",
        "leaves the white space after an added token in the text",
        rstrip_ignored,
        "microsoft/onnxruntime-genai#1248",
    ),
    FaultModel(
        "single-word-ignored",
        "added_tokens",
        "finds single-word added tokens inside words",
        single_word_ignored,
    ),
)
