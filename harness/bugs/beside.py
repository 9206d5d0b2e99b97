"""`cases_beside`: what a smallest case is told apart by, the same text or ids in other company.

A text that is wrong alone and right between letters, or wrong with what stands behind it, says of a
bug what no smallest text can: whether something is dropped, cut off, or only not found there.
"""

from collections.abc import Iterator
from dataclasses import replace

from tokparity.harness.bugs.answers import Ids
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase

LONGEST = 24
"""Characters, or ids, of a smallest case that is put between others."""
_LETTER = "a"


def cases_beside(case: Case, letter: Ids) -> Iterator[EncodeCase | DecodeCase]:
    """Behind a letter, before one, between two; `letter` is what it is encoded to.

    >>> [each.text for each in cases_beside(EncodeCase("1"), ())]
    ['a1', '1a', 'a1a']
    """
    if isinstance(case, EncodeCase) and 0 < len(case.text) <= LONGEST:
        for text in (_LETTER + case.text, case.text + _LETTER, _LETTER + case.text + _LETTER):
            yield replace(case, text=text)
    elif isinstance(case, DecodeCase) and letter and 0 < len(case.ids) <= LONGEST:
        for ids in (letter + case.ids, case.ids + letter, letter + case.ids + letter):
            yield replace(case, ids=ids)
