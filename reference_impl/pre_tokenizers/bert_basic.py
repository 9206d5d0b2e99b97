"""The second half of BERT's `BasicTokenizer` in Python: where words end."""

from dataclasses import dataclass, field
from typing import ClassVar

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.cpython import PythonUnicode, python_unicode


@dataclass(frozen=True, slots=True)
class BertBasicPreTokenizer:
    """Cut at white space, which is dropped, and around each character of punctuation.

    Punctuation is category P* and all of ASCII that is printed and neither letter, digit nor
    space: "$" too, but not "€". A word of `never_split` stays whole. Source: transformers 5.23
    models/bert/tokenization_bert_legacy.py `_run_split_on_punc`, tokenization_python.py
    `_is_punctuation`.

    >>> pieces = BertBasicPreTokenizer("14.0.0").pre_tokenize([Aligned.of("it's 5€, [X]")])
    >>> [piece.text for piece in pieces]
    ['it', "'", 's', '5€', ',', '[', 'X', ']']
    """

    COMPONENT: ClassVar[str] = "BertBasic"

    unicode_version: str
    never_split: frozenset[str] = frozenset()
    _unicode: PythonUnicode = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_unicode", python_unicode(self.unicode_version))

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [part for piece in pieces for word in self._words(piece) for part in word]

    def _words(self, piece: Aligned) -> list[list[Aligned]]:
        spaces = self._unicode.white_space
        found = []
        start = 0
        for at, char in enumerate((*piece.text, " ")):
            if char in spaces:
                if start < at:
                    found.append(self._parts(piece[start:at]))
                start = at + 1
        return found

    def _parts(self, word: Aligned) -> list[Aligned]:
        if word.text in self.never_split:
            return [word]
        parts = []
        start = 0
        for at, char in enumerate(word.text):
            if self._is_punctuation(char):
                if start < at:
                    parts.append(word[start:at])
                parts.append(word[at : at + 1])
                start = at + 1
        if start < len(word):
            parts.append(word[start:])
        return parts

    def _is_punctuation(self, char: str) -> bool:
        if char.isascii():
            return "!" <= char <= "~" and not char.isalnum()
        return self._unicode.is_punctuation(char)
