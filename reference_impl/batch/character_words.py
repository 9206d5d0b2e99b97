"""`CharacterWords`: the words of many texts, where single characters say where they begin and end.

Proof that they are those of the stages. `BertNormalizer` takes characters one by one, but that NFD
puts a run of marks in order, each of which has the place then at which it stands. A mark that is
left has its own, where no other mark stands beside it, nor anything that is dropped. Other texts
are odd, and no more is said of them. `BertPreTokenizer` cuts at white space, and around
punctuation. The texts are put together with a line feed between, which is white space, and with
which nothing changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tokparity.reference_impl.batch.bert_spelling import bert_spelling, strips_accents
from tokparity.reference_impl.batch.character_table import CODES, CharacterTable, Codes
from tokparity.reference_impl.batch.code_table import CodeTable
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.word_bytes import Flags
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.normalization import tables

INSIDE, WHITE, ALONE, MARK = range(4)
_BETWEEN = "\n"


class Words(NamedTuple):
    """Of n texts: the characters that the normalizer makes, and the place that each came from;
    where words begin and end in them; n + 1 places where the texts begin, and the last one ends;
    which texts are odd."""

    codes: Codes
    came: Ints
    begins: Ints
    ends: Ints
    firsts: Ints
    odd: Ints


@dataclass(frozen=True)
class CharacterWords:
    """`kinds`: of each character that the normalizer makes. A MARK may change places."""

    table: CharacterTable
    kinds: CodeTable

    @classmethod
    def of(
        cls, normalizer: Normalizer | None, pre_tokenizer: PreTokenizer | None
    ) -> "CharacterWords | None":
        """None of other stages. Some MB: whoever has the same stages shares one."""
        if not isinstance(pre_tokenizer, BertPreTokenizer):
            return None
        return _bert_words(normalizer) if isinstance(normalizer, BertNormalizer | None) else None

    def cut(self, texts: Sequence[str]) -> Words:
        """The words of texts without surrogates.

        >>> words = CharacterWords.of(BertNormalizer(), BertPreTokenizer()).cut(["É-b", "", " c"])
        >>> words.begins.tolist(), words.ends.tolist(), words.firsts.tolist()
        ([0, 1, 2, 6], [1, 2, 3, 7], [0, 4, 5, 8])
        """
        every = _BETWEEN.join([*texts, ""])
        firsts = bounds_of(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
        codes, came = self.table.respelled(np.frombuffer(every.encode("utf-32-le"), np.uint32))
        kinds = self.kinds.of(codes)
        apart = (kinds == WHITE) | (kinds == ALONE)
        opens = np.ones(len(codes) + 1, np.bool_)
        opens[1:-1] = apart[1:] | apart[:-1]
        places = np.flatnonzero(opens)
        begins, ends = places[:-1], places[1:]
        words = np.flatnonzero(kinds[begins] != WHITE)
        moved = came[_in_a_run(np.flatnonzero(kinds == MARK), came)]
        odd = np.unique(np.searchsorted(firsts, moved, "right") - 1)
        return Words(codes, came, begins[words], ends[words], firsts, odd)


def _in_a_run(marks: Ints, came: Ints) -> Ints:
    """Those marks beside which another stands, or anything that is dropped."""
    alone = np.diff(marks, prepend=-2, append=-2) != 1
    before = came[np.maximum(marks - 1, 0)]
    before[marks == 0] = -1
    own = came[marks]
    stays: Flags = alone[1:] & alone[:-1] & (own - before <= 1) & (came[marks + 1] - own == 1)
    return marks[~stays]


@lru_cache(maxsize=8)
def _bert_words(normalizer: BertNormalizer | None) -> CharacterWords:
    reorders = False
    if normalizer is None:
        counts, codes = np.ones(CODES, np.int8), np.arange(CODES, dtype=np.uint32)
        table = CharacterTable(lambda text: (text, range(len(text))), counts, codes)
    else:
        table, reorders = bert_spelling(normalizer), strips_accents(normalizer)
    kinds = np.zeros(CODES, np.uint8)
    kinds[[*map(ord, characters("punctuation"))]] = ALONE
    kinds[[*map(ord, characters("whitespace"))]] = WHITE
    if reorders:
        kinds[[*map(ord, "".join(tables()["marks"]))]] = MARK
    return CharacterWords(table, CodeTable(lambda chars: [INSIDE] * len(chars), kinds))
