"""`frame_of`: the ids that a tokenizer puts around any text, where that is all it does to tokens.

Not here: what else may be done to them, which is done text by text (`Tokenizer.finish`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.template import SequencePiece, TemplateProcessing
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.text.growth import FEW_TOKENS

if TYPE_CHECKING:
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Frame = tuple[tuple[int, ...], tuple[int, ...]]
"""The ids before a text's, and behind them; their range is (0, 0)."""


class Framing(NamedTuple):
    """All that is done to a text's tokens. `trims`: how their ranges are made shorter first."""

    before: tuple[int, ...]
    behind: tuple[int, ...]
    trims: ByteLevelPostProcessor | None = None


def framing_of(tokenizer: "Tokenizer", add_special: bool) -> Framing | None:
    """None where tokens are cut off or padded, or get other ranges in any other way."""
    if tokenizer.truncation is not None or tokenizer.padding is not None:
        return None
    working = list(_working(tokenizer.post_processor))
    first = working[0] if working else None
    trims = first if isinstance(first, ByteLevelPostProcessor) else None
    frame = _frame(working if trims is None else working[1:], add_special)
    if frame is None or sum(map(len, frame)) >= FEW_TOKENS:
        return None
    return Framing(*frame, trims)


def frame_of(tokenizer: "Tokenizer", add_special: bool) -> Frame | None:
    """None where tokens are cut off, padded, or get other ranges.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
    >>> frame_of(Tokenizer(WordLevel({"?": 0}, "?")), True)
    ((), ())
    """
    framing = framing_of(tokenizer, add_special)
    return None if framing is None or framing.trims else framing[:2]


def _working(processor: PostProcessor | None) -> Iterator[PostProcessor]:
    """Those that do anything to tokens or their ranges."""
    match processor:
        case None | ByteLevelPostProcessor(trim_offsets=False):
            pass
        case PostProcessorSequence(processors):
            for each in processors:
                yield from _working(each)
        case _:
            yield processor


def _frame(processors: list[PostProcessor], add_special: bool) -> Frame | None:
    match processors:
        case []:
            return (), ()
        case [TemplateProcessing(single, _, special_tokens)]:
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
