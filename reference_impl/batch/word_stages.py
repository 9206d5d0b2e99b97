"""`words_of_stages`: the words of texts behind stages that take characters one by one.

Proof that they are those of the stages. What becomes of a character, and whether a word ends at it,
is asked of the stages, with others and a letter between, and looked up from there on.

- `BertNormalizer` looks at one character at a time, but that NFD puts marks in order, and
  `BertPreTokenizer` cuts at white space, and around punctuation.
- llama.cpp's WPM looks at nothing else in any case.
- `BertBasicNormalizer` composes, and lowers a sigma by what is around it: a text with a mark, with
  what composes with anything before it, or with a sigma is normalized by itself. What decomposes in
  others, does so alone. Words that are never split are for whoever looks for them.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tokparity.reference_impl.batch.bert_spelling import bert_spelling, strips_accents
from tokparity.reference_impl.batch.character_table import CODES, CharacterTable
from tokparity.reference_impl.batch.character_words import (
    ALONE,
    INSIDE,
    MARK,
    ODD,
    WHITE,
    CharacterWords,
)
from tokparity.reference_impl.batch.code_table import UNKNOWN, CodeTable
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPMNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_wpm import LlamaWPMPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.cpython import python_unicode
from tokparity.reference_impl.unicode.normalization import tables

_ODD = "\ud800"
"""Stands for what makes a text odd: no text here has it."""


def words_of_stages(
    normalizer: Normalizer | None, pre_tokenizer: PreTokenizer | None
) -> CharacterWords | None:
    """None of other stages. Some MB: whoever has the same stages shares one.

    >>> words = words_of_stages(BertNormalizer(), BertPreTokenizer())
    >>> words.cut(["É-b"]).begins.tolist()
    [0, 1, 2]
    >>> words_of_stages(BertNormalizer(), None)
    """
    match normalizer, pre_tokenizer:
        case ((None | BertNormalizer()), BertPreTokenizer()):
            return _bert_words(normalizer)
        case LlamaWPMNormalizer(), LlamaWPMPreTokenizer():
            return _words_asked_for(normalizer, pre_tokenizer)
        case BertBasicNormalizer(), BertBasicPreTokenizer():
            return _words_asked_for(normalizer, pre_tokenizer)
    return None


@lru_cache(maxsize=8)
def _bert_words(normalizer: BertNormalizer | None) -> CharacterWords:
    """With all characters known from the start."""
    if normalizer is None:
        counts, codes = np.ones(CODES, np.int8), np.arange(CODES, dtype=np.uint32)
        table = CharacterTable(lambda text: (text, range(len(text))), counts, codes)
    else:
        table = bert_spelling(normalizer)
    kinds = np.full(CODES, INSIDE, np.uint8)
    kinds[[*map(ord, characters("punctuation"))]] = ALONE
    kinds[[*map(ord, characters("whitespace"))]] = WHITE
    if normalizer is not None and strips_accents(normalizer):
        kinds[[*map(ord, "".join(tables()["marks"]))]] = MARK
    of_others = CodeTable(lambda chars: [INSIDE] * len(chars), kinds)
    return CharacterWords(table.spelled, table, of_others)


@lru_cache(maxsize=8)
def _words_asked_for(
    normalizer: LlamaWPMNormalizer | BertBasicNormalizer,
    pre_tokenizer: LlamaWPMPreTokenizer | BertBasicPreTokenizer,
) -> CharacterWords:
    """With each character asked about when it comes."""
    odd = _odd_to(normalizer.unicode_version) if isinstance(normalizer, BertBasicNormalizer) else ""

    def normalize(text: str) -> tuple[str, Sequence[int]]:
        made = normalizer.normalize(Aligned.of(text))
        return made.text, made.origin

    def spelled(text: str) -> tuple[str, Sequence[int]]:
        made, came = normalize("".join(["x" if char in odd else char for char in text]))
        pairs = zip(made, came, strict=True)
        return "".join([_ODD if text[at] in odd else char for char, at in pairs]), came

    def kinds(chars: str) -> list[int]:
        found = [WHITE] * (2 * len(chars) + 1)
        for word in pre_tokenizer.pre_tokenize([Aligned.of("a".join(["", *chars, ""]))]):
            start, end = word.span(0, len(word))
            found[start:end] = [ALONE if end - start == 1 else INSIDE] * (end - start)
        return found[1::2]

    numbers = np.full(CODES, UNKNOWN, np.uint8)
    numbers[ord(_ODD)] = ODD
    return CharacterWords(normalize, CharacterTable(spelled), CodeTable(kinds, numbers))


def _odd_to(unicode_version: str) -> frozenset[str]:
    """What normal form C joins to what is before it, or changes alone, as it does whatever begins
    with a mark; and the sigma."""
    unicode = python_unicode(unicode_version)
    joins = unicode.composing - unicode.canonical.keys()
    chars = unicode.canonical.keys()
    alone = {char for char in chars if unicode.nfc(Aligned.of(char)).text != char}
    return frozenset({*joins, *alone, "Σ"})
