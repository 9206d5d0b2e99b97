"""`WAYS`: the detokenizers of this package by name."""

from reference_impl.streaming.byte_buffer import ByteBuffer
from reference_impl.streaming.decode_stream import DecodeStream
from reference_impl.streaming.incremental import Maker
from reference_impl.streaming.prefix_offsets import PrefixOffsets
from reference_impl.streaming.window_diff import WindowDiff

WAYS: dict[str, Maker] = {
    "byte_buffer": ByteBuffer,
    "window_diff": WindowDiff,
    "decode_stream": DecodeStream,
    "prefix_offsets": PrefixOffsets,
}
