"""What the official library answers to a case: the source of every committed expectation.

Deliberately not the project's adapters: an expectation must not pass through code that it tests.
"""

import ctypes
import os
import sys
import unicodedata
from importlib.metadata import version
from importlib.resources import files
from typing import Any, assert_never

import tiktoken
from tiktoken.load import load_tiktoken_bpe
from tokenizers import Tokenizer
from tokenizers.decoders import DecodeStream

from tokparity.oracles.adapters.google_sentencepiece import character_spans, library_text
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    Case,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullCase,
    FullEncoding,
    Observation,
    Refusal,
    StageCase,
    StreamCase,
    Streamed,
    Text,
)


class HuggingFaceLibrary:
    """`tokenizers`: owns tokenizer.json."""

    oracle, name = "huggingface_tokenizers", "tokenizers"

    def __init__(self, artefact: Artefact) -> None:
        self.version = version(self.name)
        self.tokenizer = Tokenizer.from_file(str(artefact.path))
        if not artefact.settings.limits:
            self.tokenizer.no_truncation()
            self.tokenizer.no_padding()

    def expresses(self, case: Case) -> bool:
        return not isinstance(case, StageCase)

    def answer(self, case: Case) -> Observation:
        match case:
            case FullCase(text, pair, options):
                self.tokenizer.encode_special_tokens = not options.parse_special
                try:
                    encoding = self.tokenizer.encode(
                        text, pair, add_special_tokens=options.add_special
                    )
                except BaseException as error:  # a panic is no Exception
                    return Refusal("error", f"{type(error).__name__}: {error}".splitlines()[0])
                return reported(encoding)
            case EncodeCase(text, options):
                self.tokenizer.encode_special_tokens = not options.parse_special
                encoding = self.tokenizer.encode(text, add_special_tokens=options.add_special)
                return Encoding(tuple(encoding.ids), tuple(encoding.offsets))
            case DecodeCase(ids, decode_options):
                skip = decode_options.skip_special
                return Text(self.tokenizer.decode(list(ids), skip_special_tokens=skip))
            case StreamCase():
                return self._stream(case)
            case _:
                raise NotExpressed(case)

    def _stream(self, case: StreamCase) -> Observation:
        parts: list[str | None] = []
        try:
            skip = case.options.skip_special
            stream = DecodeStream(ids=list(case.prompt_ids), skip_special_tokens=skip)
        except (OverflowError, TypeError) as error:
            return Refusal("error", f"{type(error).__name__}: {error}".splitlines()[0])
        for token_id in case.ids:
            try:
                parts.append(stream.step(self.tokenizer, token_id) or "")
            except Exception:  # any: the stream goes on behind it
                parts.append(None)
        return Streamed(tuple(parts))


class TiktokenLibrary:
    """`tiktoken`: owns rank files. It neither adds special tokens nor leaves them out."""

    oracle, name = "openai_tiktoken", "tiktoken"

    def __init__(self, artefact: Artefact) -> None:
        assert artefact.facts is not None
        os.environ["TIKTOKEN_CACHE_DIR"] = ""  # else a copy is kept and the file not read again
        self.version = version(self.name)
        self.encoding = tiktoken.Encoding(
            artefact.name,
            pat_str=artefact.facts.pattern,
            mergeable_ranks=load_tiktoken_bpe(str(artefact.path)),
            special_tokens=artefact.facts.specials,
        )

    def expresses(self, case: Case) -> bool:
        match case:
            case EncodeCase(_, options):
                return not options.add_special
            case DecodeCase(_, decode_options):
                return not decode_options.skip_special
            case _:
                return False

    def answer(self, case: Case) -> Observation:
        match case:
            case EncodeCase(text, options):
                allowed: Any = "all" if options.parse_special else set()
                ids = self.encoding.encode(text, allowed_special=allowed, disallowed_special=())
                return Encoding(tuple(ids))
            case DecodeCase(ids, _):
                try:
                    return Bytes(self.encoding.decode_bytes(list(ids)))
                except KeyError as error:
                    return Refusal("error", f"KeyError: {error}")
            case _:
                raise NotExpressed(case)


class MistralLibrary:
    """`mistral-common`: owns tekken.json. Its special tokens never match in text."""

    oracle, name = "mistral_common", "mistral-common"

    def __init__(self, artefact: Artefact) -> None:
        from mistral_common.tokens.tokenizers.tekken import Tekkenizer

        self.version = version(self.name)
        self.tokenizer = Tekkenizer.from_file(artefact.path)
        self.adds = artefact.settings.bos, artefact.settings.eos

    def expresses(self, case: Case) -> bool:
        match case:
            case EncodeCase(_, options):
                return not options.parse_special
            case DecodeCase():
                return True
            case _:
                return False

    def answer(self, case: Case) -> Observation:
        from mistral_common.tokens.tokenizers.base import SpecialTokenPolicy

        match case:
            case EncodeCase(text, options):
                bos, eos = (options.add_special and asked for asked in self.adds)
                return Encoding(tuple(self.tokenizer.encode(text, bos=bos, eos=eos)))
            case DecodeCase(ids, decode_options):
                policy = SpecialTokenPolicy
                special_policy = policy.IGNORE if decode_options.skip_special else policy.KEEP
                return Text(self.tokenizer.decode(list(ids), special_policy))
            case _:
                raise NotExpressed(case)


class LegacyBertLibrary:
    """`transformers`' pure-Python BERT tokenizer: owns vocab.txt. Its answers depend on the
    version of Unicode that its Python has."""

    oracle, name = "huggingface_bert_legacy", "transformers"

    def __init__(self, artefact: Artefact) -> None:
        from transformers.models.bert import tokenization_bert_legacy as legacy

        self.version = f"{version(self.name)}+unicode{unicodedata.unidata_version}"
        library: Any = legacy  # it is not typed
        self.tokenizer = library.BertTokenizerLegacy(str(artefact.path))

    def expresses(self, case: Case) -> bool:
        return isinstance(case, EncodeCase | DecodeCase)

    def answer(self, case: Case) -> Observation:
        match case:
            case EncodeCase(text, options):
                batch = self.tokenizer(
                    text,
                    add_special_tokens=options.add_special,
                    split_special_tokens=not options.parse_special,
                )
                return Encoding(tuple(batch["input_ids"]))
            case DecodeCase(ids, decode_options):
                skip = decode_options.skip_special
                return Text(self.tokenizer.decode(list(ids), skip_special_tokens=skip))
            case _:
                raise NotExpressed(case)


class SentencepieceLibrary:
    """`sentencepiece`: owns `.model` files. Control pieces are never found in text."""

    oracle, name = "google_sentencepiece", "sentencepiece"

    def __init__(self, artefact: Artefact) -> None:
        import sentencepiece

        self.version = version(self.name)
        self.processor = sentencepiece.SentencePieceProcessor(model_file=str(artefact.path))
        self.adds = artefact.settings.bos, artefact.settings.eos

    def expresses(self, case: Case) -> bool:
        match case:
            case EncodeCase(_, options):
                return not options.parse_special
            case DecodeCase(_, decode_options):
                return decode_options.skip_special and not decode_options.remove_special
            case _:
                return False

    def answer(self, case: Case) -> Observation:
        match case:
            case EncodeCase(text, options):
                bos, eos = (options.add_special and asked for asked in self.adds)
                data = library_text(text)
                ids = self.processor.encode(data, add_bos=bos, add_eos=eos)
                mapping = self.processor.encode_as_offset_mapping(data)
                spans = [(start, end) for start, end in mapping["offsets"]]
                if isinstance(data, bytes):
                    spans = character_spans(data, spans)
                return Encoding(tuple(ids), (*[(0, 0)] * bos, *spans, *[(0, 0)] * eos))
            case DecodeCase(ids, _):
                return Text(self.processor.decode(list(ids)))
            case _:
                raise NotExpressed(case)


class Parameters(ctypes.Structure):
    """`struct llama_model_params` of b11549: its flags, and what stands before them."""

    _fields_ = (("before", ctypes.c_uint64 * 9), ("flags", ctypes.c_uint64))


class LlamaCppLibrary:
    """llama.cpp: owns GGUF. Called through the C API of the shared object in `xllamacpp`."""

    oracle, name = "ggml_llama_cpp", "xllamacpp"

    def __init__(self, artefact: Artefact) -> None:
        self.version = version(self.name)
        (shared_object,) = files("xllamacpp").glob("xllamacpp*.so")  # type: ignore[attr-defined] # a Path
        llama = ctypes.CDLL(str(shared_object))
        llama.llama_log_set(SILENT, None)
        llama.llama_model_load_from_file.restype = ctypes.c_void_p
        llama.llama_model_default_params.restype = Parameters
        llama.llama_model_load_from_file.argtypes = (ctypes.c_char_p, Parameters)
        llama.llama_model_get_vocab.restype = ctypes.c_void_p
        llama.llama_model_get_vocab.argtypes = (ctypes.c_void_p,)
        parameters = llama.llama_model_default_params()
        parameters.flags = 1  # the first of them: vocab_only
        model = llama.llama_model_load_from_file(bytes(artefact.path), parameters)
        self.llama, self.vocab = llama, ctypes.c_void_p(llama.llama_model_get_vocab(model))

    def expresses(self, case: Case) -> bool:
        return isinstance(case, EncodeCase | DecodeCase)

    def answer(self, case: Case) -> Observation:
        match case:
            case EncodeCase(text, options):
                data = text.encode("utf-8", "surrogateescape")
                tokens = (ctypes.c_int32 * (len(data) + 16))()
                flags = options.add_special, options.parse_special
                arguments = self.vocab, data, len(data), tokens, len(tokens)
                count = self.llama.llama_tokenize(*arguments, *flags)
                return Encoding(tuple(tokens[:count]))
            case DecodeCase(ids, decode_options):
                chars = ctypes.create_string_buffer(1 << 16)
                listed = (ctypes.c_int32 * len(ids))(*ids)
                flags = decode_options.remove_special, not decode_options.skip_special
                size = len(chars)
                count = self.llama.llama_detokenize(
                    self.vocab, listed, len(ids), chars, size, *flags
                )
                return Bytes(chars.raw[:count])
            case _:
                raise NotExpressed(case)


SILENT = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(lambda *_: None)

Library = (
    SentencepieceLibrary
    | LlamaCppLibrary
    | HuggingFaceLibrary
    | TiktokenLibrary
    | MistralLibrary
    | LegacyBertLibrary
)


def native_library(artefact: Artefact) -> Library:
    """The library that owns the artefact's format, holding the artefact."""
    match artefact.format:
        case "tokenizer.json":
            return HuggingFaceLibrary(artefact)
        case "tiktoken":
            return TiktokenLibrary(artefact)
        case "tekken.json":
            return MistralLibrary(artefact)
        case "vocab.txt":
            return LegacyBertLibrary(artefact)
        case "tokenizer_config.json" | "model_folder":
            sys.exit(f"{artefact.path}: a directory is not recorded: it is more than one file")
        case "chat_template":
            sys.exit(
                f"{artefact.path}: it has no vocabulary: "
                "`evaluation.tables.chat_templates` compares templates"
            )
        case "sentencepiece":
            return SentencepieceLibrary(artefact)
        case "gguf":
            return LlamaCppLibrary(artefact)
        case _:
            assert_never(artefact.format)


class NotExpressed(TypeError):
    """A case that a library has no question for."""

    def __init__(self, case: Case) -> None:
        super().__init__(f"{case.op}: not a question to this library")


def reported(encoding: Any) -> FullEncoding:
    """All columns of what `tokenizers` gave."""
    return FullEncoding(
        tuple(encoding.ids),
        tuple(encoding.offsets),
        tuple(encoding.tokens),
        tuple(encoding.type_ids),
        tuple(encoding.word_ids),
        tuple(encoding.special_tokens_mask),
        tuple(encoding.attention_mask),
        tuple(map(reported, encoding.overflowing)),
    )
