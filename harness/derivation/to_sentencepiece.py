"""A `.model` of what a GGUF of kind "llama" or "t5" says, or what `convert` makes one of.

Their tokens, scores and types are sentencepiece's own; what a trainer would say beside them is
taken from flags and special ids. Not here: how a source becomes a `ConvertedVocabulary`.
"""

from pathlib import Path
from typing import Any

from tokparity.harness.conversion.vocabulary import ConvertedVocabulary, TokenizerModel, TokenType
from tokparity.harness.derivation.underivable import Underivable
from tokparity.reference_impl.formats.gguf.reader import read
from tokparity.reference_impl.formats.gguf.vocabulary import (
    BYTE,
    CONTROL,
    NORMAL,
    UNKNOWN,
    UNUSED,
    USER_DEFINED,
    Flags,
    read_flags,
)

_BPE, _UNIGRAM = 2, 1
_TYPES = {
    NORMAL: TokenType.NORMAL,
    UNKNOWN: TokenType.UNKNOWN,
    CONTROL: TokenType.CONTROL,
    USER_DEFINED: TokenType.USER_DEFINED,
    UNUSED: TokenType.UNUSED,
    BYTE: TokenType.BYTE,
}
_KEYS = {"bos": "bos_token_id", "eos": "eos_token_id", "unk": "unknown_token_id",
         "pad": "padding_token_id"}  # fmt: skip


def of_gguf(name: str, path: Path) -> ConvertedVocabulary:
    """The vocabulary of a GGUF of kind "llama" or "t5". Raises Underivable, BadArtefact."""
    keys, vocabulary = read(path)
    kinds: dict[str, TokenizerModel] = {"llama": "llama", "t5": "t5"}
    if vocabulary.model not in kinds:
        reason = f"a GGUF of model {vocabulary.model!r} says nothing that sentencepiece has"
        raise Underivable(name, "sentencepiece", reason)
    implied = Flags(add_space_prefix=vocabulary.model == "llama")
    flags = read_flags(keys, implied)
    try:
        tokens = tuple(token.decode() for token in vocabulary.tokens)
    except UnicodeDecodeError:
        raise Underivable(name, "sentencepiece", "a token is no UTF-8") from None
    return ConvertedVocabulary(
        model=kinds[vocabulary.model],
        tokens=tokens,
        types=tuple(_TYPES.get(attribute, TokenType.NORMAL) for attribute in vocabulary.attributes),
        scores=vocabulary.scores,
        charsmap=vocabulary.charsmap or None,
        ids={_KEYS[special]: token_id for special, token_id in vocabulary.specials.items()
             if special in _KEYS},
        flags={
            "add_space_prefix": flags.add_space_prefix,
            "remove_extra_whitespaces": flags.remove_extra_whitespaces,
        },
    )  # fmt: skip


def to_sentencepiece(name: str, vocabulary: ConvertedVocabulary) -> bytes:
    """The file. Raises Underivable where sentencepiece has no such model."""
    from sentencepiece import sentencepiece_model_pb2

    if vocabulary.model not in ("llama", "t5") or vocabulary.scores is None:
        raise Underivable(name, "sentencepiece", "its pieces have no scores")
    types = _with_one_unknown(name, vocabulary)
    schema: Any = sentencepiece_model_pb2
    proto = schema.ModelProto()
    for token, score, kind in zip(vocabulary.tokens, vocabulary.scores, types, strict=True):
        proto.pieces.add(piece=token, score=score, type=int(kind))
    trainer, normalizer = proto.trainer_spec, proto.normalizer_spec
    trainer.model_type = _BPE if vocabulary.model == "llama" else _UNIGRAM
    trainer.unk_id = types.index(TokenType.UNKNOWN)
    trainer.unk_piece = vocabulary.tokens[trainer.unk_id]
    trainer.byte_fallback = TokenType.BYTE in types
    for special, key in (("bos", "bos_token_id"), ("eos", "eos_token_id"), ("pad", _KEYS["pad"])):
        token_id = vocabulary.ids.get(key)
        setattr(trainer, f"{special}_id", -1 if token_id is None else token_id)
        if token_id is not None:
            setattr(trainer, f"{special}_piece", vocabulary.tokens[token_id])
    normalizer.name = "identity"
    normalizer.add_dummy_prefix = vocabulary.flags.get("add_space_prefix", True)
    normalizer.remove_extra_whitespaces = vocabulary.flags.get("remove_extra_whitespaces", False)
    normalizer.escape_whitespaces = True
    if vocabulary.charsmap:
        normalizer.precompiled_charsmap = vocabulary.charsmap
    written: bytes = proto.SerializeToString()
    return written


def _with_one_unknown(name: str, vocabulary: ConvertedVocabulary) -> list[TokenType]:
    """sentencepiece has one unknown piece, and its bos, eos and pad are control pieces."""
    types = list(vocabulary.types)
    unknown = vocabulary.ids.get("unknown_token_id")
    if unknown is None:
        unknown = types.index(TokenType.UNKNOWN) if TokenType.UNKNOWN in types else None
    if unknown is None:
        raise Underivable(name, "sentencepiece", "no token stands for what is unknown")
    for at, kind in enumerate(types):
        if kind is TokenType.UNKNOWN and at != unknown:
            types[at] = TokenType.CONTROL
    types[unknown] = TokenType.UNKNOWN
    for key in ("bos_token_id", "eos_token_id", "padding_token_id"):
        token_id = vocabulary.ids.get(key)
        if token_id is not None and token_id != unknown:
            types[token_id] = TokenType.CONTROL
    return types
