"""Asks the installed `tokenizers` which characters Oniguruma takes for one when case is ignored.

Part of `make_tables`. The `regex` package suggests which characters have a case at all;
`make_tables` checks that no other character answers.
"""

import regex
from regex import _regex
from tokenizers import NormalizedString, Regex

from tools.unicode_tables.ask_oniguruma import ALL

FULL = regex.FULLCASE | regex.IGNORECASE | regex.UNICODE


def cased() -> list[str]:
    """The characters that the `regex` package folds with any other, or to several."""
    expanding = set(_regex.get_expand_on_folding())
    return [c for c in ALL if c in expanding or len(_regex.get_all_cases(FULL, ord(c))) > 1]


def matched(pattern: str, lines: NormalizedString) -> list[str]:
    """The lines that the pattern matches whole."""
    pieces = lines.split(Regex(f"^(?:{pattern})$"), "isolated")
    return [piece.normalized for piece in pieces if "\n" not in piece.normalized]


def folds() -> tuple[list[str], dict[str, str]]:
    """Classes of equal single characters; and sequence -> the characters it equals.

    A sequence is given by the smallest member of each character's class.
    """
    seeds = cased()
    suggested = (s for c in seeds for s in (_regex.fold_case(FULL, c), c.lower(), c.casefold()))
    sequences = sorted({s for s in suggested if len(s) > 1})
    # two line feeds, so that each case and each gap is a piece of its own
    lines = NormalizedString("\n\n".join(["", *seeds, *sequences, ""]))
    classes: set[str] = set()
    equals: dict[str, str] = {}
    for char in seeds:
        answer = matched(f"(?i:\\x{{{ord(char):x}}})", lines)
        classes.add("".join(sorted(text for text in answer if len(text) == 1)))
        for sequence in (text for text in answer if len(text) > 1):
            equals[sequence] = equals.get(sequence, "") + char
    smallest = {char: members[0] for members in classes for char in members}
    named = {"".join(smallest.get(c, c) for c in s): e for s, e in sorted(equals.items())}
    return sorted(members for members in classes if len(members) > 1), named


def uncased_answer(seeds: str) -> str:
    """Characters outside the seeds that match a seed when case is ignored: none is expected."""
    inside = "".join(f"\\x{{{ord(char):x}}}" for char in seeds)
    pattern, seed_set = Regex(f"(?i:[^{inside}])+"), set(seeds)
    rest = NormalizedString("".join(char for char in ALL if char not in seed_set))
    return "".join(piece.normalized for piece in rest.split(pattern, "removed"))
