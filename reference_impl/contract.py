"""The nouns every layer shares: artefacts, cases, options, observations, traces.

Plain frozen data. What is deliberately not here: how anything is computed
(`tokenizer`, `formats`), how batches travel (`batches`), how results are
stored (`reports.records.finding`).
"""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Offset = tuple[int, int]
"""Half-open range of *characters* (code points) of the original text."""

Format = Literal[
    "tokenizer.json",
    "tiktoken",
    "tekken.json",
    "vocab.txt",
    "tokenizer_config.json",
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
Place = Stage | Literal["chat_template", "unknown"]
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
class Artefact:
    """A vocabulary on disk: what it is called, what it is, what its bytes hash to.

    `facts` are needed where the file does not name its own pattern and specials (rank files).
    """

    name: str
    format: Format
    path: Path
    sha256: str
    facts: RankFacts | None = None

    @property
    def identity(self) -> str:
        """What two artefacts that are loaded alike share: the file's sha256, and any facts."""
        if self.facts is None:
            return self.sha256
        said = f"{self.facts.pattern}\0{sorted(self.facts.specials.items())}"
        return f"{self.sha256}+{hashlib.sha256(said.encode('utf-8', 'surrogatepass')).hexdigest()}"

    def to_json(self) -> dict[str, Any]:
        facts = self.facts and {
            "pattern": self.facts.pattern,
            "specials": self.facts.specials,
            "source": self.facts.source,
        }
        return {
            "name": self.name,
            "format": self.format,
            "path": str(self.path.absolute()),  # a worker stands in another folder
            "sha256": self.sha256,
            "facts": facts,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Artefact":
        facts = data["facts"] and RankFacts(**data["facts"])
        return cls(data["name"], data["format"], Path(data["path"]), data["sha256"], facts)


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

    @property
    def id(self) -> str:
        return case_id(self)


@dataclass(frozen=True, slots=True)
class DecodeCase:
    """One sequence of ids to decode under one set of options."""

    ids: tuple[int, ...]
    options: DecodeOptions = DecodeOptions()
    op: Literal["decode"] = "decode"

    @property
    def id(self) -> str:
        return case_id(self)


@dataclass(frozen=True, slots=True)
class FullCase:
    """One text, or two as a pair, of which everything is asked that the library reports."""

    text: str
    pair: str | None = None
    options: EncodeOptions = EncodeOptions()
    op: Literal["encode_full"] = "encode_full"

    @property
    def id(self) -> str:
        return case_id(self)


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

    @property
    def id(self) -> str:
        return case_id(self)


@dataclass(frozen=True, slots=True)
class StreamCase:
    """The ids of a reply, decoded one by one behind those of a prompt."""

    ids: tuple[int, ...]
    prompt_ids: tuple[int, ...] = ()
    options: DecodeOptions = DecodeOptions()
    op: Literal["stream"] = "stream"

    @property
    def id(self) -> str:
        return case_id(self)


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

    @property
    def id(self) -> str:
        return case_id(self)


Case = EncodeCase | DecodeCase | FullCase | StageCase | StreamCase | ChatCase


ObjectCase = StageCase | StreamCase | ChatCase
"""What travels as an object: too seldom asked for flat arrays."""


def case_to_json(case: Case) -> dict[str, Any]:
    """The canonical JSON form of a case.

    >>> case_to_json(EncodeCase("a"))
    {'op': 'encode', 'text': 'a', 'options': {'add_special': True, 'parse_special': True}}
    """
    match case:
        case EncodeCase(text, options):
            return {"op": "encode", "text": text, "options": _shown(options)}
        case DecodeCase(ids, decode_options):
            return {"op": "decode", "ids": list(ids), "options": _skipping(decode_options)}
        case FullCase(text, pair, options):
            texts = {"text": text, "pair": pair}
            return {"op": "encode_full", **texts, "options": _shown(options)}
        case StageCase(stage, given, options):
            shown = given if isinstance(given, str) else list(given)
            return {"op": "stage", "stage": stage, "given": shown, "options": _shown(options)}
        case StreamCase(ids, prompt_ids, decode_options):
            both = {"ids": list(ids), "prompt_ids": list(prompt_ids)}
            return {"op": "stream", **both, "options": _skipping(decode_options)}
        case ChatCase(conversation, options):
            return {"op": "chat", "conversation": conversation, "options": _shown(options)}


def _shown(options: EncodeOptions) -> dict[str, bool]:
    return {"add_special": options.add_special, "parse_special": options.parse_special}


def _skipping(options: DecodeOptions) -> dict[str, bool]:
    skip = {"skip_special": options.skip_special}
    if options.remove_special:  # left out where false: ids of old cases stay
        skip["remove_special"] = True
    return skip


def case_from_json(data: dict[str, Any]) -> Case:
    """The inverse of `case_to_json`; KeyError or TypeError where a field is missing or wrong."""
    if data["op"] == "decode":
        return DecodeCase(tuple(data["ids"]), DecodeOptions(**data["options"]))
    if data["op"] == "stream":
        skip = DecodeOptions(**data["options"])
        return StreamCase(tuple(data["ids"]), tuple(data["prompt_ids"]), skip)
    options = EncodeOptions(**data["options"])
    match data["op"]:
        case "encode_full":
            return FullCase(data["text"], data["pair"], options)
        case "chat":
            return ChatCase(data["conversation"], options)
        case "stage":
            given = data["given"]
            return StageCase(
                data["stage"], given if isinstance(given, str) else tuple(given), options
            )
        case _:
            return EncodeCase(data["text"], options)


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


def case_id(case: Case) -> str:
    """First 16 hex digits of the sha256 of the case's canonical JSON."""
    canonical = json.dumps(case_to_json(case), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:16]


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
    overflowing: tuple["FullEncoding", ...] = ()


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
