"""`ByteBuffer`: text as soon as the bytes of the tokens settle it, and not before."""

from collections.abc import Sequence
from typing import Protocol

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.sentencepiece import SentencepieceDecoder
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.streaming.id_flows import (
    ByteIds,
    LlamaIds,
    PieceIds,
    SentencepieceIds,
    TekkenIds,
    WholeIds,
)
from tokparity.reference_impl.streaming.incremental import Beyond, text_of
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer


class IdFlow(Protocol):
    """One text's ids in, its text out, part by part: joined, it is `decode` of all of them."""

    def push(self, token_id: int) -> str: ...

    def flush(self) -> str: ...


class ByteBuffer:
    """Complete characters are given, the incomplete tail is kept, and bytes that are no characters
    become U+FFFD by the rule of the native library: on any ids, pushes and flush joined are
    `incremental.generated_text`. A push costs the same however long the reply is.

    A character comes with the token that completes it, unless what follows may change it: the rule
    of ByteFallback makes U+FFFD of a whole run of byte pieces for one bad byte, so that such a run
    waits for its end.

    >>> from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> stream = ByteBuffer(Tokenizer(TiktokenBPE({"Ã": 0, "©!": 1}), decoder=ByteLevelDecoder()))
    >>> stream.push(0), stream.push(1), stream.flush()
    ('', 'é!', '')
    """

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        self._flow = id_flow(self._tokenizer, self._options)
        settled = "".join(map(self._flow.push, prompt_ids))
        text = text_of(self._tokenizer.decode(prompt_ids, self._options))
        self._beyond = Beyond(text[len(settled) :])

    def push(self, token_id: int) -> str:
        return self._beyond.take(self._flow.push(token_id))

    def flush(self) -> str:
        return self._beyond.take(self._flow.flush())


def id_flow(tokenizer: Tokenizer, options: DecodeOptions) -> IdFlow:
    """The flow of what a tokenizer decodes with.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> flow = id_flow(Tokenizer(WordLevel({"a": 0, "b": 1}, "a")), DECODE)
    >>> flow.push(0), flow.push(1), flow.flush()
    ('a', ' b', '')
    """
    match tokenizer.detokenizer:
        case None if tokenizer.decodes == "bytes":
            return ByteIds(tokenizer, options)
        case None:
            return PieceIds(tokenizer, options)
        case SentencepieceDecoder() as decoder if decoder.denormalizer is None:
            return SentencepieceIds(decoder)
        case LlamaDetokenizer() as decoder if not options.remove_special:
            return LlamaIds(decoder, options)
        case Tekken() as decoder:
            return TekkenIds(decoder, options)
        case decoder:
            return WholeIds(decoder, options)
