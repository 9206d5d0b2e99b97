"""What every oracle is: the adapter that runs inside a worker, and what it declares of itself.

An adapter translates in and translates out, and repairs nothing: a difference that
needs an `if` belongs in the comparison or in the ledger. Its file ends with its declaration,
which is read here and nowhere repeated. Not here: any library; a worker imports the one it needs.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
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
from tokparity.reference_impl.errors import TokparityError

ALL_OPTIONS: tuple[Options, ...] = (
    *(EncodeOptions(add, parse) for add in (False, True) for parse in (False, True)),
    *(DecodeOptions(skip, remove) for remove in (False, True) for skip in (False, True)),
)
"""Every combination there is: an oracle says of each whether it can express it."""


def removes_special(options: Options) -> bool:
    """Whether these ask for what only llama.cpp can: to take away bos and eos, and only those.

    >>> removes_special(DecodeOptions(remove_special=True)), removes_special(EncodeOptions())
    (True, False)
    """
    return isinstance(options, DecodeOptions) and options.remove_special


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


@runtime_checkable
class BatchAdapter(Protocol):
    """What the adapter of a library's batch calls offers instead of one case after the other."""

    def encode_batch(self, texts: Sequence[str], options: EncodeOptions) -> list[Encoding]: ...

    def decode_batch(
        self, sequences: Sequence[Sequence[int]], options: DecodeOptions
    ) -> Sequence[Decoded]: ...


@dataclass(frozen=True, slots=True)
class OracleSpec:
    """What an adapter declares of itself: all that is known without importing the library.

    Votes count engines, not oracles. `native_to` are the formats whose question of fidelity this
    oracle answers; an oracle native to none is a second opinion, compared where it is named.
    `path` holds folders that the worker looks for `module` in, besides this package's own.
    `pythons_unicode`: the library answers by the Unicode tables of the Python it runs in, which
    are then part of its version. `overrides`: it may answer otherwise than the file says.
    `adds_as_asked`: which of bos and eos it adds its caller says, not the file.
    `threads`: how many a batch call has; more than one, and its adapter is a `BatchAdapter`.
    `streams`: its adapter is a `StreamAdapter`; `chats`: it is a `ChatAdapter`. `file_mb`: no file
    that its process writes, its log among them, gets larger.
    """

    module: str
    adapter: str
    engine: str
    distribution: str
    formats: tuple[Format, ...]
    decodes: Literal["bytes", "text"]
    reports_offsets: bool
    native_to: tuple[Format, ...] = ()
    path: tuple[str, ...] = ()
    pythons_unicode: bool = False
    overrides: bool = False
    adds_as_asked: bool = False
    streams: bool = False
    chats: bool = False
    threads: int = 1
    file_mb: int = 8
    library: str = ""
    """What people call it, where that is not the distribution's name."""

    @property
    def label(self) -> str:
        """The library's name in tables: "tokenizers", "llama.cpp"."""
        return self.library or self.distribution

    @property
    def second_opinion(self) -> bool:
        """Whether it is native to no format: compared where it is named, never what is right."""
        return not self.native_to

    @property
    def installed(self) -> bool:
        """Whether the library is here: that of a second opinion may be an extra."""
        from importlib.metadata import PackageNotFoundError

        try:
            _version(self.distribution)
        except PackageNotFoundError:
            return False
        return True

    def installed_version(self) -> str:
        """What `Adapter.version` will say, without starting a worker: "0.23.3".

        Errors: PackageNotFoundError where the library is not `installed`.
        """
        number = _version(self.distribution)
        return f"{number}+unicode{unidata_version}" if self.pythons_unicode else number


@cache
def _version(distribution: str) -> str:
    """Kept: to read it is to parse the whole description of the distribution, a millisecond or two,
    and a run asks hundreds of times."""
    from importlib.metadata import version  # brings email and zipfile

    return version(distribution)


class BadDeclaration(TokparityError):
    """The declaration of an adapter file is not one that can be read without importing it."""

    def __init__(self, module: str, reason: str) -> None:
        super().__init__(f"{module}: ORACLE: {reason}")
        self.module, self.reason = module, reason


_DECLARATION = re.compile(r"^ORACLE\b(?: = (OracleSpec\(.*?^\)))?", re.MULTILINE | re.DOTALL)
"""From its name to the closing parenthesis that begins a line. To parse the whole of each file
takes ten times as long, 12 ms, and every command and every worker waits for it."""


def read_declaration(source: str, module: str) -> OracleSpec | None:
    """The declaration in an adapter's source; None where it has none.

    Every value in it is a literal, but `module=__name__`. Errors: BadDeclaration.

    >>> fields = "module=__name__, adapter='Acme', engine='acme', distribution='acme-tokenizer'"
    >>> more = "formats=('gguf',), decodes='bytes', reports_offsets=False"
    >>> written = f"ORACLE = OracleSpec(\\n    {fields}, {more}\\n)"
    >>> spec = read_declaration(written, "oracles.acme")
    >>> spec.module, spec.formats, spec.second_opinion
    ('oracles.acme', ('gguf',), True)
    >>> read_declaration("class Helper: ...", "oracles.helper") is None
    True
    """
    match = _DECLARATION.search(source)
    if match is None:
        return None
    if match[1] is None:
        raise BadDeclaration(module, "is not `OracleSpec(`, a field a line, and `)` on its own")
    try:
        call = ast.parse(match[1], mode="eval").body
        values = {each.arg: _value(each.value, module) for each in getattr(call, "keywords", ())}
        return OracleSpec(**values)
    except (SyntaxError, TypeError, ValueError) as error:
        raise BadDeclaration(module, str(error)) from error


def _value(node: ast.expr, module: str) -> Any:
    if isinstance(node, ast.Name) and node.id == "__name__":
        return module
    return ast.literal_eval(node)


def read_declarations(package: str) -> dict[str, OracleSpec]:
    """What the files of a package declare, by the names of the files.

    No file is imported: a worker imports the one that it needs. Errors: BadDeclaration.
    """
    specs = {}
    for file in sorted(files(package).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py"):
            stem = file.name.removesuffix(".py")
            spec = read_declaration(file.read_text("utf-8"), f"{package}.{stem}")
            if spec is not None:
                specs[stem] = spec
    return specs


ORACLES: dict[str, OracleSpec] = read_declarations("tokparity.oracles.adapters")
"""Every oracle by its name, which is that of its file in `oracles/adapters`."""


def native_oracle(format: Format) -> str:
    """The name of the oracle that defines what a format means.

    >>> native_oracle("tokenizer.json")
    'huggingface_tokenizers'
    """
    return next(name for name, spec in ORACLES.items() if format in spec.native_to)


def batch_oracle(format: Format) -> str | None:
    """The name of the oracle that asks a format's library in batches; None where there is none.

    >>> batch_oracle("tiktoken"), batch_oracle("vocab.txt")
    ('openai_tiktoken_batch', None)
    """
    several = (name for name, spec in ORACLES.items() if spec.threads > 1)
    return next((name for name in several if format in ORACLES[name].formats), None)


class NotRead(TokparityError):
    """The library reads no files of this format."""

    def __init__(self, oracle: str, artefact: Artefact) -> None:
        reads = " and ".join(sorted(ORACLES[oracle].formats))
        super().__init__(f"{artefact.name}: is {artefact.format}; {oracle} reads {reads}")
        self.oracle, self.artefact = oracle, artefact
