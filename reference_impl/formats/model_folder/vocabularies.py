"""The vocabulary of a folder, by whichever files it has: a `model` section of tokenizer.json.

    vocab.json + merges.txt    spiece.model, sentencepiece.bpe.model, tokenizer.model
    vocab.txt                  tiktoken.model

Not here: what a class adds to it, or moves (`classes`). These files are read as transformers and
the library tokenizers read them, which is not as sentencepiece or tiktoken read them.
"""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.model_folder.settings import Token
from tokparity.reference_impl.serde_json.node import read_json
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.unicode.classes import characters

Scores = list[tuple[str, float]]
_CONTROL, _USER_DEFINED = 3, 4


@dataclass(frozen=True, slots=True)
class Proto:
    """What transformers takes of a .model of sentencepiece: `SentencePieceExtractor`.

    `pieces` in the order of their ids; `added` are its control and user-defined pieces.
    """

    pieces: Scores
    unk_id: int
    charsmap: bytes | None
    unigram: bool
    byte_fallback: bool
    unk_piece: str
    special: Mapping[str, str]
    added: tuple[Token, ...] = field(default=())

    @property
    def ids(self) -> dict[str, int]:
        """Of a piece that is there twice the last id."""
        return {piece: at for at, (piece, _) in enumerate(self.pieces)}


class NoProto(BadArtefact):
    """A file is no ModelProto message: transformers then takes it for ranks of tiktoken."""


def read_proto(path: Path) -> Proto:
    """Raises NoProto. Source: transformers 5.23 convert_slow_tokenizer.py
    `SentencePieceExtractor.extract`."""
    schema = import_module("sentencepiece.sentencepiece_model_pb2")
    bad_message = import_module("google.protobuf.message").DecodeError
    proto = schema.ModelProto()
    try:
        proto.ParseFromString(_read(path))
    except bad_message:
        raise NoProto(path, "file", "is no ModelProto message") from None
    pieces = [(_text(path, each.piece), float(each.score)) for each in proto.pieces]
    spec = proto.trainer_spec
    added = tuple(
        Token(piece, normalized=False, special=each.type == _CONTROL)
        for (piece, _), each in zip(pieces, proto.pieces, strict=True)
        if each.type in (_CONTROL, _USER_DEFINED)
    )
    special = {
        "bos_token": (spec.bos_id, spec.bos_piece or "<s>"),
        "eos_token": (spec.eos_id, spec.eos_piece or "</s>"),
        "unk_token": (spec.unk_id, spec.unk_piece or "<unk>"),
    }
    return Proto(
        pieces=pieces,
        unk_id=spec.unk_id,
        charsmap=proto.normalizer_spec.precompiled_charsmap or None,
        unigram=spec.model_type == 1,
        byte_fallback=spec.byte_fallback,
        unk_piece=_text(path, spec.unk_piece),
        special={name: _text(path, piece) for name, (at, piece) in special.items() if at >= 0},
        added=added,
    )


def _text(path: Path, value: str | bytes) -> str:
    if isinstance(value, str):
        return value
    raise BadArtefact(path, "pieces", f"{value!r} is no UTF-8")


def merges_of(vocab: Mapping[str, int], skipped: frozenset[str] = frozenset()) -> list[list[str]]:
    """Every way to make a piece of two others, those of low ids first.

    Source: transformers 5.23 tokenization_utils_base.py `generate_merges`, which knows no scores.

    >>> merges_of({"a": 0, "b": 1, "ab": 2, "aba": 3})
    [['a', 'b'], ['ab', 'a']]
    """
    found = []
    for piece, token_id in vocab.items():
        if piece in skipped:
            continue
        pairs = []
        for at in range(1, len(piece)):
            left, right = piece[:at], piece[at:]
            if left in vocab and right in vocab and left not in skipped and right not in skipped:
                pairs.append((left, right))
        pairs.sort(key=lambda pair: (vocab[pair[0]], vocab[pair[1]]))
        found += [(token_id, len(left), len(right), left, right) for left, right in pairs]
    found.sort(key=lambda each: each[:3])
    return [[left, right] for _, _, _, left, right in found]


def read_wordpiece(path: Path) -> dict[str, int]:
    """vocab.txt: a piece a line, what is white space at its end left out.

    Source: tokenizers 0.23 models/wordpiece/mod.rs `read_file`.
    """
    white_space = "".join(characters("whitespace"))
    return {line.rstrip(white_space): at for at, line in enumerate(_lines(path))}


def read_bpe(vocab: Path, merges: Path) -> tuple[dict[str, int], list[list[str]]]:
    """vocab.json and merges.txt: a merge a line, two pieces with one space between.

    Source: tokenizers 0.23 models/bpe/model.rs `read_file`, `convert_merges_to_hashmap`.
    """
    pairs = []
    for at, line in enumerate(_lines(merges), start=1):
        if line.startswith("#version"):
            continue
        pair = line.split(" ")
        if len(pair) != 2:
            raise BadArtefact(merges, f"line {at}", "must be two pieces with one space between")
        pairs.append(pair)
    root, numbered = read_json(vocab), {}
    for piece, token_id in root.mapping().items():
        if isinstance(token_id, bool) or not isinstance(token_id, int | float):
            continue  # the library passes over what is no number
        if not isinstance(token_id, int) or token_id < 0:
            raise root.at(piece, token_id).bad("must be a whole number from 0 up")
        numbered[piece] = token_id
    return numbered, pairs


def read_ranks(path: Path) -> dict[bytes, int]:
    """A file of tiktoken: base64 and a rank a line.

    Source: tiktoken 0.14 load.py `load_tiktoken_bpe`.
    """
    ranks = {}
    for at, line in enumerate(_read(path).splitlines(), start=1):
        if not line:
            continue
        try:
            token, rank = line.split()
            ranks[base64.b64decode(token)] = int(rank)
        except (ValueError, binascii.Error):
            raise BadArtefact(path, f"line {at}", "must be base64 and a rank") from None
    return ranks


def ranked_bpe(ranks: Mapping[bytes, int]) -> tuple[dict[str, int], list[list[str]]]:
    """The vocabulary and the merges of ranks, in the alphabet of ByteLevel.

    Source: transformers 5.23 convert_slow_tokenizer.py `TikTokenConverter`.
    """
    spelled = {token: spell(token) for token in ranks}
    found = []
    for token, rank in ranks.items():
        pairs = []
        for at in range(1, len(token)):
            left, right = token[:at], token[at:]
            if left in ranks and right in ranks:
                pairs.append((left, right))
        pairs.sort(key=lambda pair: (ranks[pair[0]], ranks[pair[1]]))
        found += [(rank, spelled[left], spelled[right]) for left, right in pairs]
    found.sort(key=lambda each: each[0])
    vocab = {spelled[token]: rank for token, rank in ranks.items()}
    return vocab, [[left, right] for _, left, right in found]


def bpe(vocab: Mapping[str, int], merges: list[list[str]], **options: Any) -> dict[str, Any]:
    """The `model` section of a BPE."""
    plain = {"dropout": None, "unk_token": None, "fuse_unk": False, "byte_fallback": False}
    affixes = {"continuing_subword_prefix": None, "end_of_word_suffix": None}
    kept = {"ignore_merges": False, "vocab": vocab, "merges": merges}
    return {"type": "BPE", **plain, **affixes, **kept, **options}


def unigram(vocab: Scores, unk_id: int, byte_fallback: bool = False) -> dict[str, Any]:
    """The `model` section of a Unigram."""
    listed = [[piece, float(score)] for piece, score in vocab]
    return {"type": "Unigram", "unk_id": unk_id, "vocab": listed, "byte_fallback": byte_fallback}


def wordpiece(vocab: Mapping[str, int], unk_token: str) -> dict[str, Any]:
    """The `model` section of a WordPiece."""
    return {
        "type": "WordPiece",
        "unk_token": unk_token,
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
        "vocab": vocab,
    }


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None


def _lines(path: Path) -> list[str]:
    """Lines as Rust's `BufRead::lines` has them: "\\r\\n" ends one, a lone "\\r" does not."""
    try:
        text = _read(path).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadArtefact(path, f"line {line}", "is not UTF-8") from None
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]
