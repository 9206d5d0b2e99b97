"""`LlamaWPM`, `LlamaSegments`: where llama.cpp cuts words for BERT, and for "whitespace"."""

from dataclasses import dataclass
from typing import ClassVar

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.llama_cpp import is_punctuation, is_symbol, is_whitespace

_IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)


@dataclass(frozen=True, slots=True)
class LlamaWPMPreTokenizer:
    """At white space, which is dropped; punctuation, symbols of ASCII and ideographs stand alone.

    Source: src/llama-vocab.cpp `llm_tokenizer_wpm_session::preprocess`, llama.cpp b11549. There the
    class is that of the character before it is made lower case, which no letter changes by.

    >>> [word.text for word in LlamaWPMPreTokenizer().pre_tokenize([Aligned.of("a-b c")])]
    ['a', '-', 'b', 'c']
    """

    COMPONENT: ClassVar[str] = "LlamaWPM"

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        words = []
        for piece in pieces:
            start = 0
            for at, char in enumerate(piece.text):
                space = is_whitespace(char)
                if not (space or _stands_alone(char)):
                    continue
                if start < at:
                    words.append(piece[start:at])
                if not space:
                    words.append(piece[at : at + 1])
                start = at + 1
            if start < len(piece):
                words.append(piece[start:])
        return words


@dataclass(frozen=True, slots=True)
class LlamaSegments:
    """At white space, which is dropped.

    Source: src/llama-vocab.cpp `llm_tokenizer_whitespace_session`, llama.cpp b11549.
    """

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        words = []
        for piece in pieces:
            start = 0
            for at, char in enumerate(piece.text):
                if is_whitespace(char):
                    if start < at:
                        words.append(piece[start:at])
                    start = at + 1
            if start < len(piece):
                words.append(piece[start:])
        return words


def _stands_alone(char: str) -> bool:
    if is_punctuation(char) or (char < "\x7f" and is_symbol(char)):
        return True
    return char >= "\u3400" and any(first <= ord(char) <= last for first, last in _IDEOGRAPHS)
