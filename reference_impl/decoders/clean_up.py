"""Clean-up: take back the spaces that splitting at punctuation brought into English.

Not a decoder of its own: the WordPiece and CTC decoders apply it to each piece by itself, so
that what two pieces make together is not seen.
"""

from functools import lru_cache

_REPLACED = (
    (" .", "."),
    (" ?", "?"),
    (" !", "!"),
    (" ,", ","),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
    (" do not", " don't"),
    (" 's", "'s"),
    (" 've", "'ve"),
    (" 're", "'re"),
)


@lru_cache(maxsize=1 << 16)
def clean_up(text: str) -> str:
    """One replacement after the other, in the library's order (decoders/wordpiece.rs `cleanup`).

    It changes words too: " do not" becomes " don't".

    >>> clean_up("we do not 've .")
    "we don't've."
    """
    for found, replacement in _REPLACED:
        text = text.replace(found, replacement)
    return text
