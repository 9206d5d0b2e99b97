"""Changing the patterns of pre-tokenizers, whatever dialect they are of. No fault model is here."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from tokparity.harness.fault_models.parts import change_pre_tokenizers
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevel
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, Sequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_ELEMENT = re.compile(r"\\p\{\w+\}|\\.|.", re.DOTALL | re.ASCII)


def change_patterns(tokenizer: Tokenizer, change: Callable[[str], str]) -> Tokenizer:
    """The tokenizer with every pattern changed, that of `ByteLevel` included where it puts no
    space before words."""
    return change_pre_tokenizers(tokenizer, lambda part: changed_pattern(part, change))


def changed_pattern(part: PreTokenizer, change: Callable[[str], str]) -> PreTokenizer:
    """One pre-tokenizer with its pattern changed; the same object where it has none, or that
    stays."""
    match part:
        case Split(pattern=Regex(source)):
            new = change(source)
            return part if new == source else replace(part, pattern=Regex(new))
        case Matches(pattern=source):
            new = change(source)
            return part if new == source else Matches(new)
        case LlamaCppSplit(patterns=sources):
            listed = tuple(map(change, sources))
            return part if listed == sources else LlamaCppSplit(listed)
        case ByteLevel(use_regex=True, add_prefix_space=False):
            new = change(GPT2.pattern)
            if new == GPT2.pattern:
                return part
            cuts = Split(Regex(new), "Isolated", invert=False)
            return Sequence((cuts, replace(part, use_regex=False)))
    return part


def with_classes(pattern: str, members: Mapping[str, str]) -> str:
    r"""The pattern with the members of some classes in the place of their names.

    >>> with_classes(r"[^\s\p{L}]+|\p{L}|\\p{L}", {r"\p{L}": "A-Za-z"})
    '[^\\sA-Za-z]+|[A-Za-z]|\\\\p{L}'
    """
    written: list[str] = []
    depth = 0
    for found in _ELEMENT.finditer(pattern):
        element = found[0]
        if element in members:
            element = members[element] if depth else f"[{members[element]}]"
        elif element == "[":
            depth += 1
        elif element == "]" and depth:
            depth -= 1
        written.append(element)
    return "".join(written)
