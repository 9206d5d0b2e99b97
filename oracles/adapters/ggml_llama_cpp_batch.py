"""The adapter for llama.cpp's vocabulary asked by several threads at once, as its server does.

The library has no call for a batch. ctypes lets the other threads run while a call is under way.
"""

import ctypes
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tokparity.oracles.adapters.ggml_llama_cpp import LONG_TEXT, GgmlLlamaCpp
from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker.batch_calls import batch_answers
from tokparity.reference_impl.contract import Decoded, DecodeOptions, EncodeOptions, Encoding
from tokparity.reference_impl.text.byte_text import to_bytes


class GgmlLlamaCppBatch(GgmlLlamaCpp):
    """One vocabulary, many threads. Longer texts are asked alone: their stack is their own."""

    def encode_batch(self, texts: Sequence[str], options: EncodeOptions) -> list[Encoding]:
        def call(several: list[str]) -> list[Encoding]:
            with ThreadPoolExecutor(ORACLE.threads) as pool:
                return list(pool.map(partial(self._alone, options=options), several))

        if any(len(to_bytes(text)) > LONG_TEXT for text in texts):
            return [self.encode(text, options) for text in texts]
        return batch_answers(call, texts)

    def _alone(self, text: str, options: EncodeOptions) -> Encoding:
        data = to_bytes(text)
        room = (ctypes.c_int32 * (len(data) + 8))()
        flags = options.add_special, options.parse_special
        while True:
            size = len(room)
            count = self._llama.llama_tokenize(self._vocab, data, len(data), room, size, *flags)
            if count >= 0:
                return Encoding(tuple(room[:count]))
            room = (ctypes.c_int32 * -count)()

    def decode_batch(
        self, sequences: Sequence[Sequence[int]], options: DecodeOptions
    ) -> list[Decoded]:
        return [self.decode(ids, options) for ids in sequences]


ORACLE = OracleSpec(
    module=__name__,
    adapter="GgmlLlamaCppBatch",
    engine="llama.cpp",
    distribution="xllamacpp",
    formats=("gguf",),
    decodes="bytes",
    reports_offsets=False,
    threads=4,
    library="llama.cpp on threads",
)
