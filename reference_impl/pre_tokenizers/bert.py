"""`BertPreTokenizer` of tokenizer.json: words, and each punctuation character alone."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.punctuation import Punctuation
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned


@dataclass(frozen=True, slots=True)
class BertPreTokenizer:
    """Drop white space, then isolate punctuation. Source: tokenizers 0.23.3 pre_tokenizers/bert.rs.

    >>> [piece.text for piece in BertPreTokenizer().pre_tokenize([Aligned.of("a b's")])]
    ['a', 'b', "'", 's']
    """

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return Punctuation().pre_tokenize(WhitespaceSplit().pre_tokenize(pieces))


TYPE = StageType("BertPreTokenizer", BertPreTokenizer)
