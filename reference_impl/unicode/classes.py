r"""The character classes of the Rust code of `tokenizers`, whatever Python's version.

`char::is_whitespace` and `char::is_numeric` (pre_tokenizers, normalizers) and `\w` of the
Rust regex crate (tokenizer/added_vocabulary.rs; its `\s` is `char::is_whitespace`), and what
BertNormalizer, StripAccents and Punctuation ask an older table about. Not Oniguruma's
classes: those are in `oniguruma`.
"""

import json
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.unicode.ranges import members, unpack


@cache
def characters(name: str) -> frozenset[str]:
    """The members of a class in rust_classes.json, which `make_tables` makes.

    `whitespace`, `numeric`, `word`, `punctuation`, `bert_control`, `nonspacing_mark`,
    `combining_mark`.
    """
    table = json.loads(files(__package__).joinpath("rust_classes.json").read_text("ascii"))
    return frozenset(map(chr, members(unpack(table[name]))))


def is_whitespace(char: str) -> bool:
    r"""Rust's `char::is_whitespace`: White_Space, so U+0085 but not U+001C.

    >>> is_whitespace("\x85"), is_whitespace("\x1c")
    (True, False)
    """
    return char in characters("whitespace")


def is_numeric(char: str) -> bool:
    """Rust's `char::is_numeric`: Nd, Nl and No.

    >>> is_numeric("½"), is_numeric("五")
    (True, False)
    """
    return char in characters("numeric")


def is_word(char: str) -> bool:
    r"""`\w` of the Rust regex crate: Alphabetic, marks, Nd, Pc, join controls.

    >>> is_word("_"), is_word("½")
    (True, False)
    """
    return char in characters("word")
