"""`flows_of`: the flows of a decoder, one behind the other."""

from collections.abc import Iterator, Sequence

from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.decoders.strip import StripDecoder
from tokparity.reference_impl.decoders.wordpiece import WordPieceDecoder
from tokparity.reference_impl.streaming.flows.pieces import (
    ByteRuns,
    EachPiece,
    FirstPiece,
    Flow,
    LastPiece,
    Repeats,
    Whole,
)
from tokparity.reference_impl.streaming.flows.text_parts import (
    FirstPieceMarks,
    LeadingStripped,
    Passed,
    WholeText,
)
from tokparity.reference_impl.streaming.flows.utf8 import ByteLevelPieces


class Chain:
    """Flows one behind the other; none of them lets everything through.

    >>> from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
    >>> decoders = MetaspaceDecoder("▁"), Fuse(), StripDecoder("!", 1, 0)
    >>> chain = Chain(flows_of(DecoderSequence(decoders)))
    >>> chain.push("▁!"), chain.push("▁a!"), chain.flush()
    ('', ' a!', '')
    """

    def __init__(self, flows: Sequence[Flow]) -> None:
        self._flows = flows

    def push(self, piece: str) -> str:
        return self._through([piece], 0)

    def flush(self) -> str:
        """Each flow's rest goes through those behind it before they are flushed themselves."""
        rest = (self._through(flow.flush(), at) for at, flow in enumerate(self._flows, 1))
        return "".join(rest)

    def _through(self, pieces: list[str], start: int) -> str:
        for flow in self._flows[start:]:
            pieces = [part for piece in pieces for part in flow.push(piece)]
        return "".join(pieces)


def flows_of(decoder: Decoder) -> list[Flow]:
    """A flow for each decoder, those in a sequence one by one.

    Behind Fuse and ByteLevel there is one piece, that comes in parts. What is not known here, or
    needs all of that piece, waits for the end. CTC makes no piece at all of one without text, and
    what is behind it may tell the two apart (Strip refuses an empty one).
    """
    flows: list[Flow] = []
    of_text = False
    for part in parts_of(decoder):
        flows.append(_text_flow(part) if of_text else _piece_flow(part))
        of_text = isinstance(part, Fuse | ByteLevelDecoder) or (
            of_text and not isinstance(part, CTC)
        )
    return flows


def waits_for_the_end(decoder: Decoder | None) -> bool:
    """Whether nothing is certain before the end: no streaming, but no mistake either."""
    flows = [] if decoder is None else flows_of(decoder)
    return any(isinstance(flow, Whole | WholeText) for flow in flows)


def parts_of(decoder: Decoder) -> Iterator[Decoder]:
    """The decoders of a sequence, and of those in it."""
    if isinstance(decoder, DecoderSequence):
        for part in decoder.decoders:
            yield from parts_of(part)
    else:
        yield decoder


def _piece_flow(decoder: Decoder) -> Flow:
    match decoder:
        case ReplaceDecoder() | StripDecoder():
            return EachPiece(decoder)
        case MetaspaceDecoder() | WordPieceDecoder():
            return FirstPiece(decoder)
        case BPEDecoder():
            return LastPiece(decoder)
        case CTC():
            return Repeats(decoder)
        case ByteFallback():
            return ByteRuns(decoder)
        case ByteLevelDecoder():
            return ByteLevelPieces()
        case Fuse():
            return Passed()
        case _:
            return Whole(decoder)


def _text_flow(decoder: Decoder) -> Flow:
    match decoder:
        case Fuse():
            return Passed()
        case StripDecoder(content, start, 0):
            return LeadingStripped(content, start)
        case MetaspaceDecoder():
            return FirstPieceMarks(decoder)
        case _:
            return WholeText(decoder)
