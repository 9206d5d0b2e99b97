"""The adapter for `transformers` over a folder without a tokenizer.json: its native oracle.

The class that the configs name builds the tokenizer out of vocab.json and merges.txt, a .model or
a vocab.txt. Nothing is downloaded, and no code of the folder is run. Not here: a folder with a
tokenizer.json (`huggingface_transformers`).
"""

import os
from collections.abc import Sequence
from contextlib import chdir
from typing import Any

from tokparity.oracles.adapters.huggingface_tokenizers import HuggingfaceTokenizers
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


class HuggingfaceFolder:
    """One tokenizer of `transformers`. `parse_special=False` is `split_special_tokens=True`.

    Texts are neither truncated nor padded: so does the library unless it is told to.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._backend: HuggingfaceTokenizers | None = None

    @classmethod
    def load(cls, artefact: Artefact) -> "HuggingfaceFolder":
        os.environ["HF_HUB_OFFLINE"] = "1"
        os.environ["TIKTOKEN_CACHE_DIR"] = ""  # or a rank file is the first ever of its path
        from transformers import AutoTokenizer  # imported here: it takes two seconds

        # From inside: the library looks for names of models in the path of a folder.
        with chdir(artefact.path.parent):
            tokenizer = AutoTokenizer.from_pretrained(
                ".", local_files_only=True, trust_remote_code=False
            )
        return cls(tokenizer)

    @staticmethod
    def version() -> str:
        from importlib.metadata import version

        return version("transformers")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format == "model_folder" and not removes_special(options)

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        columns = self._tokenizer(
            text,
            add_special_tokens=options.add_special,
            split_special_tokens=not options.parse_special,
            return_attention_mask=False,
            return_token_type_ids=False,
        )
        ids = columns["input_ids"]
        out.ids.extend(ids)
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        out = Encodings(offsets=None)
        self.encode_into(text, options, out)
        return Encoding(tuple(out.ids))

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        return Text(self._tokenizer.decode(list(ids), skip_special_tokens=options.skip_special))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        """The stages of its backend, as the class made them; decoding is its own."""
        if not self._tokenizer.is_fast:
            raise NotImplementedError(f"{type(self._tokenizer).__name__} shows no stages")
        if self._backend is None:
            backend = self._tokenizer.backend_tokenizer
            self._backend = HuggingfaceTokenizers(backend, backend.to_str)
        pieces = self._backend.probe(stage, inputs)
        if stage != "decoder" or not self._tokenizer.clean_up_tokenization_spaces:
            return pieces
        return [self._tokenizer.clean_up_tokenization(text) for text in pieces]


ORACLE = OracleSpec(
    module=__name__,
    adapter="HuggingfaceFolder",
    engine="tokenizers",
    distribution="transformers",
    formats=("model_folder",),
    decodes="text",
    reports_offsets=False,
    native_to=("model_folder",),
)
