"""Pre-tokenizers that keep the digits of a number together."""

import re
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, Sequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_NUMBER_BRANCH = re.compile(r"(?:(?<=\|)|^)\\p\{N\}(?:\{1,3\})?(?=\||$)")


def digits_joined(tokenizer: Tokenizer) -> Tokenizer:
    r"""`Digits` never cuts inside a number, and a branch `\p{N}` or `\p{N}{1,3}` of a pattern
    takes the whole number."""
    joined = _joined(tokenizer.pre_tokenizer)
    if joined == tokenizer.pre_tokenizer:
        return tokenizer
    return replace(tokenizer, pre_tokenizer=joined)


def _joined(pre_tokenizer: PreTokenizer | None) -> PreTokenizer | None:
    match pre_tokenizer:
        case Digits(individual_digits=True):
            return Digits(individual_digits=False)
        case Split(Regex(source)) as split:
            return replace(split, pattern=Regex(_NUMBER_BRANCH.sub(r"\\p{N}+", source)))
        case Sequence(parts):
            kept = [joined for part in parts if (joined := _joined(part)) is not None]
            return Sequence(tuple(kept))
    return pre_tokenizer


FAULT_MODELS = (
    FaultModel(
        "digits-joined",
        "pre_tokenizer",
        "keeps the digits of a number together",
        digits_joined,
    ),
)
