"""Asks the installed `tokenizers` about the character classes its Rust code uses.

Part of `make_tables`. `char::is_whitespace` through WhitespaceSplit, `char::is_numeric`
through Digits, `\\w` of the Rust regex crate (added_vocabulary.rs) through Whitespace,
whose pattern is `\\w+|[^\\w\\s]+`; what Punctuation, BertNormalizer, StripAccents and
Lowercase take characters for, through themselves.
"""

from tokenizers import normalizers, pre_tokenizers

from tokparity.reference_impl.unicode.ranges import Ranges, difference, members, to_ranges
from tools.unicode_tables.ask_oniguruma import ALL, SCALARS


def whitespace() -> Ranges:
    """The members of `char::is_whitespace`."""
    words = pre_tokenizers.WhitespaceSplit().pre_tokenize_str(ALL)
    return difference(SCALARS, tuple((ord(piece[0]), ord(piece[-1])) for piece, _ in words))


def numeric() -> Ranges:
    """The members of `char::is_numeric`: each piece is a run of them or a run of others."""
    digits = pre_tokenizers.Digits(individual_digits=False)
    runs = [piece for piece, _ in digits.pre_tokenize_str(ALL)]
    return tuple(
        (ord(run[0]), ord(run[-1])) for run in runs if len(digits.pre_tokenize_str("a" + run)) == 2
    )


def word() -> Ranges:
    r"""The members of `\w`: a run of them is not cut from a letter before it."""
    split = pre_tokenizers.Whitespace()
    runs = [piece for piece, _ in split.pre_tokenize_str(ALL)]
    words = [(ord(r[0]), ord(r[-1])) for r in runs if len(split.pre_tokenize_str("a" + r)) == 1]
    return tuple(words)


def punctuation() -> Ranges:
    """What Punctuation and BertPreTokenizer cut at: ASCII punctuation, and P of unicode_categories.

    Asked between letters: alone, a run of others looks the same.
    """
    split = pre_tokenizers.Punctuation("removed")
    letters = split.pre_tokenize_str("".join(f"a{char}" for char in ALL))
    cut = {at - 1 for _, (at, _) in letters if at}
    return to_ranges(ord(char) for at, char in enumerate(ALL) if 2 * at + 1 in cut)


def removed(normalizer: normalizers.Normalizer, characters: str = ALL) -> Ranges:
    """The characters that a normalizer takes away."""
    remaining = set(normalizer.normalize_str(characters))
    return to_ranges(ord(char) for char in characters if char not in remaining)


def bert_control() -> Ranges:
    """NUL, U+FFFD and `is_control` of normalizers/bert.rs. "\\t\\n\\r" become spaces."""
    spaces = map(chr, members(whitespace()))
    off = {"handle_chinese_chars": False, "strip_accents": False, "lowercase": False}
    clean = normalizers.BertNormalizer(clean_text=True, **off)
    stay = {char for char in spaces if clean.normalize_str(char)}
    return removed(clean, "".join(char for char in ALL if char not in stay))


def nonspacing_mark() -> Ranges:
    """What BertNormalizer takes for an accent, of the characters that NFD leaves as they are."""
    off = {"clean_text": False, "handle_chinese_chars": False, "lowercase": False}
    characters = "".join(sorted(set(normalizers.NFD().normalize_str(ALL))))
    return removed(normalizers.BertNormalizer(strip_accents=True, **off), characters)


def combining_mark() -> Ranges:
    """What StripAccents takes away."""
    return removed(normalizers.StripAccents())


def lower_case() -> dict[str, str]:
    """Each character that Lowercase changes, with what it becomes."""
    characters = [char for char in ALL if char != "\n"]
    lowered = normalizers.Lowercase().normalize_str("\n".join(characters)).split("\n")
    return {char: low for char, low in zip(characters, lowered, strict=True) if low != char}


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
    characters: list[list[str]] = []
    for run in runs:
        borders = cuts("".join(script[0][0] + run[0] for script in characters))
        same = [n for n in range(len(characters)) if 2 * n + 1 not in borders]
        if same:
            characters[same[0]].append(run)
        else:
            characters.append([run])
    return [to_ranges(sorted(map(ord, "".join(runs)))) for runs in characters]
