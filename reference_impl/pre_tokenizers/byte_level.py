"""`ByteLevel`: spell each character as the bytes of its UTF-8, one character a byte."""

from dataclasses import dataclass

from reference_impl.byte_level import spell, utf8
from reference_impl.pattern import compile_pattern
from reference_impl.pre_tokenizers.splitting import isolate
from reference_impl.text import Aligned
from reference_impl.transform import begins_with_nothing, transform

GPT2 = compile_pattern(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
)
"""tokenizers 0.23 pre_tokenizers/byte_level.rs RE; openai/gpt-2 src/encoder.py."""


@dataclass(frozen=True, slots=True)
class ByteLevel:
    """Cut by GPT-2's pattern if `use_regex`, then spell the bytes.

    `add_prefix_space` applies to *every* piece it is given, not only the text's
    first: after each added token there is a new one. An added space takes the range
    of the character it stands before. `trim_offsets` is read by the post-processor
    of the same name only. Source: tokenizers 0.23 pre_tokenizers/byte_level.rs.
    """

    add_prefix_space: bool
    trim_offsets: bool = True
    use_regex: bool = True

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return list(map(spelled, self.cut(pieces)))

    def cut(self, pieces: list[Aligned]) -> list[Aligned]:
        """The pieces it makes, as they are before they are spelled."""
        if self.add_prefix_space:
            pieces = [_prefixed(piece) for piece in pieces]
        if self.use_regex:
            pieces = [part for piece in pieces for part in isolate(piece, GPT2.spans(piece.text))]
        return pieces


def _prefixed(piece: Aligned) -> Aligned:
    if piece.text.startswith(" "):
        return piece
    return Aligned(" " + piece.text, (piece.origin[0], *piece.origin))


def spelled(piece: Aligned) -> Aligned:
    """The piece in the byte-level alphabet; every byte has its character's origin.

    >>> spelled(Aligned.of(" é"))
    Aligned(text='ĠÃ©', origin=[0, 1, 1])

    Raises LostAlignment.
    """
    text = piece.text
    if begins_with_nothing(piece):
        changes = [(c, min(n, 1)) for char in text for n, c in enumerate(spell(utf8(char)))]
        return transform(piece, changes)
    if text.isascii():
        return Aligned(spell(utf8(text)), piece.origin, piece.begins)
    origin = [
        at
        for at, char in zip(piece.origin, text, strict=True)
        for _ in range(
            1 if char < "\x80" else 2 if char < "\u0800" else 3 if char < "\U00010000" else 4
        )
    ]
    return Aligned(spell(utf8(text)), origin, piece.begins)
