r"""Character classes that know ASCII only: letters, numbers, white space, punctuation, words."""

from collections.abc import Callable

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_pre_tokenizers
from tokparity.harness.fault_models.patterns import change_patterns, changed_pattern, with_classes
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.punctuation import Punctuation
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, Sequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.splitting import Behavior
from tokparity.reference_impl.pre_tokenizers.whitespace import Whitespace
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LETTERS = {r"\p{L}": "A-Za-z", r"\p{Lu}": "A-Z", r"\p{Ll}": "a-z"}
_NUMBERS = {r"\p{N}": "0-9", r"\p{Nd}": "0-9"}
_SPACES = {r"\s": r"\t\n\x0b\f\r "}
_ASCII_PUNCTUATION = r"!-/:-@\[-`\{-~"
_PUNCTUATION = Regex(f"[{_ASCII_PUNCTUATION}]")
_WORDS = Regex(r"[A-Za-z0-9_]+|[^A-Za-z0-9_\s]+")


def ascii_letters(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\p{L}` is [A-Za-z]."""
    return change_patterns(tokenizer, lambda source: with_classes(source, _LETTERS))


def ascii_numbers(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\p{N}` is [0-9], and `Digits` sees no others."""
    return change_pre_tokenizers(tokenizer, _of_ascii_numbers)


def ascii_spaces(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\s` is the white space of ASCII, and `WhitespaceSplit` cuts nowhere else."""
    return change_pre_tokenizers(tokenizer, _of_ascii_spaces)


def ascii_punctuation(tokenizer: Tokenizer) -> Tokenizer:
    """Punctuation beyond ASCII is not cut at."""
    return change_pre_tokenizers(tokenizer, _of_ascii_punctuation)


def ascii_words(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\w` of `Whitespace` is [A-Za-z0-9_]."""
    return change_pre_tokenizers(
        tokenizer,
        lambda part: (
            Split(_WORDS, "Removed", invert=True) if isinstance(part, Whitespace) else part
        ),
    )


def _of_ascii_numbers(part: PreTokenizer) -> PreTokenizer:
    if isinstance(part, Digits):
        behavior: Behavior = "Isolated" if part.individual_digits else "Contiguous"
        return Split(Regex("[0-9]"), behavior, invert=False)
    return changed_pattern(part, _naming(_NUMBERS))


def _of_ascii_spaces(part: PreTokenizer) -> PreTokenizer:
    if isinstance(part, WhitespaceSplit):
        return Split(Regex(with_classes(r"\s", _SPACES)), "Removed", invert=False)
    return changed_pattern(part, _naming(_SPACES))


def _of_ascii_punctuation(part: PreTokenizer) -> PreTokenizer:
    match part:
        case Punctuation(behavior):
            return Split(_PUNCTUATION, behavior, invert=False)
        case BertPreTokenizer():
            return Sequence((WhitespaceSplit(), Split(_PUNCTUATION, "Isolated", invert=False)))
    return changed_pattern(part, _naming({r"\p{P}": _ASCII_PUNCTUATION}))


def _naming(members: dict[str, str]) -> Callable[[str], str]:
    return lambda source: with_classes(source, members)


FAULT_MODELS = (
    FaultModel("ascii-letters", "pre_tokenizer", "knows only the letters of ASCII", ascii_letters),
    FaultModel("ascii-numbers", "pre_tokenizer", "knows only the digits 0 to 9", ascii_numbers),
    FaultModel(
        "ascii-spaces",
        "pre_tokenizer",
        "knows only the white space of ASCII",
        ascii_spaces,
        "ggml-org/llama.cpp#7530",
    ),
    FaultModel(
        "ascii-punctuation",
        "pre_tokenizer",
        "knows only the punctuation of ASCII",
        ascii_punctuation,
    ),
    FaultModel("ascii-words", "pre_tokenizer", "knows only words of letters of ASCII", ascii_words),
)
