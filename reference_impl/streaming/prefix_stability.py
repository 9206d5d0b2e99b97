"""Whether the text of some ids can change by ids that come behind them."""

from collections.abc import Iterator

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.sentencepiece import SentencepieceDecoder
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.streaming.flows.of_decoder import parts_of, waits_for_the_end
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer


def unstable(tokenizer: Tokenizer, options: DecodeOptions = DECODE) -> tuple[str, ...]:
    """What of a tokenizer lets later ids change earlier text, U+FFFD at its end apart; or makes the
    text of a few ids another than it is within all. Empty: it is prefix-stable.

    >>> from tokparity.reference_impl.decoders.fuse import Fuse
    >>> from tokparity.reference_impl.decoders.sequence import DecoderSequence
    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> model = WordLevel({"a": 0}, "a")
    >>> unstable(Tokenizer(model, decoder=DecoderSequence((ByteFallback(), Fuse()))))
    ('ByteFallback: one bad byte changes the characters before it',)
    >>> unstable(Tokenizer(model, decoder=Fuse()))
    ()
    """
    return tuple(_reasons(tokenizer, options))


def is_prefix_stable(tokenizer: Tokenizer, options: DecodeOptions = DECODE) -> bool:
    """Whether nothing is `unstable`: then a difference of two texts is what the last id added."""
    return not unstable(tokenizer, options)


def _reasons(tokenizer: Tokenizer, options: DecodeOptions) -> Iterator[str]:
    match tokenizer.detokenizer:
        case None if tokenizer.decodes == "bytes":
            return
        case None:
            yield from _of_decoder(tokenizer)
        case LlamaDetokenizer(clean_spaces=True):
            yield "llama.cpp clean_spaces: punctuation takes the space before it away"
        case LlamaDetokenizer():
            if options.remove_special:
                yield "remove_special: a last eos is taken away"
        case SentencepieceDecoder(denormalizer=denormalizer):
            if denormalizer is not None:
                yield "denormalizer: it rewrites the whole text"
        case Tekken():
            return
        case other:
            yield f"{type_name(other)}: it is not known how it decodes"


def _of_decoder(tokenizer: Tokenizer) -> Iterator[str]:
    if tokenizer.decoder is None:
        return
    for part in parts_of(tokenizer.decoder):
        match part:
            case ByteFallback():
                yield "ByteFallback: one bad byte changes the characters before it"
            case BPEDecoder():
                yield "BPEDecoder: the last piece has no space behind it"
            case CTC():
                yield "CTC: a piece counts only where it differs from the one before"
    if waits_for_the_end(tokenizer.decoder):
        yield "a decoder works on the whole text"
