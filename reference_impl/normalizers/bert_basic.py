"""The first half of BERT's `BasicTokenizer` in Python: which characters remain, and how."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import drop
from tokparity.reference_impl.unicode.cpython import PythonUnicode, python_unicode

IDEOGRAPHS = (
    *((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F)),
    *((0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)),
)
"""What Google's BERT calls Chinese; `BertNormalizer` of tokenizer.json has one range wrong."""


@dataclass(frozen=True, slots=True)
class BertBasicNormalizer:
    r"""Clean, ideographs apart, NFC, then each word in lower case and without its accents.

    Not `BertNormalizer`: NFC for every text; a private or unassigned character is dropped like a
    control; lower case comes before the accents go and knows the final sigma; a word of
    `never_split` is left alone, whatever was cleaned out of it. Which characters exist is a
    matter of Python's `unicode_version`. Source: transformers 5.23
    models/bert/tokenization_bert_legacy.py, `BasicTokenizer.tokenize` and what it calls.

    >>> BertBasicNormalizer("14.0.0").normalize(Aligned.of("ÉΣ\ue000中")).text
    'eς 中 '
    >>> BertBasicNormalizer("14.0.0").normalize(Aligned.of("ΟΔΟΣ [MASK]")).text
    'οδος [mask]'
    """

    COMPONENT: ClassVar[str] = "BertBasic"

    unicode_version: str
    lowercase: bool = True
    strip_accents: bool | None = None
    handle_chinese_chars: bool = True
    never_split: frozenset[str] = frozenset()
    _unicode: PythonUnicode = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_unicode", python_unicode(self.unicode_version))

    def normalize(self, text: Aligned) -> Aligned:
        spelling = _spelling(self.unicode_version, self.handle_chinese_chars)
        text = self._unicode.nfc(_respelled(text, [spelling[char] for char in text.text]))
        chars: list[str] = []
        origin: list[int] = []
        done = 0
        for found in _word(self.unicode_version).finditer(text.text):
            start, end = found.span()
            word = text[start:end]
            if word.text not in self.never_split:
                word = self._folded(word)
            chars += (text.text[done:start], word.text)
            origin += (*text.origin[done:start], *word.origin)
            done = end
        chars.append(text.text[done:])
        origin += text.origin[done:]
        return Aligned("".join(chars), tuple(origin), text.begins)

    def _folded(self, word: Aligned) -> Aligned:
        if self.lowercase:
            word = _respelled(word, self._unicode.lower(word.text))
        if self.lowercase if self.strip_accents is None else self.strip_accents:
            word = drop(self._unicode.nfd(word), self._unicode.nonspacing_marks)
        return word


class _Spelling(dict[str, str]):
    """What each character is spelled as; found out when it is first met."""

    def __init__(self, spell: Callable[[str], str]) -> None:
        self._spell = spell

    def __missing__(self, char: str) -> str:
        self[char] = spelled = self._spell(char)
        return spelled


@cache
def _spelling(unicode_version: str, ideographs_apart: bool) -> _Spelling:
    """`_clean_text`, then `_tokenize_chinese_chars`, each of which takes characters one by one."""
    unicode = python_unicode(unicode_version)

    def spell(char: str) -> str:
        if char in " \t\n\r" or char in unicode.space_separators:
            return " "
        if char == "\ufffd" or unicode.is_control(char):
            return ""
        if ideographs_apart and any(first <= ord(char) <= last for first, last in IDEOGRAPHS):
            return f" {char} "
        return char

    return _Spelling(spell)


@cache
def _word(unicode_version: str) -> re.Pattern[str]:
    spaces = "".join(sorted(python_unicode(unicode_version).white_space))
    return re.compile(f"[^{re.escape(spaces)}]+")


def _respelled(text: Aligned, parts: list[str]) -> Aligned:
    pairs = zip(text.origin, parts, strict=True)
    origin = tuple(came for came, part in pairs for _ in part)
    return Aligned("".join(parts), origin, text.begins)
