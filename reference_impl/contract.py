"""The nouns every layer shares: artefacts, cases, options, observations, traces.

Plain frozen data. What is deliberately not here: how anything is computed
(`tokenizer`, `formats`), how batches travel (`batches`), what JSON they are
stored as (`codec`).
"""

import hashlib
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

Natural = Annotated[int, "natural"]
"""A count or a position: not negative."""

Offset = tuple[Natural, Natural]
"""Half-open range of *characters* (code points) of the original text."""

Format = Literal[
    "tokenizer.json",
    "tiktoken",
    "tekken.json",
    "vocab.txt",
    "tokenizer_config.json",
    "model_folder",
    "sentencepiece",
    "gguf",
    "chat_template",
]
Op = Literal["encode", "decode", "encode_full", "stage", "stream", "chat"]
OPS: tuple[Op, ...] = ("encode", "decode", "encode_full", "stage", "stream", "chat")
Stage = Literal["added_tokens", "normalizer", "pre_tokenizer", "model", "post_processor", "decoder"]
STAGES: tuple[Stage, ...] = (
    "added_tokens",
    "normalizer",
    "pre_tokenizer",
    "model",
    "post_processor",
    "decoder",
)
Place = Literal["chat_template", Stage, "unknown"]
"""Where the fault of a finding lies."""

PLACES: tuple[Place, ...] = ("chat_template", *STAGES, "unknown")
"""A conversation is rendered before all stages of encoding."""


@dataclass(frozen=True, slots=True)
class RankFacts:
    """What a rank file does not say about itself, taken from the library that owns it.

    `pattern` is the split regex, `specials` maps each special token to its id,
    `source` names where both come from ("tiktoken 0.14.0 tiktoken_ext/openai_public.py").
    """

    pattern: str
    specials: dict[str, int] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a caller sets on a tokenizer, beside what its file says.

    `limits`: truncate and pad as tokenizer.json says. `bos`, `eos`: have them added, with the
    other special tokens, by a library that leaves that to its caller (sentencepiece,
    mistral-common).
    """

    limits: bool = True
    bos: bool = True
    eos: bool = True


AS_CONFIGURED = Settings()
"""All that the file says, and all that a caller can have added."""


@dataclass(frozen=True, slots=True)
class Artefact:
    """A vocabulary on disk: what it is called, what it is, what its bytes hash to.

    `facts` are needed where the file does not name its own pattern and specials (rank files).
    `source`: of a file that was derived from another, the sha256 of that one.
    """

    name: str
    format: Format
    path: Path
    sha256: str
    facts: RankFacts | None = None
    settings: Settings = AS_CONFIGURED
    source: str = ""

    @property
    def as_configured(self) -> "Artefact":
        """The same file, of which a caller sets nothing."""
        return replace(self, settings=AS_CONFIGURED)

    @property
    def identity(self) -> str:
        """What two artefacts that are loaded alike share: the file's sha256, any facts, and what
        is set."""
        parts = [self.sha256]
        if self.facts is not None:
            facts = f"{self.facts.pattern}\0{sorted(self.facts.specials.items())}"
            parts.append(hashlib.sha256(facts.encode("utf-8", "surrogatepass")).hexdigest())
        if self.settings != AS_CONFIGURED:
            parts += [name for name, value in asdict(self.settings).items() if not value]
        return "+".join(parts)


@dataclass(frozen=True, slots=True)
class EncodeOptions:
    """`add_special`: run the post-processor's template. `parse_special`: special tokens in
    the text become their ids (False: they are ordinary text)."""

    add_special: bool = True
    parse_special: bool = True


@dataclass(frozen=True, slots=True)
class DecodeOptions:
    """`skip_special`: leave out ids of special tokens. `remove_special`: take away the bos and eos
    that encoding puts around a text, and only those (llama.cpp)."""

    skip_special: bool = False
    remove_special: bool = False


Options = EncodeOptions | DecodeOptions


@dataclass(frozen=True, slots=True)
class EncodeCase:
    """One text to encode under one set of options.

    Bytes that are no UTF-8 are given as `byte_text.from_bytes` writes them: U+DC80 … U+DCFF.
    """

    text: str
    options: EncodeOptions = EncodeOptions()
    op: Literal["encode"] = "encode"


@dataclass(frozen=True, slots=True)
class DecodeCase:
    """One sequence of ids to decode under one set of options."""

    ids: tuple[int, ...]
    options: DecodeOptions = DecodeOptions()
    op: Literal["decode"] = "decode"


@dataclass(frozen=True, slots=True)
class FullCase:
    """One text, or two as a pair, of which everything is asked that the library reports."""

    text: str
    pair: str | None = None
    options: EncodeOptions = EncodeOptions()
    op: Literal["encode_full"] = "encode_full"


@dataclass(frozen=True, slots=True)
class StageCase:
    """One input of one stage, given to that stage alone (shapes:
    `reference_impl.tokenizer.stages`).

    A text, or for the decoder the pieces. Of the options only `parse_special` counts, and
    only for the split at added tokens.
    """

    stage: Stage
    given: str | tuple[str, ...]
    options: EncodeOptions = EncodeOptions()
    op: Literal["stage"] = "stage"


@dataclass(frozen=True, slots=True)
class StreamCase:
    """The ids of a reply, decoded one by one behind those of a prompt."""

    ids: tuple[int, ...]
    prompt_ids: tuple[int, ...] = ()
    options: DecodeOptions = DecodeOptions()
    op: Literal["stream"] = "stream"


@dataclass(frozen=True, slots=True)
class ChatCase:
    """A conversation, rendered by the chat template of the artefact, and encoded.

    `conversation` is the JSON of a `chat.conversation.Conversation`, as a text: the order of its
    fields is seen by templates. What it is rendered to is encoded with these options: a template
    writes its special tokens itself.
    """

    conversation: str
    options: EncodeOptions = EncodeOptions(add_special=False)
    op: Literal["chat"] = "chat"


Case = EncodeCase | DecodeCase | FullCase | StageCase | StreamCase | ChatCase


ObjectCase = StageCase | StreamCase | ChatCase
"""What travels as an object: too seldom asked for flat arrays."""


def case_texts(case: Case) -> tuple[str, ...]:
    """Every text that a case gives to a tokenizer: none, one, or more.

    >>> case_texts(FullCase("a", "b"))
    ('a', 'b')
    """
    match case:
        case EncodeCase(text):
            return (text,)
        case FullCase(text, pair):
            return (text,) if pair is None else (text, pair)
        case StageCase(_, given):
            return (given,) if isinstance(given, str) else given
        case DecodeCase() | StreamCase() | ChatCase():
            return ()


def case_ids(case: Case) -> tuple[int, ...]:
    """Every id that a case gives to a tokenizer, those of a prompt first.

    >>> case_ids(StreamCase((3,), prompt_ids=(1, 2))), case_ids(EncodeCase("a"))
    ((1, 2, 3), ())
    """
    match case:
        case DecodeCase(ids):
            return ids
        case StreamCase(ids, prompt_ids):
            return prompt_ids + ids
        case _:
            return ()


@dataclass(frozen=True, slots=True)
class Encoding:
    """Token ids, and each token's range in the original text (None: not reported).

    `ids` has shape (n,), `offsets` shape (n, 2) in characters.
    """

    ids: tuple[int, ...]
    offsets: tuple[Offset, ...] | None = None


@dataclass(frozen=True, slots=True)
class FullEncoding:
    """All that tokenizers reports of a text or a pair: n entries each.

    `tokens`: what each token is called; `type_ids`: which text it is of, as the post-processor
    says; `words`: index of its word in its text, None of a special token; the masks are 0 or 1.
    `overflowing` is what truncation cut off, windows that may overflow themselves.
    """

    ids: tuple[int, ...]
    offsets: tuple[Offset, ...]
    tokens: tuple[str, ...]
    type_ids: tuple[int, ...]
    words: tuple[int | None, ...]
    special_tokens_mask: tuple[int, ...]
    attention_mask: tuple[int, ...]
    overflowing: "tuple[FullEncoding, ...]" = ()


@dataclass(frozen=True, slots=True)
class StageOutput:
    """What one stage made of one input: rows of texts, ids and positions, as the stage has them."""

    rows: tuple[tuple[str | int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Streamed:
    """What each push of an id gave: its text, "" for none, None where it was refused."""

    parts: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Rendered:
    """A conversation as one text, and that as ids (None: the engine gives one of them only)."""

    text: str | None
    ids: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Bytes:
    """What a library that decodes to bytes answered (tiktoken, llama.cpp)."""

    value: bytes


@dataclass(frozen=True, slots=True)
class Text:
    """What a library that decodes to text answered (tokenizers, sentencepiece)."""

    value: str


Decoded = Bytes | Text

RefusalKind = Literal["error", "crash", "timeout", "memory", "regex-limit", "unsupported"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An engine gave no answer: a result, never an exception that ends a run."""

    kind: RefusalKind
    detail: str = ""


Observation = Encoding | FullEncoding | StageOutput | Streamed | Rendered | Bytes | Text | Refusal
