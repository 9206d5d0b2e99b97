"""Normalization forms as `tokenizers` computes them, with where each character came from.

Both the tables (Unicode 12 or so) and the alignment are those of the crate
unicode-normalization-alignments 0.1.12 (decompose.rs, recompose.rs), applied as
tokenizers 0.23.3 tokenizer/normalizer.rs `transform_range` does. Not `unicodedata`: its
version changes with Python, and it keeps no alignment.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import Change, begins_with_nothing, transform
from tokparity.reference_impl.unicode.hangul import (
    FINALS,
    SYLLABLES,
    VOWELS,
    compose_hangul,
    hangul_parts,
)
from tokparity.reference_impl.unicode.ranges import LAST, in_class, to_ranges


@cache
def tables() -> Mapping[str, Any]:
    """The committed answers of the library; see `make_tables`."""
    return json.loads(files(__package__).joinpath("normalization.json").read_text("ascii"))  # type: ignore[no-any-return]  # the file is ours


def mapping(name: str) -> dict[str, str]:
    """A table of pairs: `canonical`, `compatibility` or `composition`."""
    words = tables()[name].split("\n")
    return dict(zip(words[::2], words[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class NormalForm:
    """One normalization form, ready to run."""

    suspects: re.Pattern[str]
    """Finds the characters that may change, or are beyond U+FFFF: `re` is fast at these alone."""
    stretch: re.Pattern[str]
    """Finds the stretches that may change: whole, and independent of all around them."""
    changes: Callable[[str], tuple[Change, ...]]
    unsafe: tuple[tuple[int, int], ...]
    """First and last code points of the characters that may change, or what is beside them."""

    def normalize(self, text: Aligned) -> Aligned:
        """The normal form; the same object where nothing changes.

        >>> form("canonical", composes=True).normalize(Aligned.of("e\u0301\u0301x")).origin
        (0, 2, 3)

        Raises LostAlignment.
        """
        if type(text.origin) is not range and begins_with_nothing(text):
            return transform(text, self.changes(text.text))
        if text.text.isascii() or not self.suspects.search(text.text):
            return text
        if not self.stretch.search(text.text):
            return text
        chars: list[str] = []
        origin: list[int] = []
        done = 0
        for found in self.stretch.finditer(text.text):
            start, end = found.span()
            chars.append(text.text[done:start])
            origin.extend(text.origin[done:start])
            at = start
            for char, change in self.changes(found[0]):
                chars.append(char)
                origin.append(text.origin[at - 1 if change > 0 else at])
                at += 1 - change
            done = end
        chars.append(text.text[done:])
        origin.extend(text.origin[done:])
        return Aligned("".join(chars), tuple(origin), text.begins)


@cache
def form(name: str, *, composes: bool) -> NormalForm:
    """The form made of the `canonical` or `compatibility` decompositions."""
    parts = mapping("canonical") | (mapping(name) if name != "canonical" else {})
    ranks = {char: n for n, group in enumerate(tables()["marks"], start=1) for char in group}
    pairs = mapping("composition") if composes else {}

    @lru_cache(maxsize=20_000)
    def changes(stretch: str) -> tuple[Change, ...]:
        decomposed = decompose(stretch, parts, ranks)
        return tuple(recompose(decomposed, ranks, pairs) if composes else decomposed)

    if composes:
        tail = {pair[1] for pair in pairs} | set(ranks) | set(VOWELS + FINALS)
        moving = {c for c in parts if parts[c][0] in tail or changes(c) != ((c, 0),)}
        unsafe = to_ranges(sorted(map(ord, tail | moving)))
    else:
        unsafe = to_ranges(sorted(map(ord, {*ranks, *parts, *SYLLABLES})))
    suspects = (*(pair for pair in unsafe if pair[1] < 0x10000), (0x10000, LAST))
    before = "(?s:.?)" if composes else ""
    return NormalForm(
        re.compile(f"[{in_class(suspects)}]"),
        re.compile(f"{before}[{in_class(unsafe)}]+"),
        changes,
        tuple(unsafe),
    )


def decompose(text: str, parts: Mapping[str, str], ranks: Mapping[str, int]) -> list[Change]:
    """Every character as its parts, runs of marks in the order of their classes."""
    ready: list[Change] = []
    marks: list[tuple[int, Change]] = []
    for char in text:
        for nth, part in enumerate(parts.get(char) or hangul_parts(char)):
            rank = ranks.get(part, 0)
            if not rank and marks:
                ready.extend(change for _, change in sorted(marks, key=_rank))
                marks.clear()
            if rank:
                marks.append((rank, (part, min(nth, 1))))
            else:
                ready.append((part, min(nth, 1)))
    ready.extend(change for _, change in sorted(marks, key=_rank))
    return ready


def _rank(mark: tuple[int, Change]) -> int:
    return mark[0]


def recompose(
    decomposed: list[Change], ranks: Mapping[str, int], pairs: Mapping[str, str]
) -> Iterator[Change]:
    """Starters joined with what follows, unless a mark of the same or a higher class is between."""
    starter: Change | None = None
    waiting: list[Change] = []
    last = 0
    for char, change in decomposed:
        rank = ranks.get(char, 0)
        if starter is None:
            if rank:
                yield char, change
            else:
                starter = char, change
            continue
        if not waiting or last < rank:
            joined = pairs.get(starter[0] + char) or compose_hangul(starter[0], char)
            if joined:
                starter = joined, starter[1] + change - 1
                continue
        if rank:
            waiting.append((char, change))
            last = rank
        else:
            yield starter
            yield from waiting
            waiting.clear()
            starter = char, change
    if starter is not None:
        yield starter
    yield from waiting
