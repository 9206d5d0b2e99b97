r"""Boundaries of text segments, `\y` and `\Y`: grapheme clusters, or words under `(?y{w})`.

The tables are Oniguruma's own, of Unicode 16.0. Its rules are those of that version, but for
conjuncts of Indic scripts, which it does not know.

Source: Oniguruma 6.9.10 unicode.c, onigenc_egcb_is_break_position, onigenc_wb_is_break_position.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import regex

from tokparity.reference_impl.regexes.oniguruma_machine import FAILED, Run
from tokparity.reference_impl.unicode import oniguruma

_PICTURE = "extendedpictographic"
_LETTERS = frozenset({"letter", "hebrew"})
_BREAKS = frozenset({"return", "line_feed", "line_break"})
_TAILS = frozenset({"tail", "zwj"})
_BETWEEN_LETTERS = frozenset({"between_letters", "between_both", "single_quote"})
_BETWEEN_NUMBERS = frozenset({"between_numbers", "between_both", "single_quote"})
_JOINED = frozenset({"letter", "hebrew", "number", "katakana"})


@dataclass(slots=True)
class SegmentBoundary:
    r"""`\y`, or `\Y` where no boundary is wanted."""

    words: bool
    wanted: bool

    def step(self, run: Run, pc: int) -> int:
        at = run.at
        is_boundary = at in (0, len(run.text)) or (
            _between_words(run.text, at) if self.words else _between_clusters(run.text, at)
        )
        return pc + 1 if is_boundary is self.wanted else FAILED


@cache
def _classes() -> tuple[regex.Pattern[str], regex.Pattern[str], regex.Pattern[str]]:
    """Of clusters and of words, a group for each; and pictures."""
    table = files("tokparity.reference_impl.unicode").joinpath("oniguruma_segments.json")
    named = json.loads(table.read_text("ascii"))
    pictures = f"[{oniguruma.classes()[_PICTURE]}]"
    return (_pattern(named["clusters"]), _pattern(named["words"]),
            regex.compile(pictures, regex.V1))  # fmt: skip


def _pattern(table: dict[str, dict[str, str]]) -> regex.Pattern[str]:
    parts = ("near", "add", "drop")
    return regex.compile(
        "|".join(
            f"(?P<{name}>[{oniguruma.expression(*(entry.get(part, '') for part in parts))}])"
            for name, entry in table.items()
        ),
        regex.V1,
    )


@lru_cache(maxsize=4096)
def _cluster_class(char: str) -> str:
    found = _classes()[0].match(char)
    return "" if found is None else found.lastgroup or ""


@lru_cache(maxsize=4096)
def _word_class(char: str) -> str:
    found = _classes()[1].match(char)
    return "" if found is None else found.lastgroup or ""


def _is_picture(char: str) -> bool:
    return _classes()[2].match(char) is not None


def _between_clusters(text: str, at: int) -> bool:
    before, behind = _cluster_class(text[at - 1]), _cluster_class(text[at])
    controls = ("return", "line_feed", "control")
    if not before and not behind:
        return True
    if (before, behind) == ("return", "line_feed"):
        return False
    if before in controls or behind in controls:
        return True
    if before in ("l", "lv", "v", "lvt", "t") and behind in ("l", "lv", "v", "lvt", "t"):
        return not (
            (before == "l" and behind != "t")
            or (before in ("lv", "v") and behind in ("v", "t"))
            or (before in ("lvt", "t") and behind == "t")
        )
    if behind in ("extend", "zwj", "spacing") or before == "prepend":
        return False
    if before == "zwj":
        return not (_is_picture(text[at]) and _picture_before(text, at - 1))
    if before == behind == "region":
        return _odd_regions(text, at - 1, _cluster_class, "region")
    return True


def _picture_before(text: str, at: int) -> bool:
    """Whether a picture stands before the place, with nothing but extenders between."""
    while at > 0:
        at -= 1
        if _is_picture(text[at]):
            return True
        if _cluster_class(text[at]) != "extend":
            return False
    return False


def _odd_regions(text: str, at: int, class_of: Callable[[str], str], region: str) -> bool:
    """Whether an odd number of regional indicators stands before the place."""
    count = 0
    while at > count and class_of(text[at - count - 1]) == region:
        count += 1
    return count % 2 == 1


def _between_words(text: str, at: int) -> bool:
    before, behind = _word_class(text[at - 1]), _word_class(text[at])
    if not before and not behind:
        return True
    if (before, behind) == ("return", "line_feed"):
        return False
    if before in _BREAKS or behind in _BREAKS:
        return True
    if before == "zwj" and _is_picture(text[at]):
        return False
    if before == behind == "space" or behind in _TAILS:
        return False
    start = _main_before(text, at)
    before = _word_class(text[start])
    return not _joins(text, at, start, before, behind)


def _main_before(text: str, at: int) -> int:
    """The last character before the place that is no tail, or the first of all."""
    at -= 1
    while at > 0 and _word_class(text[at]) in _TAILS:
        at -= 1
    return at


def _joins(text: str, at: int, start: int, before: str, behind: str) -> bool:
    """Rules WB5 to WB16; `start`: of the character before the place."""
    further = _word_class(text[_main_before(text, start)]) if start > 0 else ""
    following = next((c for c in map(_word_class, text[at + 1 :]) if c not in _TAILS), "")
    if before in _LETTERS and behind in _LETTERS:
        return True
    if before in _LETTERS and behind in _BETWEEN_LETTERS and following in _LETTERS:
        return True
    if before in _BETWEEN_LETTERS and behind in _LETTERS and further in _LETTERS:
        return True
    if before == "hebrew" and (
        behind == "single_quote" or (behind == "double_quote" and following == "hebrew")
    ):
        return True
    if before == "double_quote" and behind == further == "hebrew":
        return True
    if behind == "number" and (before == "number" or before in _LETTERS):
        return True
    if behind == further == "number" and before in _BETWEEN_NUMBERS:
        return True
    if before == "number" and (
        behind in _LETTERS or (behind in _BETWEEN_NUMBERS and following == "number")
    ):
        return True
    if before == behind == "katakana":
        return True
    if behind == "joining" and (before in _JOINED or before == "joining"):
        return True
    if before == "joining" and behind in _JOINED:
        return True
    return before == behind == "region" and not _odd_regions(text, start, _word_class, "region")
