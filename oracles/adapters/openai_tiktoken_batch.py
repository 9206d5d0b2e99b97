"""The adapter for the batch calls of `tiktoken`, on several threads."""

from collections.abc import Sequence

from tokparity.oracles.adapters.openai_tiktoken import OpenaiTiktoken
from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker.batch_calls import batch_answers
from tokparity.reference_impl.contract import Bytes, DecodeOptions, EncodeOptions, Encoding


class OpenaiTiktokenBatch(OpenaiTiktoken):
    """`encode_batch` and `decode_bytes_batch` of a `tiktoken.Encoding`."""

    def encode_batch(self, texts: Sequence[str], options: EncodeOptions) -> list[Encoding]:
        special = "all" if options.parse_special else set[str]()
        refused = "all" if options.parse_special else ()

        def call(several: list[str]) -> list[Encoding]:
            found = self._encoding.encode_batch(
                several,
                num_threads=ORACLE.threads,
                allowed_special=special,
                disallowed_special=refused,
            )
            return [Encoding(tuple(ids)) for ids in found]

        return batch_answers(call, texts)

    def decode_batch(
        self, sequences: Sequence[Sequence[int]], options: DecodeOptions
    ) -> list[Bytes]:
        def call(several: list[Sequence[int]]) -> list[Bytes]:
            found = self._encoding.decode_bytes_batch(several, num_threads=ORACLE.threads)
            return list(map(Bytes, found))

        return batch_answers(call, sequences)


ORACLE = OracleSpec(
    module=__name__,
    adapter="OpenaiTiktokenBatch",
    engine="tiktoken",
    distribution="tiktoken",
    formats=("tiktoken",),
    decodes="bytes",
    reports_offsets=False,
    threads=4,
    library="tiktoken in batches",
)
