"""`LlamaWPM`, `LlamaLowercase`: what llama.cpp does to each character for BERT and "whitespace"."""

from dataclasses import dataclass
from typing import ClassVar

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.code_units import character, code_points
from tokparity.reference_impl.unicode.llama_cpp import (
    is_control,
    is_mark,
    is_whitespace,
    lower,
    nfd,
)


@dataclass(frozen=True, slots=True)
class LlamaWPMNormalizer:
    """Drop control characters and what is no UTF-8; decompose, drop marks; lower case.

    Not `BertNormalizer`: of a decomposition only the first character is left. Source:
    src/llama-vocab.cpp `llm_tokenizer_wpm_session::preprocess`, llama.cpp b11549.

    >>> LlamaWPMNormalizer(lowercase=True, strip_accents=True).normalize(Aligned.of("É\\0"))
    Aligned(text='e', origin=[0])
    """

    COMPONENT: ClassVar[str] = "LlamaWPM"

    lowercase: bool
    strip_accents: bool

    def normalize(self, text: Aligned) -> Aligned:
        """Raises NoCodePoint."""
        chars, origin = [], []
        for code_point, at in code_points(text.text):
            if code_point > 0x10FFFF:
                chars.append(character(code_point))
                continue
            char = nfd(chr(code_point)) if self.strip_accents else chr(code_point)
            if not is_whitespace(char):
                if char in "\0\ufffd" or is_control(char):
                    continue
                if self.strip_accents and is_mark(char):
                    continue
                char = lower(char) if self.lowercase else char
            chars.append(char)
            origin.append(text.origin[at])
        return Aligned("".join(chars), origin)


@dataclass(frozen=True, slots=True)
class LlamaLowercase:
    """Lower case, if wanted; what is no UTF-8 becomes U+FFFD.

    Source: src/llama-vocab.cpp `llm_tokenizer_whitespace_session`, llama.cpp b11549.

    >>> LlamaLowercase(lowercase=True).normalize(Aligned.of("É"))
    Aligned(text='é', origin=[0])
    """

    lowercase: bool

    def normalize(self, text: Aligned) -> Aligned:
        """Raises NoCodePoint."""
        chars, origin = [], []
        for code_point, at in code_points(text.text):
            char = character(code_point)
            char = lower(char) if self.lowercase and len(char) == 1 else char
            chars.append(char)
            origin += [text.origin[at]] * len(char)
        return Aligned("".join(chars), origin)
