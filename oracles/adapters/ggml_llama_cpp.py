"""The adapter for llama.cpp: the native oracle of GGUF vocabularies.

The wheel `xllamacpp` is one shared object that exports llama.cpp's C API (include/llama.h); it is
called through ctypes. Only the vocabulary of a file is loaded. It aborts its process on some
inputs: those are crashes of this worker, one case each. On others `std::regex` overflows the stack:
long texts have one made for them (`own_stack`), so that these are known, and refused.
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as installed_version
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from tokparity.oracles.probes import gguf_names
from tokparity.oracles.probes.llama_cpp_partition import BYTES, MARK, normalizer_rows, stretches
from tokparity.oracles.probes.llama_cpp_words import Row, probe_of, word_rows
from tokparity.oracles.probes.probe import Value, byte_probe
from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker.own_stack import call_on_new_stack
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Stage,
)
from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES, Pre
from tokparity.reference_impl.pre_tokenizers.llama_cpp_bytes import read
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes
from tokparity.reference_impl.text.code_units import is_whole

ALONE = EncodeOptions(add_special=False, parse_special=False)
LONGEST = 128
"""Characters of a text whose words are asked for: each of its parts is a token of the probe."""
LONG_TEXT = 10_000
"""Bytes of a text that no stack is too small for: `std::regex` takes 352 of it a character."""
BYTES_A_CHARACTER = 512
BUILD = "2026.10.11549"
"""The version whose structure of parameters is declared here."""


class ModelParams(ctypes.Structure):
    """`struct llama_model_params` of b11549: only `vocab_only` is ever set."""

    _fields_ = (
        ("devices", ctypes.c_void_p),
        ("tensor_buft_overrides", ctypes.c_void_p),
        ("n_gpu_layers", ctypes.c_int32),
        ("split_mode", ctypes.c_int32),
        ("load_mode", ctypes.c_int32),
        ("lazy_mode", ctypes.c_int32),
        ("main_gpu", ctypes.c_int32),
        ("tensor_split", ctypes.c_void_p),
        ("progress_callback", ctypes.c_void_p),
        ("progress_callback_user_data", ctypes.c_void_p),
        ("kv_overrides", ctypes.c_void_p),
        ("vocab_only", ctypes.c_bool),
        ("check_tensors", ctypes.c_bool),
        ("use_extra_bufts", ctypes.c_bool),
        ("no_host", ctypes.c_bool),
        ("no_alloc", ctypes.c_bool),
        ("load_mtp", ctypes.c_bool),
    )


class WrongBuild(Exception):
    """The library is not the one that this adapter was written for."""


class LoadFailed(Exception):
    """llama.cpp refused a file: the errors that it wrote to its log."""


_Log = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)
_ERROR, _CONTINUED = 4, 5  # enum ggml_log_level
_errors: list[str] = []


def _keep_errors(level: int, line: bytes, _: object) -> None:
    """The errors of the load under way; all other lines of its log are dropped."""
    if level == _ERROR or (level == _CONTINUED and _errors):
        _errors.append(line.decode("utf-8", "replace").strip())


_KEEP_ERRORS = _Log(_keep_errors)  # must live as long as the library


@cache
def library() -> Any:
    """The loaded shared object, its functions declared. WrongBuild where it is another one."""
    build = installed_version("xllamacpp")
    if build != BUILD:
        raise WrongBuild(f"xllamacpp {build} is installed; this adapter is for {BUILD}")
    spec = find_spec("xllamacpp")
    assert spec is not None
    assert spec.origin is not None
    llama = ctypes.CDLL(str(next(Path(spec.origin).parent.glob("xllamacpp*.so"))))
    llama.llama_model_default_params.restype = ModelParams
    llama.llama_model_load_from_file.restype = ctypes.c_void_p
    llama.llama_model_load_from_file.argtypes = (ctypes.c_char_p, ModelParams)
    llama.llama_model_free.argtypes = (ctypes.c_void_p,)
    llama.llama_vocab_get_attr.argtypes = (ctypes.c_void_p, ctypes.c_int32)
    llama.llama_vocab_get_text.argtypes = (ctypes.c_void_p, ctypes.c_int32)
    llama.llama_vocab_get_text.restype = ctypes.c_char_p
    llama.llama_model_meta_val_str.argtypes = (
        *(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t),
    )
    llama.llama_model_get_vocab.restype = ctypes.c_void_p
    llama.llama_model_get_vocab.argtypes = (ctypes.c_void_p,)
    llama.llama_vocab_n_tokens.argtypes = (ctypes.c_void_p,)
    llama.llama_tokenize.argtypes = (
        *(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int32),
        *(ctypes.c_void_p, ctypes.c_int32, ctypes.c_bool, ctypes.c_bool),
    )
    llama.llama_detokenize.argtypes = (
        *(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32),
        *(ctypes.c_void_p, ctypes.c_int32, ctypes.c_bool, ctypes.c_bool),
    )
    llama.llama_token_to_piece.argtypes = (
        *(ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p),
        *(ctypes.c_int32, ctypes.c_int32, ctypes.c_bool),
    )
    default = llama.llama_model_default_params()
    if (default.n_gpu_layers, default.split_mode, default.use_extra_bufts) != (-1, 1, True):
        raise WrongBuild("llama_model_params is laid out otherwise in this build")
    llama.llama_log_set.argtypes = (_Log, ctypes.c_void_p)
    llama.llama_log_set(_KEEP_ERRORS, None)
    llama.llama_backend_init()
    return llama


class GgmlLlamaCpp:
    """One vocabulary. The buffers grow to the longest answer and are used again."""

    def __init__(self, model: int) -> None:
        self._llama = library()
        self._model = model
        self._vocab = self._llama.llama_model_get_vocab(model)
        self._size = self._llama.llama_vocab_n_tokens(self._vocab)
        self._bytewise: Bytewise | None = None
        self._tokens = (ctypes.c_int32 * 4096)()
        self._chars = ctypes.create_string_buffer(16384)

    def __del__(self) -> None:
        self._llama.llama_model_free(self._model)

    @classmethod
    def load(cls, artefact: Artefact) -> "GgmlLlamaCpp":
        llama = library()
        params = llama.llama_model_default_params()
        params.vocab_only = True
        _errors.clear()
        llama.llama_log_set(_KEEP_ERRORS, None)  # whoever else is in this process may have another
        model = llama.llama_model_load_from_file(bytes(artefact.path), params)
        if not model:
            raise LoadFailed(" / ".join(_errors) or "llama_model_load_from_file gave no model")
        return cls(model)

    @staticmethod
    def version() -> str:
        library()
        return installed_version("xllamacpp")

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format == "gguf"

    def _ids(self, text: str, options: EncodeOptions) -> Sequence[int]:
        """Raises RegexLimit where a thread with the usual stack would have crashed."""
        data = to_bytes(text)
        if len(data) <= LONG_TEXT or not self._cuts_by_regex():
            return self._tokenize(data, options)
        room = len(data) * BYTES_A_CHARACTER
        ids, overflowed = call_on_new_stack(lambda: self._tokenize(data, options), room)
        if overflowed:
            raise RegexLimit(
                "std::regex takes 352 bytes of stack for each character of a match: with more than"
                " about 23,800 of them a stack of 8 MiB overflows, and the process ends"
            )
        return ids

    def _cuts_by_regex(self) -> bool:
        """Whether any of its patterns is run by `std::regex` or `std::wregex`. That of the model
        "gemma4" is not, whatever `pre` its file has."""
        if self.key(gguf_names.MODEL) not in ("gpt2", "hybriddna", "whitespace"):
            return False
        return PRE_NAMES[self.key(gguf_names.PRE) or "default"].route != "hand-written"

    def _tokenize(self, data: bytes, options: EncodeOptions) -> Sequence[int]:
        while True:
            count = self._llama.llama_tokenize(
                self._vocab,
                data,
                len(data),
                self._tokens,
                len(self._tokens),
                options.add_special,
                options.parse_special,
            )
            if count >= 0:
                return self._tokens[:count]
            self._tokens = (ctypes.c_int32 * -count)()

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        ids = self._ids(text, options)
        out.ids.extend(ids)
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        return Encoding(tuple(self._ids(text, options)))

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        for token_id in ids:
            if not 0 <= token_id < self._size:  # llama.cpp would end its process
                raise IndexError(f"{token_id} is not an id of this vocabulary of {self._size}")
        array = (ctypes.c_int32 * len(ids))(*ids)
        while True:
            count = self._llama.llama_detokenize(
                self._vocab,
                array,
                len(ids),
                self._chars,
                len(self._chars),
                options.remove_special,
                not options.skip_special,
            )
            if count >= 0:
                return Bytes(self._chars.raw[:count])
            self._chars = ctypes.create_string_buffer(-count)

    @classmethod
    def of_content(cls, content: bytes) -> "GgmlLlamaCpp":
        """A vocabulary whose file is in memory. Raises LoadFailed."""
        with NamedTemporaryFile(suffix=".gguf") as file:
            file.write(content)
            file.flush()
            return cls.load(Artefact("probe", "gguf", Path(file.name), ""))

    def key(self, name: str) -> str | None:
        """What the file says under a key; None: nothing."""
        count = self._llama.llama_model_meta_val_str(self._model, name.encode(), None, 0)
        if count < 0:
            return None
        value = ctypes.create_string_buffer(count + 1)
        self._llama.llama_model_meta_val_str(self._model, name.encode(), value, count + 1)
        return value.value.decode("utf-8", "replace")

    def special_tokens(self) -> dict[str, tuple[int, int]]:
        """Content → id and token type of each token that texts may be cut at."""
        control, unknown, user_defined = 8, 1, 16  # LLAMA_TOKEN_ATTR_* of include/llama.h
        names = gguf_names.CONTROL, gguf_names.UNKNOWN, gguf_names.USER_DEFINED
        types = dict(zip((control, unknown, user_defined), names, strict=True))
        tokens = {}
        for token_id in range(self._size):
            attributes = self._llama.llama_vocab_get_attr(self._vocab, token_id)
            # of several the first: a user-defined token that is known by its name is control too
            if kind := next((kind for bit, kind in types.items() if attributes & bit), None):
                content = from_bytes(self._llama.llama_vocab_get_text(self._vocab, token_id))
                tokens[content] = (token_id, kind)
        return tokens

    def takes_space_behind(self, token_id: int) -> bool:
        """Whether a token has LLAMA_TOKEN_ATTR_RSTRIP."""
        return bool(self._llama.llama_vocab_get_attr(self._vocab, token_id) & 256)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        match stage:
            case "pre_tokenizer":
                return [self._words(text) for text in inputs]
            case "added_tokens":
                return [self._stretches(text, parse) for text, parse in inputs]
            case "normalizer":
                return [self._normalized(text) for text in inputs]
            case _:
                raise NotImplementedError(f"llama.cpp does not show its {stage} stage")

    def _words(self, text: str) -> list[Row]:
        """The words of a text, through a vocabulary made for it."""
        model, pre = self._kind()
        if pre is None:
            raise NotImplementedError(f"no pre-tokenizer is known of the model {model}")
        if len(text) > LONGEST:
            raise NotImplementedError(f"words are shown of at most {LONGEST} characters")
        if not pre.byte_encode and "\0" in read(Aligned.of(text)).text:
            raise NotImplementedError("tokens that are not spelled as bytes end at NUL")
        if pre.escape_whitespaces and " " in text:
            raise NotImplementedError("no space comes so far: all are escaped before")
        probe = probe_of(pre, [text], model)
        adapter = GgmlLlamaCpp.of_content(probe.file)
        for content, (_, kind) in adapter.special_tokens().items() if "<|" in text else ():
            if kind == gguf_names.USER_DEFINED:
                raise NotImplementedError(f"a token {content!r} is taken whole, by its name")
        ids = adapter.encode(text, ALONE).ids
        return word_rows(pre, text, [probe.tokens[token_id] for token_id in ids])

    def _kind(self) -> tuple[str, Pre | None]:
        """The model, and what its `pre` stands for; None: it has no words."""
        match self.key(gguf_names.MODEL):
            case "gpt2":
                return "gpt2", PRE_NAMES[self.key(gguf_names.PRE) or "default"]
            case "gemma4":
                return "gemma4", PRE_NAMES["gemma4"]
            case model:
                return str(model), None

    def _bytes(self, text: str) -> "Bytewise":
        """The vocabulary of bytes and of this one's special tokens, to ask about a text."""
        if self._bytewise is None:
            self._bytewise = Bytewise.of(self)
        if self._bytewise.splits and not is_whole(text):
            raise NotImplementedError("bytes that are read as U+FFFD are not shown")
        return self._bytewise

    def _stretches(self, text: str, parse_special: bool) -> list[tuple[int, int, int | None]]:
        bytewise = self._bytes(text)
        if bytewise.escapes and MARK in text:
            raise NotImplementedError("a text with U+2581 is not shown")
        ids = bytewise.adapter.encode(text, EncodeOptions(False, parse_special)).ids
        return stretches(
            *(text, ids, bytewise.special),
            prefixed=bytewise.prefixes,
            escaped=bytewise.escapes,
            trailing=bytewise.trailing,
            joined=bytewise.joined[parse_special],
        )

    def _normalized(self, text: str) -> list[tuple[str, int, int]]:
        ids = self._bytes(text).adapter.encode(text, ALONE).ids
        if any(token_id >= BYTES for token_id in ids):
            raise NotImplementedError("it is, or holds, a token that is taken whole before")
        return normalizer_rows(text, ids)


@dataclass(frozen=True, slots=True)
class Bytewise:
    """A probe of bytes: `special` maps its ids to content and id in the file; `joined`: those that
    no text is cut at, without and with special tokens of a text. `splits`: what is no special token
    is cut into words, for which llama.cpp reads characters."""

    adapter: GgmlLlamaCpp
    special: dict[int, tuple[str, int]]
    joined: tuple[frozenset[int], frozenset[int]]
    escapes: bool
    prefixes: bool
    splits: bool
    trailing: frozenset[int]

    @classmethod
    def of(cls, whole: GgmlLlamaCpp) -> "Bytewise":
        """Made from a vocabulary. NotImplementedError for a model whose bytes are not shown."""
        model, pre = whole._kind()
        if model not in ("gpt2", "gemma4", "llama") or (pre and "words_of_lines" in pre.quirks):
            raise NotImplementedError(f"the special tokens of the model {model} are not shown")
        special = whole.special_tokens()
        name = whole.key(gguf_names.NAME)
        prefix = whole.key(gguf_names.ADD_PREFIX)
        more: dict[str, Value] = {} if name is None else {gguf_names.NAME: name}
        if prefix is not None:
            more[gguf_names.ADD_PREFIX] = prefix == "true"
        types = {content: kind for content, (_, kind) in special.items()}
        spelled = pre is not None and pre.byte_encode
        probe = byte_probe(types, model, None if pre is None else pre.name, more, spelled=spelled)
        at = {256 + n: (content, special[content][0]) for n, content in enumerate(types)}
        escapes = pre is None or pre.escape_whitespaces
        marked = frozenset(n for n, (text, _) in at.items() if escapes and MARK in text)
        asked = {n for n, kind in enumerate(types.values(), 256) if kind != gguf_names.USER_DEFINED}
        return cls(
            adapter=GgmlLlamaCpp.of_content(probe.file),
            special=at,
            joined=(marked | asked, marked),
            escapes=escapes,
            prefixes=pre is None and prefix != "false",
            splits=pre is not None,
            trailing=frozenset(n for n, (_, real) in at.items() if whole.takes_space_behind(real)),
        )


ORACLE = OracleSpec(
    module=__name__,
    adapter="GgmlLlamaCpp",
    engine="llama.cpp",
    distribution="xllamacpp",
    formats=("gguf",),
    decodes="bytes",
    reports_offsets=False,
    native_to=("gguf",),
    library="llama.cpp",
)
