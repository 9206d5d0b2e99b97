"""`WAYS`: the detokenizers of this package by name; those of `naive` are known by theirs too."""

from tokparity.reference_impl.streaming.byte_buffer import ByteBuffer
from tokparity.reference_impl.streaming.decode_stream import DecodeStream
from tokparity.reference_impl.streaming.incremental import Maker
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.prefix_offsets import PrefixOffsets
from tokparity.reference_impl.streaming.window_diff import WindowDiff

WAYS: dict[str, Maker] = {
    "byte_buffer": ByteBuffer,
    "window_diff": WindowDiff,
    "decode_stream": DecodeStream,
    "prefix_offsets": PrefixOffsets,
}


def way_called(name: str) -> Maker:
    """The way of this name, a naive one too. Raises KeyError.

    >>> way_called("each_alone") is NAIVE["each_alone"]
    True
    """
    return WAYS[name] if name in WAYS else NAIVE[name]
