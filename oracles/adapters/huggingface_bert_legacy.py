"""The adapter for the pure-Python BERT tokenizer of `transformers`: the native oracle of vocab.txt.

`BertTokenizerLegacy` with nothing but the file given: its defaults are what the format means
here. It runs on Python's own Unicode tables, so their version is part of this one's. Not here:
`BertTokenizer`, which runs on the library `tokenizers` (`huggingface_transformers`).
"""

import os
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from tokparity.oracles.protocol import OracleSpec, removes_special
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Stage,
    Text,
)


class HuggingfaceBertLegacy:
    """One `BertTokenizerLegacy`. `parse_special=False` is its `split_special_tokens=True`."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, artefact: Artefact) -> "HuggingfaceBertLegacy":
        os.environ["HF_HUB_OFFLINE"] = "1"
        from transformers.models.bert import tokenization_bert_legacy

        make: Any = tokenization_bert_legacy.BertTokenizerLegacy
        return cls(make(str(artefact.path)))

    @staticmethod
    def version() -> str:
        """The library's version, and that of Python's tables: "5.23.0+unicode14.0.0"."""
        import unicodedata
        from importlib.metadata import version

        return f"{version('transformers')}+unicode{unicodedata.unidata_version}"

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format == "vocab.txt" and not removes_special(options)

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        ids = self._tokenizer.encode(
            text,
            add_special_tokens=options.add_special,
            split_special_tokens=not options.parse_special,
        )
        out.ids.extend(ids)
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        out = Encodings(offsets=None)
        self.encode_into(text, options, out)
        return Encoding(tuple(out.ids))

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        return Text(self._tokenizer.decode(list(ids), skip_special_tokens=options.skip_special))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        """Its normalizer and pre-tokenizer are one function without ranges, so not shown."""
        probes: dict[Stage, Callable[[Any], Any]] = {
            "model": self._model,
            "decoder": self._decode_pieces,
        }
        if stage not in probes:
            raise NotImplementedError(f"BertTokenizerLegacy does not show its {stage} stage")
        return [probes[stage](stage_input) for stage_input in inputs]

    def _model(self, word: str) -> list[list[Any]]:
        """Ranges by length: pieces are cut out of the word, "##" and the unknown token apart."""
        tokenizer = self._tokenizer
        pieces = tokenizer.wordpiece_tokenizer.tokenize(word)
        ids = tokenizer.convert_tokens_to_ids(pieces)
        if pieces == [tokenizer.unk_token]:
            return [[ids[0], pieces[0], 0, len(word)]]
        lengths = [len(piece) - 2 * (nth > 0) for nth, piece in enumerate(pieces)]
        ends = list(accumulate(lengths))
        rows = zip(ids, pieces, ends, lengths, strict=True)
        return [[id_, piece, end - length, end] for id_, piece, end, length in rows]

    def _decode_pieces(self, pieces: list[str]) -> str:
        tokenizer = self._tokenizer
        text = tokenizer.convert_tokens_to_string(pieces)
        return str(tokenizer.clean_up_tokenization(text))


ORACLE = OracleSpec(
    module=__name__,
    adapter="HuggingfaceBertLegacy",
    engine="transformers",
    distribution="transformers",
    formats=("vocab.txt",),
    decodes="text",
    reports_offsets=False,
    native_to=("vocab.txt",),
    pythons_unicode=True,
)
