"""Asks the installed `tokenizers` about the character classes its Rust code uses.

Part of `make_tables`. `char::is_whitespace` through WhitespaceSplit, `char::is_numeric`
through Digits, `\\w` of the Rust regex crate (added_vocabulary.rs) through Whitespace,
whose pattern is `\\w+|[^\\w\\s]+`.
"""

from tokenizers import pre_tokenizers

from reference_impl.unicode.ask_oniguruma import ALL, SCALARS
from reference_impl.unicode.ranges import Ranges, difference


def whitespace() -> Ranges:
    """The members of `char::is_whitespace`."""
    kept = pre_tokenizers.WhitespaceSplit().pre_tokenize_str(ALL)
    return difference(SCALARS, tuple((ord(piece[0]), ord(piece[-1])) for piece, _ in kept))


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
