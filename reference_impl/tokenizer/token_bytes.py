"""`token_bytes`: what each id adds to a text, in bytes: what constrained decoding works with.

Behind a word of the text, not at its start, where some libraries drop a space. A token may be part
of a character.
"""

from collections.abc import Iterator, Mapping

from tokparity.reference_impl.contract import Bytes
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback, byte_of
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

TokenBytes = Mapping[int, bytes | None]


def token_bytes(tokenizer: Tokenizer) -> TokenBytes:
    """id → its bytes; None where an id alone does not tell: it changes what stands before it.

    Special tokens are shown. Of llama.cpp what `llama_token_to_piece` gives, before spaces are
    cleaned up.

    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> model = TiktokenBPE({"a": 0, "Ã": 1, "©!": 2})
    >>> token_bytes(Tokenizer(model, decoder=ByteLevelDecoder()))
    {0: b'a', 1: b'\\xc3', 2: b'\\xa9!'}
    """
    ids = sorted(tokenizer.pieces())
    match tokenizer.detokenizer:
        case LlamaDetokenizer(surfaces):
            return {token_id: surfaces[token_id] for token_id in ids}
    if tokenizer.decodes == "bytes":
        return {token_id: tokenizer.surface(token_id) for token_id in ids}
    return dict(_by_decoding(tokenizer, ids))


def _by_decoding(tokenizer: Tokenizer, ids: list[int]) -> Iterator[tuple[int, bytes | None]]:
    kinds = {type(part) for part in _parts(tokenizer.decoder)}
    pieces = tokenizer.pieces()
    word = next((at for at in ids if _is_word(tokenizer, at)), None)
    before = "" if word is None else _text(tokenizer, [word])
    for token_id in ids:
        piece = pieces[token_id]
        byte = byte_of(piece)
        if ByteLevelDecoder in kinds:
            spelled = unspell(piece)
            yield token_id, piece.encode("utf-8", "surrogateescape") if spelled is None else spelled
        elif byte is not None and (ByteFallback in kinds or tokenizer.detokenizer is not None):
            yield token_id, bytes([byte])
        else:
            whole = None if word is None else _text(tokenizer, [word, token_id])
            yield token_id, _behind(before, whole)


def _behind(before: str | None, whole: str | None) -> bytes | None:
    if before is None or whole is None or not whole.startswith(before):
        return None
    return whole[len(before) :].encode()


def _parts(decoder: Decoder | None) -> list[Decoder]:
    match decoder:
        case None:
            return []
        case DecoderSequence(parts):
            return [inner for part in parts for inner in _parts(part)]
    return [decoder]


def _is_word(tokenizer: Tokenizer, token_id: int) -> bool:
    text = _text(tokenizer, [token_id])
    return text is not None and text.isascii() and text.isalpha()


def _text(tokenizer: Tokenizer, ids: list[int]) -> str | None:
    try:
        decoded = tokenizer.decode(ids)
    except TokparityError:
        return None
    return None if isinstance(decoded, Bytes) else decoded.value
