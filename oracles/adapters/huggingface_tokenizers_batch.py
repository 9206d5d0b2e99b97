"""The adapter for the batch calls of Hugging Face `tokenizers`, on several threads of Rayon."""

from collections.abc import Sequence

from tokparity.oracles.adapters.huggingface_tokenizers import HuggingfaceTokenizers
from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker.batch_calls import batch_answers
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions, Encoding, Text


class HuggingfaceTokenizersBatch(HuggingfaceTokenizers):
    """`encode_batch` and `decode_batch` of a `tokenizers.Tokenizer`."""

    def encode_batch(self, texts: Sequence[str], options: EncodeOptions) -> list[Encoding]:
        self._parse_special(options.parse_special)

        def call(several: list[str]) -> list[Encoding]:
            found = self._tokenizer.encode_batch(several, add_special_tokens=options.add_special)
            return [Encoding(tuple(each.ids), tuple(each.offsets)) for each in found]

        return batch_answers(call, texts)

    def decode_batch(
        self, sequences: Sequence[Sequence[int]], options: DecodeOptions
    ) -> list[Text]:
        def call(several: list[Sequence[int]]) -> list[Text]:
            skip = options.skip_special
            texts = self._tokenizer.decode_batch(several, skip_special_tokens=skip)
            return list(map(Text, texts))

        return batch_answers(call, sequences)


ORACLE = OracleSpec(
    module=__name__,
    adapter="HuggingfaceTokenizersBatch",
    engine="tokenizers",
    distribution="tokenizers",
    formats=("tokenizer.json",),
    decodes="text",
    reports_offsets=True,
    streams=True,
    threads=4,
    library="tokenizers in batches",
)
