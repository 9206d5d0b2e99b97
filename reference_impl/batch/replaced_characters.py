"""`ReplacedCharacters`: what sentencepiece's rules make of single characters, of many at once.

Each is judged when it comes for the first time. Proof that a text may be taken character by
character: where none follows another that a rule, or a symbol, has behind its first one
(`rule_characters`), each is replaced by itself. A symbol of one character is found before any rule
that begins with it. What else may be in a text, is told: it is left to the definition.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.code_table import Codes, CodeTable
from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.rule_characters import RuleCharacters, rule_characters
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.batch.word_bytes import Flags
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap

_REPLACED, _ODD, _LEADS, _FOLLOWS = 1, 2, 4, 8
"""What a character is: replaced by others; to be left to the definition; the first of a rule; one
that a rule has behind its first."""
_CODES = 0x110000


@dataclass(frozen=True)
class ReplacedCharacters:
    """`kinds` tells what each character is; of one that is replaced, `counts` and `firsts` say by
    which of the `parts`. `heads`: what a rule
    begins with; `tails`: what comes behind the first character of a rule or a symbol."""

    kinds: CodeTable
    counts: NDArray[np.int16]
    firsts: NDArray[np.int32]
    parts: Growing
    heads: frozenset[str]
    tails: frozenset[str]

    @classmethod
    def of(
        cls, charsmap: SentencepieceCharsmap | None, symbols: Symbols
    ) -> "ReplacedCharacters | None":
        """None where a rule ends inside a character."""
        rules = RuleCharacters() if charsmap is None else rule_characters(charsmap)
        if rules is None:
            return None
        longer = [symbol for symbol in symbols.symbols if len(symbol) > 1]
        judge = _Judge(
            charsmap,
            frozenset(rules.heads - symbols.symbols),
            frozenset(symbol[0] for symbol in longer),
            rules.tails | {symbol[1] for symbol in longer},
        )
        table = CodeTable.of_some(judge.heads | judge.starts | judge.tails | {"\0"}, judge.kinds)
        return cls(table, judge.counts, judge.firsts, judge.parts, judge.heads, judge.tails)

    def odd(self, codes: Codes, firsts: Ints) -> Flags:
        """Which words are left to the definition; each has a character, at `firsts`, which is not
        looked at where it is NUL."""
        kinds = self.kinds.of(codes)
        kinds[firsts[codes[firsts] == 0]] = 0
        odd = (kinds & _ODD) > 0
        odd[1:] |= (kinds[:-1] & _LEADS > 0) & (kinds[1:] & _FOLLOWS > 0)
        found: Flags = np.logical_or.reduceat(odd, firsts)
        return found

    def replaced(self, codes: Codes, sizes: Ints, firsts: Ints) -> tuple[Ints, Ints, Ints]:
        """The characters as the charsmap has them; from which of its word each is; and where words
        begin and end."""
        came = np.arange(len(codes)) - np.repeat(firsts, sizes)
        text, bounds = codes.astype(np.int64), bounds_of(sizes)
        replaced = np.flatnonzero(self.kinds.of(codes) & _REPLACED)
        if not len(replaced):
            return text, came, bounds
        at = self.firsts[codes[replaced]]
        text[replaced] = self.parts.values[at]
        counts = self.counts[codes[replaced]].astype(np.int64)
        if (counts == 1).all():
            return text, came, bounds
        times = np.ones(len(codes), np.int64)
        times[replaced] = counts
        upto = bounds_of(times)
        text, came = np.repeat(text, times), np.repeat(came, times)
        within = np.arange(counts.sum()) - np.repeat(bounds_of(counts)[:-1], counts)
        text[np.repeat(upto[replaced], counts) + within] = self.parts.values[
            np.repeat(at, counts) + within
        ]
        return text, came, upto[bounds]


@dataclass(frozen=True)
class _Judge:
    """`heads` begin rules, `starts` symbols of several characters."""

    charsmap: SentencepieceCharsmap | None
    heads: frozenset[str]
    starts: frozenset[str]
    tails: frozenset[str]
    counts: NDArray[np.int16] = field(default_factory=lambda: np.ones(_CODES, np.int16))
    firsts: NDArray[np.int32] = field(default_factory=lambda: np.zeros(_CODES, np.int32))
    parts: Growing = field(default_factory=lambda: Growing(np.int64))

    def kinds(self, chars: str) -> list[int]:
        starts, tails = self.starts, self.tails
        return [
            (char in starts) * _LEADS | (char in tails) * _FOLLOWS | self._kind(char)
            for char in chars
        ]

    def _kind(self, char: str) -> int:
        if char == "\0":
            return _ODD
        if self.charsmap is None or char not in self.heads:
            return 0
        if (rule := self.charsmap.longest(char, 0)) is None:
            return _LEADS
        _, new = rule
        if not new or (" " in new and new != " "):
            return _ODD
        self.counts[ord(char)], self.firsts[ord(char)] = len(new), self.parts.used
        self.parts.extend(np.array(list(map(ord, new)), np.int64))
        return _LEADS | _REPLACED
