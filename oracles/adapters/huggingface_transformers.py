"""The adapter for `transformers`: what `AutoTokenizer` makes of a directory.

The class named in tokenizer_config.json, or by the model's type, may override what
tokenizer.json says: its normalizer, pre-tokenizer, template, decoder, truncation. All of that
is the library's answer. It runs on the library `tokenizers`, so it is no engine of its own.
Nothing is downloaded, and no code of the directory is run. Not here: the pure-Python
tokenizers, which have neither ranges nor stages (`huggingface_bert_legacy`).
"""

import json
import os
from collections.abc import Sequence
from itertools import chain
from typing import Any

from tokparity.oracles.adapters.huggingface_chat_template import apply_template, fixed_clock
from tokparity.oracles.adapters.huggingface_tokenizers import HuggingfaceTokenizers
from tokparity.oracles.protocol import OracleSpec, removes_special
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import (
    Artefact,
    ChatCase,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Rendered,
    Stage,
    Text,
)


class HuggingfaceTransformers:
    """One tokenizer of `transformers` that runs on `tokenizers`.

    `parse_special=False` is `split_special_tokens=True`. Texts are neither truncated nor padded,
    whatever tokenizer.json says: so does the library unless it is told to.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._backend: HuggingfaceTokenizers | None = None

    @classmethod
    def load(cls, artefact: Artefact) -> "HuggingfaceTransformers":
        artefact.path.stat()  # without it the library would make do with the other files
        os.environ["HF_HUB_OFFLINE"] = "1"
        from transformers import AutoTokenizer  # imported here: it takes two seconds

        tokenizer = AutoTokenizer.from_pretrained(
            str(artefact.path.parent), local_files_only=True, trust_remote_code=False
        )
        if not tokenizer.is_fast:
            raise NotImplementedError(f"{type(tokenizer).__name__} does not run on tokenizers")
        return cls(tokenizer)

    @staticmethod
    def version() -> str:
        from importlib.metadata import version

        return version("transformers")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format == "tokenizer_config.json" and not removes_special(options)

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        columns = self._tokenizer(
            text,
            add_special_tokens=options.add_special,
            split_special_tokens=not options.parse_special,
            return_offsets_mapping=True,
            return_attention_mask=False,
            return_token_type_ids=False,
        )
        ids = columns["input_ids"]
        assert out.offsets is not None
        out.ids.extend(ids)
        out.offsets.extend(chain.from_iterable(columns["offset_mapping"]))
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        out = Encodings()
        self.encode_into(text, options, out)
        (encoding,) = out.observations()
        assert isinstance(encoding, Encoding)
        return encoding

    def chat(self, case: ChatCase) -> Rendered:
        """The text, and the ids the library makes of it itself, which takes no options for that."""
        if case.options != ChatCase("").options:
            raise NotImplementedError("a conversation is encoded in one way")
        conversation = Conversation.from_json(json.loads(case.conversation))
        with fixed_clock():
            text = apply_template(self._tokenizer, conversation, tokenize=False)
            ids = apply_template(self._tokenizer, conversation, tokenize=True, return_dict=False)
        return Rendered(text, tuple(ids))

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        return Text(self._tokenizer.decode(list(ids), skip_special_tokens=options.skip_special))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        """The stages of its backend, as the class left them; decoding is its own."""
        if stage == "decoder":
            return [self._tokenizer.convert_tokens_to_string(pieces) for pieces in inputs]
        if self._backend is None:
            backend = self._tokenizer.backend_tokenizer
            self._backend = HuggingfaceTokenizers(backend, backend.to_str)
        return self._backend.probe(stage, inputs)


ORACLE = OracleSpec(
    module=__name__,
    adapter="HuggingfaceTransformers",
    engine="tokenizers",
    distribution="transformers",
    formats=("tokenizer_config.json",),
    decodes="text",
    reports_offsets=True,
    native_to=("tokenizer_config.json",),
    overrides=True,
    chats=True,
)
