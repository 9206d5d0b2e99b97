"""The adapter for the batch calls of Google's sentencepiece, on several threads.

They report ids alone: a batch has no call for offsets.
"""

from collections.abc import Sequence

from tokparity.oracles.adapters.google_sentencepiece import GoogleSentencepiece, library_text
from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker.batch_calls import batch_answers
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions, Encoding, Text


class GoogleSentencepieceBatch(GoogleSentencepiece):
    """`encode` and `decode` of lists, of a `SentencePieceProcessor`."""

    def encode_batch(self, texts: Sequence[str], options: EncodeOptions) -> list[Encoding]:
        bos, eos = self._adds if options.add_special else (False, False)

        def call(several: list[str | bytes]) -> list[Encoding]:
            found = self._processor.encode(
                several, out_type=int, add_bos=bos, add_eos=eos, num_threads=ORACLE.threads
            )
            return [Encoding(tuple(ids)) for ids in found]

        return batch_answers(call, list(map(library_text, texts)))

    def decode_batch(
        self, sequences: Sequence[Sequence[int]], options: DecodeOptions
    ) -> list[Text]:
        def call(several: list[list[int]]) -> list[Text]:
            return list(map(Text, self._processor.decode(several, num_threads=ORACLE.threads)))

        return batch_answers(call, list(map(list, sequences)))


ORACLE = OracleSpec(
    module=__name__,
    adapter="GoogleSentencepieceBatch",
    engine="sentencepiece",
    distribution="sentencepiece",
    formats=("sentencepiece",),
    decodes="text",
    reports_offsets=False,
    adds_as_asked=True,
    threads=4,
    library="sentencepiece in batches",
)
