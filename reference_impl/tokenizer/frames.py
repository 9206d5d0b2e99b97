"""`frame_of`: the ids that a tokenizer puts around any text, where that is all it does to tokens.

Not here: what else may be done to them, which is done text by text (`Tokenizer.finish`).
"""

from typing import TYPE_CHECKING

from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.template import SequencePiece, TemplateProcessing
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.text.growth import FEW_TOKENS

if TYPE_CHECKING:
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Frame = tuple[tuple[int, ...], tuple[int, ...]]
"""The ids before a text's, and behind them; their range is (0, 0)."""


def frame_of(tokenizer: "Tokenizer", add_special: bool) -> Frame | None:
    """None where tokens are cut off, padded, or get other ranges.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
    >>> frame_of(Tokenizer(WordLevel({"?": 0}, "?")), True)
    ((), ())
    """
    if tokenizer.truncation is not None or tokenizer.padding is not None:
        return None
    frame = _frame(tokenizer.post_processor, add_special)
    return None if frame is None or sum(map(len, frame)) >= FEW_TOKENS else frame


def _frame(processor: PostProcessor | None, add_special: bool) -> Frame | None:
    match processor:
        case None | ByteLevelPostProcessor(trim_offsets=False):
            return (), ()
        case PostProcessorSequence(processors):
            frames = [_frame(each, add_special) for each in processors]
            ids = [frame for frame in frames if frame != ((), ())]
            return ids[0] if len(ids) == 1 else ((), ()) if not ids else None
        case TemplateProcessing(single, _, special_tokens):
            sides: list[list[int]] = [[]]
            for piece in single:
                if isinstance(piece, SequencePiece):
                    sides.append([])
                    if piece.id != "A":
                        return None
                elif add_special:
                    if piece.id not in special_tokens:
                        return None
                    sides[-1] += special_tokens[piece.id].ids
            return (tuple(sides[0]), tuple(sides[1])) if len(sides) == 2 else None
    return None
