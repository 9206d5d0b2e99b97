"""The libraries that `bench` measures beside: their own calls, in this process.

Each is called as a program in Python calls it, and by nothing of ours that costs: what an adapter
checks first is not the library's. An input that ends the process ends a fork (`batch_ratios`).
"""

import ctypes
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tokparity.reference_impl.contract import Artefact, EncodeOptions, Format

PLAIN = EncodeOptions(add_special=False, parse_special=True)

Ids = Sequence[int]
_ROOM = 1 << 14
"""Tokens of an answer of llama.cpp at most, each of 64 bytes."""


@dataclass(frozen=True, slots=True)
class Library:
    """A library's own calls for one file."""

    encode: Callable[[str], Ids]
    decode: Callable[[Ids], object]
    name: str
    keeps: object = None
    """What ends the library's own tables with it."""


def library_of(artefact: Artefact) -> Library | None:
    """The library that a file is of, where it is called in this process; None: it is not."""
    opened = _OPENED.get(artefact.format)
    return None if opened is None else opened(artefact)


def _tokenizers(artefact: Artefact) -> Library:
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    from tokenizers import Tokenizer as Theirs

    theirs = Theirs.from_file(str(artefact.path))
    return Library(
        lambda text: theirs.encode(text, add_special_tokens=False).ids, theirs.decode, "tokenizers"
    )


def _sentencepiece(artefact: Artefact) -> Library:
    from sentencepiece import SentencePieceProcessor

    theirs = SentencePieceProcessor(model_file=str(artefact.path))
    return Library(theirs.encode, lambda ids: theirs.decode(list(ids)), "sentencepiece")


def _tiktoken(artefact: Artefact) -> Library:
    os.environ["TIKTOKEN_CACHE_DIR"] = ""  # or it keeps a copy of the file
    from tiktoken import Encoding
    from tiktoken.load import load_tiktoken_bpe

    assert artefact.facts is not None
    theirs = Encoding(
        artefact.name,
        pat_str=artefact.facts.pattern,
        mergeable_ranks=load_tiktoken_bpe(str(artefact.path)),
        special_tokens=artefact.facts.specials,
    )
    return Library(
        lambda text: theirs.encode(text, allowed_special="all"),
        lambda ids: theirs.decode_bytes(list(ids)),
        "tiktoken",
    )


def _llama_cpp(artefact: Artefact) -> Library:
    """The two calls of its C API that llama-cpp-python makes, by the shared object of xllamacpp."""
    from tokparity.oracles.adapters.ggml_llama_cpp import GgmlLlamaCpp

    theirs = GgmlLlamaCpp.load(artefact)
    llama, vocab = theirs._llama, theirs._vocab
    room, chars = (ctypes.c_int32 * _ROOM)(), ctypes.create_string_buffer(64 * _ROOM)

    def encode(text: str) -> Ids:
        data = text.encode()
        count = llama.llama_tokenize(vocab, data, len(data), room, _ROOM, False, True)
        assert count >= 0, "a longer text than any that is measured"
        return room[:count]

    def decode(ids: Ids) -> bytes:
        array = (ctypes.c_int32 * len(ids))(*ids)
        size = llama.llama_detokenize(vocab, array, len(ids), chars, len(chars), False, False)
        assert size >= 0, "a longer row than any that is measured"
        return ctypes.string_at(chars, size)

    return Library(encode, decode, "llama.cpp", keeps=theirs)


_OPENED: dict[Format, Callable[[Artefact], Library]] = {
    "tokenizer.json": _tokenizers,
    "sentencepiece": _sentencepiece,
    "tiktoken": _tiktoken,
    "gguf": _llama_cpp,
}
