"""Folders made here, and what `AutoTokenizer` of the installed transformers makes of them."""

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from sentencepiece import sentencepiece_model_pb2 as schema
from tokenizers import pre_tokenizers

from tokparity.oracles.adapters.huggingface_folder import HuggingfaceFolder
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.refusals import REFUSING

TEXTS = [
    *("", " ", "ab abc", "  Ab\n\nb ", "a.b , c ' n't", "été ÉTÉ ①", "日本 あ", "12 345"),
    *("<s>a</s> b<mask> <pad>[CLS]a [MASK]b[SEP]<unk>", "<|endoftext|>ab<x> <y>a", "a▁b ▁▁"),
    *("<extra_id_0> <extra_id_99>", "``a'' \u00a0\u2581", "<0x41>", "en_XX ab eng_Latn __eng__"),
]
WORDS = ["ab", "abc", "bc", "é", "日本", "12", ".", "A", "B"]


@cache
def charsmap() -> bytes:
    """A small one, of real rules."""
    path = files("evaluation.sweeps").joinpath("charsmap.json")
    return base64.b64decode(json.loads(path.read_text("utf-8"))["charsmap"])


@cache
def model_file(kind: int, *, bytes_too: bool = False, mapped: bool = True) -> bytes:
    """A .model: 1 is Unigram, 2 is BPE."""
    proto = schema.ModelProto()
    proto.trainer_spec.model_type = kind
    proto.trainer_spec.byte_fallback = bytes_too
    if mapped:
        proto.normalizer_spec.precompiled_charsmap = charsmap()
    reserved = [("<pad>", 3), ("</s>", 3), ("<unk>", 2), ("<s>", 3), ("<sep>", 4), ("[MASK]", 4)]
    reserved += [("[CLS]", 3), ("[SEP]", 3)]
    proto.trainer_spec.unk_id = 2
    spelled = [(f"<0x{byte:02X}>", 6) for byte in range(256)] if bytes_too else []
    letters = [*"abcdeABéÉ日本あ12345.,'n▁t", "▁a", "▁ab", "▁b", *WORDS]
    pieces = [*reserved, *spelled, *((letter, 1) for letter in dict.fromkeys(letters))]
    for at, (piece, type_) in enumerate(pieces):
        proto.pieces.add(piece=piece, score=0.0 if type_ != 1 else -1.0 - at / 7, type=type_)
    data: bytes = proto.SerializeToString()
    return data


def byte_level() -> tuple[str, str]:
    """vocab.json and merges.txt."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    named = ["<s>", "</s>", "<unk>", "<pad>", "<mask>", "<|endoftext|>", "[CLS]", "[SEP]"]
    merged = ["ab", "abc", "Ġab", "12"]
    ended = ["a</w>", "b</w>", "c</w>", "ab</w>"]
    vocab = {piece: at for at, piece in enumerate([*named, *alphabet, *merged, *ended])}
    merges = "#version: 0.2\na b\nab c\nĠ ab\n1 2\na b</w>\n"
    return json.dumps(vocab), merges


def wordpiece() -> str:
    """vocab.txt."""
    named = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "<s>", "</s>", "<unk>", "<cls>", "<sep>"]
    more = ["##b", "##c", "ab", "##é", "ete", "12", "##3", "[QUESTION]"]
    pieces = [*named, *"abcdAB.,'é日本", *more]
    return "\n".join(pieces) + "\n"


@dataclass(frozen=True)
class Folder:
    """One folder, and both sides of it."""

    artefact: Artefact
    place: Path

    @cached_property
    def library(self) -> HuggingfaceFolder:
        """Made once: that of `CanineTokenizer` lists all code points."""
        return HuggingfaceFolder.load(self.artefact)

    def differences(self, texts: list[str] = TEXTS) -> list[Any]:
        """Every text by all options, and what comes of it and of single ids decoded again."""
        library, reference = self.library, load(self.artefact)
        found = []
        asked = [EncodeOptions(add, parse) for add in (True, False) for parse in (True, False)]
        seen: list[tuple[int, ...]] = [(at,) for at in range(40)]
        for text in texts:
            for options in asked:
                theirs = answer(lambda t=text, o=options: library.encode(t, o).ids)
                ours = answer(lambda t=text, o=options: reference.encode(t, o).ids)
                seen += [theirs] if isinstance(theirs, tuple) else []
                found += [] if ours == theirs else [(text, options, theirs, ours)]
        for ids in dict.fromkeys(seen):
            for skip in (False, True):
                theirs = answer(lambda i=ids, s=skip: library.decode(i, DecodeOptions(s)))
                ours = answer(lambda i=ids, s=skip: reference.decode(i, DecodeOptions(s)))
                found += [] if ours == theirs else [(ids, skip, theirs, ours)]
        assert len(seen) > 40  # more than the single ids: some text has an answer
        return found

    def library_refuses(self) -> bool:
        try:
            _ = self.library
        except Exception:
            return True
        return False

    def reason(self) -> str:
        """Why the reference refuses it."""
        with pytest.raises(TokparityError) as refused:
            load(self.artefact)
        return str(refused.value)


def answer(ask: Callable[[], Any]) -> Any:
    """None where there is none: what a library says of that is its own affair."""
    try:
        return ask()
    except (*REFUSING, Exception):
        return None


Make = Callable[..., Folder]


@pytest.fixture
def folder(tmp_path: Path) -> Make:
    """Write a folder: `config` is its tokenizer_config.json, other files by their names, with two
    underscores for a dot."""

    def make(config: Any = None, model: Any = None, **contents: Any) -> Folder:
        given = {name.replace("__", "."): content for name, content in contents.items()}
        if config is not None:
            given["tokenizer_config.json"] = config
        if model is not None:
            given["config.json"] = model
        for path in tmp_path.iterdir():
            path.unlink()
        for name, content in given.items():
            path = tmp_path / name
            if isinstance(content, bytes):
                path.write_bytes(content)
            else:
                text = content if isinstance(content, str) else json.dumps(content)
                path.write_text(text, "utf-8")
        name = "tokenizer_config.json" if config is not None else "config.json"
        artefact = Artefact("folder", "model_folder", tmp_path / name, "0" * 64)
        return Folder(artefact, tmp_path)

    return make


@pytest.fixture
def files_of() -> Callable[[str, str | None], dict[str, Any]]:
    """The files that a class reads, by the name of its vocabulary."""

    def files_by(vocab_file: str, kind: str | None) -> dict[str, Any]:
        if vocab_file == "vocab.json":
            vocab, merges = byte_level()
            return {"vocab__json": vocab, "merges__txt": merges}
        if vocab_file == "vocab.txt":
            return {"vocab__txt": wordpiece()}
        data = model_file(2 if kind == "BPE" else 1, bytes_too=kind == "BPE")
        return {(vocab_file or "tokenizer.model").replace(".", "__"): data}

    return files_by
