"""What llama.cpp's own converter would write for a source: tokens, types, scores, special ids.

Source of every rule: conversion/base.py (`get_vocab_base`, `_create_vocab_sentencepiece`),
conversion/bert.py (`set_vocab`, `_xlmroberta_set_vocab`) and gguf-py/gguf/vocab.py (`LlamaHfVocab`)
of llama.cpp b11549. Special ids and switches are those of `gguf.SpecialVocab`, which is asked.
The converter goes by the class of the model in config.json; here it is the way that fits the
format, which is what the classes of that format do.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tokparity.harness.conversion.upstream.pre_name import pre_of_hash
from tokparity.harness.conversion.upstream.specials import named_specials, specials_of
from tokparity.harness.conversion.upstream.written import Written
from tokparity.harness.conversion.vocabulary import TokenType
from tokparity.reference_impl.contract import Artefact, DecodeOptions, EncodeOptions, Text
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_config import CONFIG
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_BYTE = re.compile(r"<0x[0-9A-Fa-f]{2}>")
_NO_SCORE = -1000.0
_PADDING_SCORE = -10000.0
_MOST_ROWS = 1 << 24
_ALSO_SPECIAL = ("<pad>", "<mask>", "<2mass>", "[@BOS@]")
_AROUND_SPECIAL = (("<|", "|>"), ("<\uff5c", "\uff5c>"), ("<unused", ">"))
_KEPT_PRE = "default"


class NoUpstream(TokparityError):
    """The converter does not take this source, or breaks off on it; the message says why."""


def expected(artefact: Artefact, tokenizer: Tokenizer) -> Written:
    """What it writes. `tokenizer` is the artefact's reference. Raises NoUpstream."""
    if artefact.format == "sentencepiece":
        written = _of_sentencepiece(artefact.path, config_of(artefact.path.parent))
    elif artefact.format in ("tokenizer.json", "tokenizer_config.json"):
        written = _of_tokenizer_json(artefact, tokenizer)
    elif artefact.format == "model_folder":
        raise NoUpstream("llama.cpp's converter is not followed over a folder of this kind")
    else:
        raise NoUpstream(f"llama.cpp's converter reads no {artefact.format} by itself")
    return _with_specials(written, artefact)


def config_of(folder: Path, name: str = "config.json") -> dict[str, Any]:
    """A configuration; empty where there is none, or it is no JSON object."""
    try:
        config = json.loads((folder / name).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return config if isinstance(config, dict) else {}


def rows_of(config: dict[str, Any]) -> int | None:
    """The rows of the model's embedding: `vocab_size`, of a text model inside too.

    >>> rows_of({"text_config": {"vocab_size": 32064}})
    32064
    """
    inside = config.get("text_config")
    for part in (config, inside if isinstance(inside, dict) else {}):
        rows = part.get("vocab_size")
        if isinstance(rows, int) and not isinstance(rows, bool) and 0 < rows <= _MOST_ROWS:
            return rows
    return None


def looks_special(token: str) -> bool:
    """Whether an added token that is not marked so is taken for a special one by its spelling."""
    around = any(token.startswith(a) and token.endswith(z) for a, z in _AROUND_SPECIAL)
    return around or token in _ALSO_SPECIAL


def _of_tokenizer_json(artefact: Artefact, tokenizer: Tokenizer) -> Written:
    rows = rows_of(config_of(artefact.path.parent))
    config = config_of(artefact.path.parent, CONFIG)
    match tokenizer.model:
        case BPE() if tokenizer.spells_bytes:
            tokens, types = _base(tokenizer, rows)
            return Written("gpt2", pre_of_hash(tokenizer).name, tokens, types)
        case BPE(byte_fallback=True):
            if not isinstance(tokenizer.decoder, DecoderSequence):
                raise NoUpstream("BPE with byte_fallback is read only with a decoder Sequence")
            return _of_spaced_bpe(tokenizer, config)
        case WordPiece():
            tokens, types = _base(tokenizer, rows)
            tokens = tuple(map(_phantom, tokens, types))
            return Written("bert", pre_of_hash(tokenizer).name, tokens, types)
        case Unigram() as model:
            if not isinstance(tokenizer.normalizer, Precompiled):
                raise NoUpstream("Unigram is read only with a charsmap as its whole normalizer")
            return _of_unigram(tokenizer, model, rows, config)
        case _:
            raise NoUpstream("llama.cpp's converter has no way for this kind of model")


def _base(tokenizer: Tokenizer, rows: int | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """`get_vocab_base`: what has no id is padding, up to the rows of the embedding."""
    pieces = tokenizer.pieces()
    size = max(pieces, default=-1) + 1
    if rows is not None and rows < size:
        raise NoUpstream(f"id {size - 1} is no row of the embedding, which has {rows}")
    if rows is None and size > len(pieces):
        raise NoUpstream("ids have gaps, and no config.json says how many there are")
    size = max(size, rows or 0)
    if size > _MOST_ROWS:
        raise NoUpstream(f"id {size - 1} is too high for any embedding")
    tokens = [pieces.get(at, f"[PAD{at}]") for at in range(size)]
    types = [int(TokenType.NORMAL if at in pieces else TokenType.UNUSED) for at in range(size)]
    for added in tokenizer.added_tokens:
        token = added.content
        if not added.normalized:
            token = _there_and_back(tokenizer, token)
        special = added.special or looks_special(token)
        types[added.id] = TokenType.CONTROL if special else TokenType.USER_DEFINED
        tokens[added.id] = token if special else token.replace("\u2581", " ")
    return tuple(tokens), tuple(types)


def _there_and_back(tokenizer: Tokenizer, token: str) -> str:
    bare = replace(tokenizer, truncation=None, padding=None)
    try:
        ids = bare.encode(token, EncodeOptions(add_special=False)).ids
        decoded = bare.decode(ids, DecodeOptions(skip_special=False))
    except TokparityError as error:
        raise NoUpstream(f"the added token {token!r} is refused: {error}") from None
    return decoded.value if isinstance(decoded, Text) else token


def _phantom(token: str, kind: int) -> str:
    if kind == TokenType.CONTROL:
        return token
    return token.removeprefix("##") if token.startswith("##") else "\u2581" + token


def _of_spaced_bpe(tokenizer: Tokenizer, config: dict[str, Any]) -> Written:
    """`LlamaHfVocab`: every score is the same, so that no merge comes before another."""
    special = _named_ids(tokenizer, config)
    base = len(tokenizer.model.vocab)
    pieces = tokenizer.pieces()
    tokens, types = [], []
    for at in sorted(pieces):
        tokens.append(pieces[at])
        if _BYTE.fullmatch(pieces[at]) and at < base:
            types.append(int(TokenType.BYTE))
        elif at in special:
            types.append(int(TokenType.CONTROL))
        else:
            types.append(int(TokenType.NORMAL if at < base else TokenType.USER_DEFINED))
    return Written("llama", _KEPT_PRE, tuple(tokens), tuple(types), (_NO_SCORE,) * len(tokens))


def _named_ids(tokenizer: Tokenizer, config: dict[str, Any]) -> set[int]:
    """`all_special_ids` of transformers: of the tokens that the configuration names."""
    named = named_specials(config)
    return {at for at, piece in tokenizer.pieces().items() if piece in named}


def _of_unigram(
    tokenizer: Tokenizer, model: Unigram, rows: int | None, config: dict[str, Any]
) -> Written:
    """`_xlmroberta_set_vocab` of a folder without a .model."""
    pieces = tokenizer.pieces()
    base = len(model.scores)
    size = max(rows or 0, base)
    tokens = [f"[PAD{at}]" for at in range(size)]
    types = [int(TokenType.UNUSED)] * size
    scores = [_PADDING_SCORE] * size
    added = {token.id for token in tokenizer.added_tokens}
    special = _named_ids(tokenizer, config)
    for at in range(base):
        tokens[at], scores[at] = pieces[at], model.scores[at][1]
        types[at] = int(TokenType.NORMAL)
        if at == model.unk_id:
            types[at] = int(TokenType.UNKNOWN)
        elif at in special:
            types[at] = int(TokenType.CONTROL)
        elif at in added:
            types[at] = int(TokenType.USER_DEFINED)
    return Written("t5", _KEPT_PRE, tuple(tokens), tuple(types), tuple(scores))


def _of_sentencepiece(path: Path, config: dict[str, Any]) -> Written:
    """`_create_vocab_sentencepiece`, and the same for Unigram, with what the folder adds."""
    from sentencepiece import sentencepiece_model_pb2

    schema: Any = sentencepiece_model_pb2  # its classes are made at run time
    proto = schema.ModelProto.FromString(path.read_bytes())
    size = rows_of(config) or len(proto.pieces)
    tokens = [f"[PAD{at}]" for at in range(size)]
    scores = [_PADDING_SCORE] * size
    types = [int(TokenType.UNUSED)] * size
    for at, piece in enumerate(proto.pieces[:size]):
        tokens[at], scores[at] = piece.piece, piece.score
        known = piece.type != TokenType.USER_DEFINED  # is asked for by none of its questions
        types[at] = piece.type if known else int(TokenType.NORMAL)
    for at, token, special in _added_beside(path.parent, size):
        tokens[at] = token if special else token.replace("\u2581", " ")
        scores[at] = _NO_SCORE
        types[at] = int(TokenType.CONTROL if special else TokenType.USER_DEFINED)
    unigram = proto.trainer_spec.model_type == 1
    model = "t5" if unigram else "llama"
    return Written(model, _KEPT_PRE, tuple(tokens), tuple(types), tuple(scores))


def _added_beside(folder: Path, size: int) -> Iterator[tuple[int, str, bool]]:
    """Added tokens of the two files in which they may stand: id, content, whether special."""
    for token, at in config_of(folder, "added_tokens.json").items():
        if isinstance(at, int) and 0 <= at < size:
            yield at, token, False
    decoder = config_of(folder, CONFIG).get("added_tokens_decoder")
    for key, entry in (decoder if isinstance(decoder, dict) else {}).items():
        content = entry.get("content") if isinstance(entry, dict) else None
        if key.isascii() and key.isdecimal() and int(key) < size and isinstance(content, str):
            yield int(key), content, bool(entry.get("special")) or looks_special(content)


def _with_specials(written: Written, artefact: Artefact) -> Written:
    folder = artefact.path.parent
    document = None if artefact.format == "sentencepiece" else document_of(artefact)
    if document is None and (folder / "tokenizer.json").is_file():
        document = folder / "tokenizer.json"
    configs = config_of(folder, CONFIG), config_of(folder)
    try:
        ids, flags = specials_of(document, *configs, len(written.tokens))
    except Exception as error:  # the library checks nothing that it reads
        raise NoUpstream(f"llama.cpp's converter breaks off: {error}") from None
    return replace(written, ids=ids, flags=flags)


def document_of(artefact: Artefact) -> Path:
    """The tokenizer.json of an artefact that is one, or of the folder that it stands for."""
    folder = artefact.format == "tokenizer_config.json"
    return artefact.path.with_name("tokenizer.json") if folder else artefact.path
