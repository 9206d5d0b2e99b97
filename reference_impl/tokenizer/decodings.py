"""`Decodings` of a batch: each sequence of ids decoded by itself, as `Tokenizer.decode` does."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol, TypeVar

from tokparity.reference_impl.batches import Decodings
from tokparity.reference_impl.contract import Bytes, Decoded, DecodeOptions, Text
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of

Its = TypeVar("Its", contravariant=True)
"""What is given to whoever decodes a batch: a tokenizer."""


class Decodes(Protocol):
    """What of a tokenizer its batches are decoded with: see there."""

    @property
    def decodes(self) -> Literal["text", "bytes"]: ...

    def decode(self, ids: Iterable[int], options: DecodeOptions) -> Decoded: ...


class DecodesBatches(Protocol[Its]):
    """Decodes for one tokenizer, which it is given: it refers to none."""

    def decode(
        self, tokenizer: Its, ids: Sequence[Sequence[int]], options: DecodeOptions
    ) -> Decodings:
        """Each sequence on its own; one that `decode` would raise for is a Refusal."""
        ...

    def decode_one(self, tokenizer: Its, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        """As `Tokenizer.decode`."""
        ...


class OneByOne:
    """The definition."""

    def decode(
        self, tokenizer: Decodes, ids: Sequence[Sequence[int]], options: DecodeOptions
    ) -> Decodings:
        """As `DecodesBatches.decode`."""
        batch = Decodings(tokenizer.decodes)
        for sequence in ids:
            decode_into(batch, tokenizer.decode, sequence, options)
        return batch

    def decode_one(self, tokenizer: Decodes, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        """As `Tokenizer.decode`."""
        return tokenizer.decode(ids, options)


def decode_into(
    batch: Decodings,
    decode: Callable[[Sequence[int], DecodeOptions], Decoded],
    ids: Sequence[int],
    options: DecodeOptions,
) -> None:
    """Append what a sequence is decoded to, or why it is not."""
    try:
        decoded = decode(ids, options)
    except REFUSING as error:
        batch.refuse(refusal_of(error))
        return
    match decoded:
        case Text(text):
            batch.add(text.encode())
        case Bytes(data):
            batch.add(data)
