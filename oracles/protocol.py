"""What every oracle is: the adapter that runs inside a worker, and the literal registry.

An adapter translates in and translates out, and repairs nothing: a difference that
needs an `if` belongs in the comparison or in the ledger.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Literal, Protocol, runtime_checkable
from unicodedata import unidata_version

from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    Artefact,
    ChatCase,
    Decoded,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    FullEncoding,
    Options,
    Rendered,
    Stage,
    StreamCase,
    Streamed,
)

ALL_OPTIONS: tuple[Options, ...] = (
    *(EncodeOptions(add, parse) for add in (False, True) for parse in (False, True)),
    *(DecodeOptions(skip, remove) for remove in (False, True) for skip in (False, True)),
)
"""Every combination there is: an oracle says of each whether it can express it."""


def removes_special(options: Options) -> bool:
    """Whether these ask for what only llama.cpp can: to take away bos and eos, and only those."""
    return isinstance(options, DecodeOptions) and options.remove_special


class RegexLimit(Exception):
    """What an adapter raises where it knows that a limit of the library's regex engine was hit."""


class Adapter(Protocol):
    """One library holding one loaded artefact. Any exception becomes a `Refusal` in the worker."""

    @classmethod
    def load(cls, artefact: Artefact) -> "Adapter": ...

    @staticmethod
    def version() -> str:
        """The library's own version, as recorded in run.json and in regressions."""
        ...

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        """Whether the library can express these options: the rest is never emulated."""
        ...

    def encode(self, text: str, options: EncodeOptions) -> Encoding: ...

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded: ...

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        """The library's own output of one stage for each given stage input; JSON values.

        Raises NotImplementedError for a stage that the library does not show. Shapes, the
        same for every library, with ranges in characters of the input:

        - `added_tokens`: [text, whether special ones are looked for]
          → [[start, end, id of the added token or null], …]
        - `normalizer`: text → [[character, start, end], …]
        - `pre_tokenizer`: normalized text → [[piece, start, end], …]
        - `model`: piece → [[id, piece, start, end], …]
        - `post_processor`: text → {"without": [ids, offsets], "with": [ids, offsets]}
        - `decoder`: [piece, …] → text
        """
        ...


@runtime_checkable
class FlatAdapter(Protocol):
    """What an adapter may offer besides: `encode` straight into the flat arrays of a batch."""

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        """Append one encoding. An error may leave `out.ids` and `out.offsets` half-extended."""
        ...


@runtime_checkable
class FullAdapter(Protocol):
    """What the adapter of a library that reports more than ids and ranges offers besides."""

    def encode_full(self, text: str, pair: str | None, options: EncodeOptions) -> FullEncoding: ...


@runtime_checkable
class StreamAdapter(Protocol):
    """What the adapter of a library that decodes ids one by one offers besides."""

    def stream(self, case: StreamCase) -> Streamed:
        """A part for each id. An exception is for what ends the stream, or refuses its prompt."""
        ...


@runtime_checkable
class ChatAdapter(Protocol):
    """What the adapter of an engine that renders conversations offers besides."""

    def chat(self, case: ChatCase) -> Rendered:
        """The text by the artefact's own chat template, its ids, or both; what the engine has no
        place for in a request is an exception."""
        ...


@dataclass(frozen=True, slots=True)
class OracleSpec:
    """An entry of the registry: everything that is known without importing the library.

    Votes count engines, not oracles. `native_to` are the formats whose question
    of fidelity this oracle answers. `path` holds folders that the worker looks for
    `module` in, besides this package's own. `pythons_unicode`: the library answers by the
    Unicode tables of the Python it runs in, which are then part of its version. `streams`: its
    adapter is a `StreamAdapter`; `chats`: it is a `ChatAdapter`. `file_mb`: no file that its
    process writes, its log among them, gets larger.
    """

    module: str
    adapter: str
    engine: str
    distribution: str
    formats: frozenset[Format]
    native_to: frozenset[Format]
    decodes: Literal["bytes", "text"]
    reports_offsets: bool
    path: tuple[str, ...] = ()
    pythons_unicode: bool = False
    streams: bool = False
    chats: bool = False
    file_mb: int = 8
    library: str = ""
    """What people call it, where that is not the distribution's name."""

    @property
    def shown(self) -> str:
        """The library's name in tables: "tokenizers", "llama.cpp"."""
        return self.library or self.distribution

    def installed_version(self) -> str:
        """What `Adapter.version` will say, without starting a worker: "0.23.3"."""
        found = version(self.distribution)
        return f"{found}+unicode{unidata_version}" if self.pythons_unicode else found


ORACLES: dict[str, OracleSpec] = {
    "huggingface_bert_legacy": OracleSpec(
        module="tokparity.oracles.adapters.huggingface_bert_legacy",
        adapter="HuggingfaceBertLegacy",
        engine="transformers",
        distribution="transformers",
        formats=frozenset({"vocab.txt"}),
        native_to=frozenset({"vocab.txt"}),
        decodes="text",
        reports_offsets=False,
        pythons_unicode=True,
    ),
    "huggingface_transformers": OracleSpec(
        module="tokparity.oracles.adapters.huggingface_transformers",
        adapter="HuggingfaceTransformers",
        engine="tokenizers",
        distribution="transformers",
        formats=frozenset({"tokenizer_config.json"}),
        native_to=frozenset({"tokenizer_config.json"}),
        decodes="text",
        reports_offsets=True,
        chats=True,
    ),
    "huggingface_chat_template": OracleSpec(
        module="tokparity.oracles.adapters.huggingface_chat_template",
        adapter="HuggingfaceChatTemplate",
        engine="transformers",
        distribution="transformers",
        formats=frozenset({"chat_template"}),
        native_to=frozenset({"chat_template"}),
        decodes="text",
        reports_offsets=False,
        chats=True,
    ),
    "huggingface_tokenizers": OracleSpec(
        module="tokparity.oracles.adapters.huggingface_tokenizers",
        adapter="HuggingfaceTokenizers",
        engine="tokenizers",
        distribution="tokenizers",
        formats=frozenset({"tokenizer.json"}),
        native_to=frozenset({"tokenizer.json"}),
        decodes="text",
        reports_offsets=True,
        streams=True,
    ),
    "google_sentencepiece": OracleSpec(
        module="tokparity.oracles.adapters.google_sentencepiece",
        adapter="GoogleSentencepiece",
        engine="sentencepiece",
        distribution="sentencepiece",
        formats=frozenset({"sentencepiece"}),
        native_to=frozenset({"sentencepiece"}),
        decodes="text",
        reports_offsets=True,
    ),
    "ggml_llama_cpp": OracleSpec(
        module="tokparity.oracles.adapters.ggml_llama_cpp",
        adapter="GgmlLlamaCpp",
        engine="llama.cpp",
        distribution="xllamacpp",
        formats=frozenset({"gguf"}),
        native_to=frozenset({"gguf"}),
        decodes="bytes",
        reports_offsets=False,
        library="llama.cpp",
    ),
    "openai_tiktoken": OracleSpec(
        module="tokparity.oracles.adapters.openai_tiktoken",
        adapter="OpenaiTiktoken",
        engine="tiktoken",
        distribution="tiktoken",
        formats=frozenset({"tiktoken"}),
        native_to=frozenset({"tiktoken"}),
        decodes="bytes",
        reports_offsets=False,
    ),
    "mistral_common": OracleSpec(
        module="tokparity.oracles.adapters.mistralai_mistral_common",
        adapter="MistralaiMistralCommon",
        engine="tiktoken",
        distribution="mistral-common",
        formats=frozenset({"tekken.json", "sentencepiece"}),
        native_to=frozenset({"tekken.json"}),
        decodes="text",
        reports_offsets=False,
        chats=True,
    ),
}


def native_oracle(format: Format) -> str:
    """The name of the oracle that defines what a format means.

    >>> native_oracle("tokenizer.json")
    'huggingface_tokenizers'
    """
    return next(name for name, spec in ORACLES.items() if format in spec.native_to)
