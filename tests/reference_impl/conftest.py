"""What the tests of the reference share: small tokenizers, and the library to compare with."""

import copy
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sentencepiece import SentencePieceProcessor
from sentencepiece import sentencepiece_model_pb2 as schema
from tokenizers import Tokenizer as LibraryTokenizer
from tokenizers import models, pre_tokenizers, trainers

from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    FullCase,
    FullEncoding,
    Refusal,
    Text,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.full_encoding import encode_full, encode_full_batch
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

CORPUS = [
    "The quick brown fox jumps over the lazy dog, then 1234567 dogs jump over 89 foxes.",
    "  def main():\n\t\treturn 'naïve café' # isn't it? we'll see, they've gone",
    "Здравствуй, мир! 你好，世界！ こんにちは世界 안녕하세요 👩‍👩‍👧 🇫🇷 ½ Ⅷ ٣٤",
    "hello world hello  world   hello\u00a0world hello\u3000world",
]
Document = dict[str, Any]


@pytest.fixture(scope="session")
def trained() -> Document:
    """A byte-level BPE of 400 pieces, as the library writes it, without any other stage."""
    tokenizer = LibraryTokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(CORPUS * 3, trainer)
    document: Document = json.loads(tokenizer.to_str())
    return document | {"pre_tokenizer": None}


@pytest.fixture
def byte_level(trained: Document) -> Document:
    """The trained tokenizer with the stages of a GPT-2: a copy to change."""
    stage = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    document = copy.deepcopy(trained)
    return document | {"pre_tokenizer": stage | {"use_regex": True}, "decoder": stage}


@pytest.fixture
def reference(tmp_path: Path) -> Callable[[Document | bytes | str], Tokenizer]:
    """Loads a document, or whatever bytes, as tokenizer.json with the reference."""

    def read(document: Document | bytes | str) -> Tokenizer:
        path = tmp_path / "tokenizer.json"
        match document:
            case bytes():
                path.write_bytes(document)
            case str():
                path.write_text(document, "utf-8")
            case _:
                path.write_text(json.dumps(document), "utf-8")
        return load(Artefact("under-test", "tokenizer.json", path, ""))

    return read


def answer(library: LibraryTokenizer, text: str, add_special: bool) -> Any:
    """The library's encoding, None where it raises or panics (which is no Exception)."""
    try:
        return library.encode(text, add_special_tokens=add_special)
    except BaseException:
        return None


@pytest.fixture
def agree(reference: Callable[[Document], Tokenizer]) -> Callable[..., int]:
    """Encodes texts with reference and library under all options and asserts that ids, offsets
    and decoded texts are the same; gives the number of texts that the library refused."""

    def compare(document: Document, texts: Iterable[str]) -> int:
        ours, theirs = reference(document), LibraryTokenizer.from_str(json.dumps(document))
        refused = 0
        for text in texts:
            for add_special in (True, False):
                for parse_special in (True, False):
                    options = EncodeOptions(add_special, parse_special)
                    theirs.encode_special_tokens = not parse_special
                    (found,) = ours.encode_batch([text], options).observations()
                    expected = answer(theirs, text, add_special)
                    assert isinstance(found, Refusal) == (expected is None), (text, options, found)
                    if expected is None:
                        refused += 1
                        continue
                    assert found.ids == tuple(expected.ids), (text, options)
                    assert found.offsets == tuple(expected.offsets), (text, options)
                    for skip in (True, False):
                        decoded = theirs.decode(expected.ids, skip_special_tokens=skip)
                        assert ours.decode(expected.ids, DecodeOptions(skip)) == Text(decoded)
        return refused

    return compare


def everything(encoding: Any) -> FullEncoding:
    """What the library reports, in our words."""
    return FullEncoding(
        ids=tuple(encoding.ids),
        offsets=tuple(encoding.offsets),
        tokens=tuple(encoding.tokens),
        type_ids=tuple(encoding.type_ids),
        words=tuple(encoding.word_ids),
        special_tokens_mask=tuple(encoding.special_tokens_mask),
        attention_mask=tuple(encoding.attention_mask),
        overflowing=tuple(map(everything, encoding.overflowing)),
    )


@pytest.fixture
def agree_fully(reference: Callable[[Document], Tokenizer]) -> Callable[..., int]:
    """Encodes texts and pairs with reference and library and asserts that everything the library
    reports is the same, one by one and as a batch, and `encode` the same as `encode_full`; gives
    the number of refusals."""

    def compare(document: Document, inputs: Iterable[tuple[str, str | None]]) -> int:
        ours, theirs = reference(document), LibraryTokenizer.from_str(json.dumps(document))
        refused = 0
        cases: list[FullCase] = []
        answers: list[FullEncoding | None] = []
        for text, pair in inputs:
            for add_special in (True, False):
                options = EncodeOptions(add_special)
                cases.append(FullCase(text, pair, options))
                try:
                    expected = everything(theirs.encode(text, pair, add_special_tokens=add_special))
                    answers.append(expected)
                except BaseException:
                    answers.append(None)
                    refused += 1
                    with pytest.raises(TokparityError):
                        encode_full(ours, text, pair, options)
                    continue
                found = encode_full(ours, text, pair, options)
                assert found == expected, (text, pair, add_special)
                if pair is None:
                    encoded = ours.encode(text, options)
                    assert (encoded.ids, encoded.offsets) == (found.ids, found.offsets)
        together = encode_full_batch(ours, cases).observations()
        assert [None if isinstance(one, Refusal) else one for one in together] == answers
        return refused

    return compare


_TYPES = {"normal": 1, "unknown": 2, "control": 3, "user_defined": 4, "unused": 5, "byte": 6}
_MODELS = {"unigram": 1, "bpe": 2, "word": 3, "char": 4}


@dataclass(frozen=True)
class SentencepiecePair:
    """One .model file, held by the reference and by the library."""

    reference: Tokenizer
    library: SentencePieceProcessor

    def expected(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        """The library's ids and ranges, in characters."""
        found = self.library.encode(text, return_type="offset_mapping")
        return found["ids"], found["offsets"]

    def check(self, *texts: str) -> None:
        """Ids and ranges of each text are the library's."""
        assert texts
        for text in texts:
            found = self.reference.encode(text, EncodeOptions(False, False))
            ids, offsets = self.expected(text)
            assert (text, list(found.ids), list(found.offsets or ())) == (text, ids, offsets)


@pytest.fixture
def sentencepiece_model(tmp_path: Path) -> Callable[..., bytes]:
    """The bytes of a .model: pieces as (text, score, type), or texts that are normal ones; the
    unknown piece is put before them. No normalization unless asked for."""

    def make(
        kind: str,
        pieces: Iterable[Any],
        trainer: dict[str, Any] | None = None,
        normalizer: dict[str, Any] | None = None,
        unknown: bool = True,
    ) -> bytes:
        proto = schema.ModelProto()
        proto.trainer_spec.model_type = _MODELS[kind]
        for name, value in (trainer or {}).items():
            setattr(proto.trainer_spec, name, value)
        plain = {"add_dummy_prefix": False, "remove_extra_whitespaces": False}
        for name, value in (plain | (normalizer or {})).items():
            setattr(proto.normalizer_spec, name, value)
        listed = [("<unk>", 0.0, "unknown")] if unknown else []
        listed += [one if isinstance(one, tuple) else (one, -1.0, "normal") for one in pieces]
        if proto.trainer_spec.byte_fallback:
            listed += [(f"<0x{byte:02X}>", 0.0, "byte") for byte in range(256)]
        for text, score, type_name in listed:
            proto.pieces.add(piece=text, score=score, type=_TYPES[type_name])
        data: bytes = proto.SerializeToString()
        return data

    return make


@pytest.fixture
def sentencepiece_pair(
    tmp_path: Path, sentencepiece_model: Callable[..., bytes]
) -> Callable[..., SentencepiecePair]:
    """Loads a .model on both sides: its bytes, or what `sentencepiece_model` makes it of."""

    def make(kind: str | bytes, *arguments: Any, **options: Any) -> SentencepiecePair:
        given = isinstance(kind, bytes)
        data = kind if given else sentencepiece_model(kind, *arguments, **options)
        path = tmp_path / "made.model"
        path.write_bytes(data)
        artefact = Artefact("made", "sentencepiece", path, "0")
        return SentencepiecePair(load(artefact), SentencePieceProcessor(model_proto=data))

    return make
