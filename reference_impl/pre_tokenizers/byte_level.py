"""`ByteLevel`: spell each character as the bytes of its UTF-8, one character a byte."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.splitting import isolate
from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.stage_types import FLAG, ON, StageType, byte_level_options
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spelled

GPT2 = compile_pattern(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
)
"""tokenizers 0.23 pre_tokenizers/byte_level.rs RE; openai/gpt-2 src/encoder.py."""


@dataclass(frozen=True, slots=True)
class ByteLevelPreTokenizer:
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
    """Nothing is put before nothing: tokenizers 0.23 tokenizer/normalizer.rs, `prepend`."""
    if not piece.text or piece.text.startswith(" "):
        return piece
    return Aligned(" " + piece.text, (piece.origin[0], *piece.origin))


def _loses(stage: ByteLevelPreTokenizer) -> str | None:
    return "adds a space" if stage.add_prefix_space else None


TYPE = StageType(
    "ByteLevel",
    ByteLevelPreTokenizer,
    byte_level_options(FLAG, ON, inert=("trim_offsets",)),
    sweep={"": {}, "prefix whole": {"add_prefix_space": True, "use_regex": False}},
    loses=_loses,
)
