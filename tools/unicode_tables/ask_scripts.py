"""Asks the installed `tokenizers` which characters UnicodeScripts takes for one script.

Part of `make_tables`. It cuts between two scripts, never at a character without one.
"""

from tokenizers import pre_tokenizers

from tokparity.reference_impl.unicode.ranges import Ranges, to_ranges
from tools.unicode_tables.ask_oniguruma import ALL


def cuts(text: str) -> set[int]:
    """Where UnicodeScripts cuts a text."""
    return {start for _, (start, _) in pre_tokenizers.UnicodeScripts().pre_tokenize_str(text)}


def without_script() -> set[str]:
    """The characters that are cut from neither a Latin nor a Cyrillic letter before them."""
    latin, cyrillic = (cuts("".join(f"{near}{char}" for char in ALL)) for near in "aя")
    places = range(1, 2 * len(ALL), 2)
    return {
        char for char, at in zip(ALL, places, strict=True) if at not in latin and at not in cyrillic
    }


def scripts() -> list[Ranges]:
    """The members of each script, in the order of its first character."""
    without = without_script()
    scripted = "".join(char for char in ALL if char not in without)
    starts = sorted(cuts(scripted))
    runs = [scripted[a:b] for a, b in zip(starts, [*starts[1:], len(scripted)], strict=True)]
    members: list[list[str]] = []
    for run in runs:
        borders = cuts("".join(script[0][0] + run[0] for script in members))
        same = [n for n in range(len(members)) if 2 * n + 1 not in borders]
        if same:
            members[same[0]].append(run)
        else:
            members.append([run])
    return [to_ranges(sorted(map(ord, "".join(runs)))) for runs in members]
