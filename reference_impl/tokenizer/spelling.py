"""Where in a pipeline bytes are spelled in the byte-level alphabet.

Not here: the alphabet (`byte_level`), the stages that spell (of the same name, in their packages).
"""

from collections.abc import Callable

from tokparity.reference_impl.decoders.byte_level import ByteLevel as ByteLevelDecoder
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.decoders.sequence import Sequence as DecoderSequence
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevel
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import Sequence as PreTokenizerSequence
from tokparity.reference_impl.text.aligned import Aligned

Cut = Callable[[list[Aligned]], list[Aligned]]


def cut_and_spell(stage: PreTokenizer | None) -> tuple[Cut, bool]:
    """How a stage cuts, and whether all that is left to do then is to spell the bytes."""
    match stage:
        case None:
            return list, False
        case ByteLevel():
            return stage.cut, True
        case PreTokenizerSequence((*others, ByteLevel() as last)):
            before = PreTokenizerSequence(tuple(others))
            return (lambda pieces: last.cut(before.pre_tokenize(pieces))), True
        case _:
            return stage.pre_tokenize, False


def spells_bytes(stage: PreTokenizer | Decoder | None) -> bool:
    """Whether a stage turns text into the byte-level alphabet, or back.

    >>> spells_bytes(ByteLevelDecoder()), spells_bytes(None)
    (True, False)
    """
    match stage:
        case ByteLevel() | ByteLevelDecoder():
            return True
        case PreTokenizerSequence(parts) | DecoderSequence(parts):
            return any(spells_bytes(part) for part in parts)
    return False
