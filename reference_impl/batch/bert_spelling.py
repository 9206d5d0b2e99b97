"""`bert_spelling`: what `BertNormalizer` makes of each character, in arrays.

Proof that it is what the normalizer makes of it: its steps look at one character at a time, in
tables; what none of them has stays as it is. What is dropped, ideographs and syllables become what
the rule for them says, as no later step has them. The normalizer is asked about all others, at
once. (Marks that stay may change places: that is for whoever spells a text.)
"""

from collections.abc import Iterable, Iterator

import numpy as np

from tokparity.reference_impl.batch.character_table import CODES, UNKNOWN, CharacterTable, Codes
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.normalizers.bert import IDEOGRAPHS, BertNormalizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.hangul import SYLLABLES, hangul_parts
from tokparity.reference_impl.unicode.lower_case import lower_case
from tokparity.reference_impl.unicode.normalization import mapping


def strips_accents(normalizer: BertNormalizer) -> bool:
    """Whether it decomposes, and drops marks.

    >>> strips_accents(BertNormalizer()), strips_accents(BertNormalizer(strip_accents=False))
    (True, False)
    """
    accents = normalizer.strip_accents
    return normalizer.lowercase if accents is None else accents


def bert_spelling(normalizer: BertNormalizer) -> CharacterTable:
    r"""A table of all characters.

    >>> codes = np.frombuffer("É\0中각".encode("utf-32-le"), np.uint32)
    >>> made, came = bert_spelling(BertNormalizer()).respelled(codes)
    >>> ascii(made.tobytes().decode("utf-32-le")), came.tolist()
    ("'e \\u4e2d \\u1100\\u1161\\u11a8'", [0, 2, 2, 2, 3, 3, 3])
    """

    def spelled(text: str) -> tuple[str, tuple[int, ...]]:
        made = normalizer.normalize(Aligned.of(text))
        return made.text, tuple(made.origin)

    table = CharacterTable(spelled, np.ones(CODES, np.int8), np.arange(CODES, dtype=np.uint32))
    if normalizer.handle_chinese_chars:
        for first, last in IDEOGRAPHS:
            apart = np.full((last + 1 - first, 3), ord(" "), np.uint32)
            apart[:, 1] = codes = np.arange(first, last + 1)
            table.know(codes, np.full(len(codes), 3), apart.ravel())
    table.counts[_codes(_changed(normalizer))] = UNKNOWN
    if strips_accents(normalizer):
        parts = [*map(hangul_parts, SYLLABLES)]
        sizes = np.fromiter(map(len, parts), np.int64, len(parts))
        table.know(_codes(SYLLABLES), sizes, _letters("".join(parts)))
    if normalizer.clean_text:
        table.counts[_codes(characters("bert_control"))] = 0
    table.respelled(np.flatnonzero(table.counts == UNKNOWN).astype(np.uint32))
    return table


def _codes(chars: Iterable[str]) -> Ints:
    return np.fromiter(map(ord, chars), np.int64)


def _letters(text: str) -> Codes:
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


def _changed(normalizer: BertNormalizer) -> Iterator[str]:
    """The characters that a step has in a table, but ideographs, and what is dropped first."""
    if normalizer.clean_text:
        yield from characters("whitespace")
    if strips_accents(normalizer):
        yield from characters("nonspacing_mark")
        yield from mapping("canonical")
    if normalizer.lowercase:
        yield from lower_case()
