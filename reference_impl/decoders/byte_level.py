"""`ByteLevel` (decoder): from the byte-level alphabet back to text."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import ON, StageType, byte_level_options, nothing
from tokparity.reference_impl.text.byte_level import unspell


@dataclass(frozen=True, slots=True)
class ByteLevelDecoder:
    """Unspell all pieces into one run of bytes, then decode it, bad bytes as U+FFFD.

    A piece with one character outside the alphabet (an added token like "<｜end｜>")
    stands for its own UTF-8 as a whole. The options are the pre-tokenizer's and are
    not used here. Source: tokenizers 0.23 pre_tokenizers/byte_level.rs `decode_chain`;
    both Rust and Python replace each maximal part of a broken sequence.
    """

    add_prefix_space: bool = True
    trim_offsets: bool = True
    use_regex: bool = True

    def decode(self, pieces: list[str]) -> list[str]:
        data = bytearray()
        for piece in pieces:
            spelled = unspell(piece)
            data += piece.encode() if spelled is None else spelled
        return [data.decode("utf-8", "replace")]


TYPE = StageType(
    "ByteLevel",
    ByteLevelDecoder,
    byte_level_options(ON, ON, inert=("add_prefix_space", "trim_offsets", "use_regex")),
    loses=nothing,
)
