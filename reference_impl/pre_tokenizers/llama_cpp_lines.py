"""`LinesOfWords`: what llama.cpp does with the `pre` "mmbert", which no pattern of its says.

Runs of line feeds stand apart; each line between them gets a "▁" in front, unless it begins with
one, and is cut before each. llama.cpp b11549, found by asking it: its sources name no such pattern.
"""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import NEWLINES
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.text.aligned import Aligned

_LINES = LlamaCppSplit((NEWLINES,))
_WORDS = MetaspacePreTokenizer()


@dataclass(frozen=True, slots=True)
class LinesOfWords:
    """Cut at line feeds, then each line before each "▁". Raises BeyondUnicode.

    >>> [word.text for word in LinesOfWords().pre_tokenize([Aligned.of("a▁▁b\\n\\nc")])]
    ['▁a', '▁', '▁b', '\\n\\n', '▁c']
    """

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        words = []
        for line in _LINES.pre_tokenize(pieces):
            words += [line] if line.text.startswith("\n") else _WORDS.pre_tokenize([line])
        return words
