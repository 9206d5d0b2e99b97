"""How a tokenizer writes the space between words: as "▁" (sentencepiece) or "Ġ" (byte-level).

The vocabulary shows it in its pieces, the pipeline in what it gives to the model. Where the two
contradict each other no piece with a space in it will ever be found: a file whose metadata were
taken from another model. Not here: decoding.
"""

from collections.abc import Iterable
from typing import Literal

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import SPACE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MARK = "\u2581"
Style = Literal["\u2581", "\u0120", "none"]
_RARE = 0.01
"""Pieces of the other style that a vocabulary may hold all the same, as a part of all pieces."""


def style_of_pieces(pieces: Iterable[str]) -> Style:
    """The character that pieces of a vocabulary begin with where a word begins.

    "none" where both or neither is common, as in a WordPiece vocabulary.

    >>> style_of_pieces(["a", "\u0120a", "\u0120the", "\u2581"])
    'Ġ'
    """
    count = {MARK: 0, SPACE: 0}
    total = 0
    for piece in pieces:
        total += 1
        if len(piece) > 1 and piece[0] in count and piece[1] not in count:
            count[piece[0]] += 1
    marks, spaces = count[MARK], count[SPACE]
    if spaces > total * _RARE and spaces > 10 * marks:
        return "\u0120"
    if marks > total * _RARE and marks > 10 * spaces:
        return "\u2581"
    return "none"


def seen_by_model(tokenizer: Tokenizer, text: str) -> str:
    """All that the model is given of a text, its words joined."""
    stretch = Aligned.of(text)
    if tokenizer.normalizer is not None:
        stretch = tokenizer.normalizer.normalize(stretch)
    return "".join(word.text for word in tokenizer.pre_tokenize(stretch))


def marks_spaces(tokenizer: Tokenizer) -> bool:
    """Whether a space between words reaches the model as "▁"."""
    return seen_by_model(tokenizer, "a b").endswith(f"a{MARK}b")


def prefixes_space(tokenizer: Tokenizer) -> bool:
    """Whether a text gets a space that it does not have."""
    return seen_by_model(tokenizer, "a").startswith(MARK)


def squeezes_spaces(tokenizer: Tokenizer) -> bool:
    """Whether several spaces become one."""
    return seen_by_model(tokenizer, "a   b") == seen_by_model(tokenizer, "a b")


def style_of_pipeline(tokenizer: Tokenizer) -> Style:
    """The character that a space reaches the model as; "none" for any other, or for none."""
    try:
        seen = seen_by_model(tokenizer, "a b")
    except TokparityError:
        return "none"
    if f"a{MARK}b" in seen:
        return "\u2581"
    return "\u0120" if f"a{SPACE}b" in seen else "none"


def contradiction(tokenizer: Tokenizer) -> str | None:
    """One line of warning where pieces and pipeline disagree; None where they do not."""
    pieces, pipeline = style_of_pieces(tokenizer.pieces().values()), style_of_pipeline(tokenizer)
    if pieces in ("none", pipeline) or isinstance(tokenizer.model, LlamaWPM):
        return None  # llama.cpp's WordPiece puts the mark before each word itself
    space = f"as {pipeline!r}" if pipeline != "none" else "no space at all"
    return (
        f"space style: the vocabulary writes a space as {pieces!r}, but the pipeline gives the "
        f"model {space}: pieces that hold a space cannot be found. Is the metadata another model's?"
    )
