"""`streamed`: what each push of a case gave, as a library that streams reports it.

Not what is left at the end: no library flushes.
"""

from tokparity.reference_impl.contract import StreamCase, Streamed
from tokparity.reference_impl.errors import InvalidTokenId, TokparityError
from tokparity.reference_impl.streaming.decode_stream import DecodeStream, InvalidPrefix
from tokparity.reference_impl.streaming.incremental import Incremental, Maker
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


class NoStream(TokparityError):
    """A tokenizer whose own library decodes whole sequences only."""

    def __init__(self) -> None:
        super().__init__("only the library of a tokenizer.json decodes ids one by one")


def streamed(tokenizer: Tokenizer, case: StreamCase, make: Maker = DecodeStream) -> Streamed:
    """A part for each id of the reply; None where the push was refused, behind which it goes on.

    Any other error than of a prefix or an id is a panic of the library, which ends the stream.
    Raises NoStream, InvalidTokenId for a prompt with what is no id; and as `Tokenizer.decode`.

    >>> from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> tokenizer = Tokenizer(TiktokenBPE({"Ã": 0, "©!": 1}), decoder=ByteLevelDecoder())
    >>> streamed(tokenizer, StreamCase((0, 1, -1)))
    Streamed(parts=('', 'é!', None))
    """
    if not streams(tokenizer):
        raise NoStream
    stream = make(tokenizer, case.prompt_ids, case.options)
    return Streamed(tuple(_part(stream, token_id) for token_id in case.ids))


def streams(tokenizer: Tokenizer) -> bool:
    """Whether it is read from a tokenizer.json: ids become pieces, and those text; an id outside
    becomes nothing."""
    by_pieces = tokenizer.detokenizer is None and tokenizer.decodes == "text"
    return by_pieces and tokenizer.outside is None


def _part(stream: Incremental, token_id: int) -> str | None:
    try:
        return stream.push(token_id)
    except (InvalidPrefix, InvalidTokenId):
        return None
