"""Python's own Unicode, of any of its versions: what a library written in Python sees.

Such a library has the tables of the Python that it runs in: Unicode 14.0 in 3.11, 15.0 in 3.12,
15.1 in 3.13. Here they are data, chosen by version, so that the reference answers as a library
in one Python while it runs in another. Not `unicodedata` and `str.lower`, for that reason.
"""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import transform
from tokparity.reference_impl.unicode.hangul import FINALS, SYLLABLES, VOWELS
from tokparity.reference_impl.unicode.normalization import decompose, recompose
from tokparity.reference_impl.unicode.ranges import Ranges, members, unpack

_SIGMA, _FINAL_SIGMA = "Σ", "ς"


@cache
def _tables() -> Mapping[str, Any]:
    return json.loads(files(__package__).joinpath("cpython.json").read_text("ascii"))  # type: ignore[no-any-return]  # the file is ours


def versions() -> tuple[str, ...]:
    """The Unicode versions there are tables of, as `unicodedata.unidata_version` calls them.

    >>> versions()
    ('14.0.0', '15.0.0', '15.1.0')
    """
    return tuple(_tables()["unassigned"])


def _class(name: str) -> Ranges:
    return unpack(_tables()["classes"][name])


def _pairs(name: str) -> dict[str, str]:
    words = _tables()[name].split("\n")
    return dict(zip(words[::2], words[1::2], strict=True))


def _among(ranges: Ranges) -> Callable[[str], bool]:
    """Whether a character is in one of the ranges."""
    starts, ends = [first for first, _ in ranges], [last for _, last in ranges]

    def among(char: str) -> bool:
        at = bisect_right(starts, ord(char)) - 1
        return at >= 0 and ord(char) <= ends[at]

    return among


@dataclass(frozen=True, slots=True)
class PythonUnicode:
    """The questions that a tokenizer written in Python asks of its Unicode tables.

    Source of all answers: CPython, Modules/unicodedata.c and Objects/unicodeobject.c, asked
    character by character (`ask_cpython`).
    """

    is_control: Callable[[str], bool]
    """General category C*: control, format, private use, surrogate, and unassigned."""
    is_punctuation: Callable[[str], bool]
    """General category P*."""
    is_cased: Callable[[str], bool]
    is_case_ignorable: Callable[[str], bool]
    space_separators: frozenset[str]
    white_space: frozenset[str]
    """What `str.split` cuts at and `str.strip` takes off."""
    nonspacing_marks: frozenset[str]
    lower_case: Mapping[str, str]
    canonical: Mapping[str, str]
    composition: Mapping[str, str]
    ranks: Mapping[str, int]
    decomposing: frozenset[str]
    composing: frozenset[str]

    def lower(self, word: str) -> list[str]:
        """What each character becomes under `str.lower` of the whole word.

        A sigma behind a cased character is final where no cased one follows, case-ignorable
        characters not counted (`handle_capital_sigma`).

        >>> "".join(python_unicode("14.0.0").lower("ΑΣ ΑΣ̈Α"))
        'ας ασ̈α'
        """
        lower_case = self.lower_case
        parts = [lower_case.get(char, char) for char in word]
        if _SIGMA in word:
            for at, char in enumerate(word):
                if char == _SIGMA and self._is_final(word, at):
                    parts[at] = _FINAL_SIGMA
        return parts

    def nfc(self, text: Aligned) -> Aligned:
        """`unicodedata.normalize("NFC", …)`; the same object where nothing can change."""
        if text.text.isascii() or self.composing.isdisjoint(text.text):
            return text
        decomposed = decompose(text.text, self.canonical, self.ranks)
        return transform(text, recompose(decomposed, self.ranks, self.composition))

    def nfd(self, text: Aligned) -> Aligned:
        """`unicodedata.normalize("NFD", …)`; the same object where nothing can change."""
        if text.text.isascii() or self.decomposing.isdisjoint(text.text):
            return text
        return transform(text, decompose(text.text, self.canonical, self.ranks))

    def _is_final(self, word: str, at: int) -> bool:
        before = (word[index] for index in range(at - 1, -1, -1))
        behind = (word[index] for index in range(at + 1, len(word)))
        return self._meets_cased(before) and not self._meets_cased(behind)

    def _meets_cased(self, chars: Iterator[str]) -> bool:
        first = next((char for char in chars if not self.is_case_ignorable(char)), None)
        return first is not None and self.is_cased(first)


@cache
def python_unicode(version: str) -> PythonUnicode:
    """The tables of one Unicode version. KeyError where there are none (see `versions`).

    A newer version only adds characters to an older one, so there is one set of tables and
    each version's list of what it lacks (category Cn), which is control too; those have to be
    taken out before anything else is asked about them.
    """
    lacking = _among(unpack(_tables()["unassigned"][version]))
    control = _among(_class("control"))
    canonical, composition = _pairs("canonical"), _pairs("composition")
    groups = enumerate(_tables()["marks"], start=1)
    ranks = {char: rank for rank, group in groups for char in group}
    tails = {pair[1] for pair in composition} | set(VOWELS + FINALS)
    return PythonUnicode(
        is_control=lambda char: control(char) or lacking(char),
        is_punctuation=_among(_class("punctuation")),
        is_cased=_among(_class("cased")),
        is_case_ignorable=_among(_class("case_ignorable")),
        space_separators=frozenset(map(chr, members(_class("space_separator")))),
        white_space=frozenset(map(chr, members(_class("white_space")))),
        nonspacing_marks=frozenset(map(chr, members(_class("nonspacing_mark")))),
        lower_case=_pairs("lower"),
        canonical=canonical,
        composition=composition,
        ranks=ranks,
        decomposing=frozenset({*canonical, *ranks, *SYLLABLES}),
        composing=frozenset({*canonical, *ranks, *tails}),
    )
