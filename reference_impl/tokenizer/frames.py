"""`Framing`: what a tokenizer does to the tokens of any text, where it is done in arrays.

Not here: what else may be done to them, which is done text by text (`Tokenizer.finish`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tokparity.reference_impl.post_processors.bert import BertProcessing
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.sentencepiece import SentencepieceBosEos
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.template import SequencePiece, TemplateProcessing
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.text.growth import FEW_TOKENS
from tokparity.reference_impl.tokenizer.padding import Padding

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.token_rows import TokenRows
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Frame = tuple[tuple[int, ...], tuple[int, ...]]
"""The ids before a text's, and behind them; their range is (0, 0)."""


class Framing(NamedTuple):
    """All that is done to a text's tokens. `trims`: how their ranges are made shorter first.
    `room`: so many of them stay. Then come the ids before and behind, and what fills up."""

    before: tuple[int, ...]
    behind: tuple[int, ...]
    trims: ByteLevelPostProcessor | None = None
    room: int | None = None
    padding: Padding | None = None

    def applied(self, rows: "TokenRows") -> "TokenRows":
        """The rows with all of that but `trims`."""
        some = rows if self.room is None else rows.cut_off(self.room)
        framed = some.framed(self.before, self.behind)
        pads = self.padding
        return framed if pads is None else framed.padded(pads.length, pads.multiple_of, pads.pad_id)


def framing_of(tokenizer: "Tokenizer", add_special: bool) -> Framing | None:
    """None where it is no such thing: windows that overlap, what is cut off or put before."""
    room, padding = None, tokenizer.padding
    if padding is not None and not _is_plain(padding):
        return None
    if (truncation := tokenizer.truncation) is not None:
        processor = tokenizer.post_processor
        room = truncation.max_length
        room -= processor.added(pair=False) if processor and add_special else 0
        if room <= 0 or truncation.stride or truncation.direction == "Left":
            return None
        if truncation.strategy == "OnlySecond":
            return None
    working = list(_working(tokenizer.post_processor))
    first = working[0] if working else None
    trims = first if isinstance(first, ByteLevelPostProcessor) else None
    frame = _frame(working if trims is None else working[1:], add_special)
    if frame is None or sum(map(len, frame)) >= FEW_TOKENS:
        return None
    return Framing(*frame, trims, room, padding)


def _is_plain(padding: Padding) -> bool:
    """Whether it fills up behind a text, and not by so much that it must be counted."""
    most = max(padding.length or 0, padding.multiple_of)
    return padding.direction == "Right" and most < FEW_TOKENS


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
        case [BertProcessing(sep, cls)]:
            return ((cls[1],), (sep[1],)) if add_special else ((), ())
        case [LlamaBosEos(before, behind)]:
            if not add_special:
                return (), ()
            around = [[] if special is None else [special[1]] for special in (before, behind)]
            first, last = (tuple(number for number in ids if number is not None) for ids in around)
            return (first, last) if [[*first], [*last]] == around else None
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
        case [SentencepieceBosEos(bos, eos, add_bos, add_eos, reverse=False)]:
            wanted = [bos] * add_bos, [eos] * add_eos
            if not add_special:
                return (), ()
            if None in (*wanted[0], *wanted[1]):
                return None
            first, last = (tuple(special[1] for special in some if special) for some in wanted)
            return first, last
    return None
