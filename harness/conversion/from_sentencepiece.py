"""A `.model` file in GGUF's terms: BPE is model "llama", Unigram is "t5"."""

from typing import Any

from tokparity.harness.conversion.special_ids import chat_template, named_specials, read_config
from tokparity.harness.conversion.vocabulary import ConvertedVocabulary, NoGguf, TokenType, by_id
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_UNIGRAM, _BPE = 1, 2
"""`TrainerSpec.ModelType` of sentencepiece_model.proto; 3 and 4 are word and char."""


def from_sentencepiece(artefact: Artefact, tokenizer: Tokenizer) -> ConvertedVocabulary:
    """Raises NoGguf for word and character models, which llama.cpp does not have.

    `tokenizer` is the file as the reference has read it: what is no model was refused there.
    """
    from sentencepiece import sentencepiece_model_pb2

    schema: Any = sentencepiece_model_pb2  # its classes are made at run time
    proto = schema.ModelProto.FromString(artefact.path.read_bytes())
    trainer, normalizer = proto.trainer_spec, proto.normalizer_spec
    if trainer.model_type not in (_UNIGRAM, _BPE):
        reason = "llama.cpp has no word or character models: only BPE and Unigram can be converted"
        raise NoGguf(artefact.name, "trainer_spec.model_type", reason)
    tokens, _ = by_id(artefact.name, ((i, piece.piece) for i, piece in enumerate(proto.pieces)))
    lost: list[str] = []
    unigram = trainer.model_type == _UNIGRAM
    types = [TokenType(piece.type) for piece in proto.pieces]
    if normalizer.precompiled_charsmap and not unigram:
        lost.append(f"normalizer {normalizer.name or 'charsmap'}: model llama does not normalize")
    if trainer.byte_fallback and unigram:
        lost.append("byte_fallback: model t5 gives the unknown token instead of bytes")
    if trainer.treat_whitespace_as_suffix:
        lost.append("treat_whitespace_as_suffix: llama.cpp puts the space before a text")
    if not normalizer.escape_whitespaces:
        lost.append("escape_whitespaces false: llama.cpp always escapes spaces")
    if normalizer.remove_extra_whitespaces and not unigram:
        lost.append("remove_extra_whitespaces: model llama keeps all white space")
    if trainer.unk_surface not in ("", " \u2047 "):
        lost.append(f"unk_surface {trainer.unk_surface!r}: llama.cpp has its own")
    folder = artefact.path.parent
    config = read_config(folder)
    ids = _ids(tokenizer, trainer) | named_specials(tokenizer, config)
    flags = {
        "add_space_prefix": normalizer.add_dummy_prefix,
        "remove_extra_whitespaces": normalizer.remove_extra_whitespaces,
    }
    for name in ("add_bos_token", "add_eos_token"):
        if isinstance(config.get(name), bool):
            flags[name] = config[name]
        else:
            lost.append(f"{name}: a .model does not say; llama.cpp's default for the model stands")
    return ConvertedVocabulary(
        model="t5" if unigram else "llama",
        tokens=tuple(tokens),
        types=tuple(types),
        scores=tuple(piece.score for piece in proto.pieces),
        charsmap=normalizer.precompiled_charsmap or None,
        ids=ids,
        flags=flags,
        chat_template=chat_template(folder, config),
        lost=tuple(lost),
    )


def _ids(tokenizer: Tokenizer, trainer: Any) -> dict[str, int]:
    """By the names that the trainer was given: sentencepiece looks the ids up by piece too."""
    vocab = tokenizer.model.vocab
    named = {
        "unknown_token_id": trainer.unk_piece or "<unk>",
        "bos_token_id": trainer.bos_piece or "<s>",
        "eos_token_id": trainer.eos_piece or "</s>",
        "padding_token_id": trainer.pad_piece or "<pad>",
    }
    return {key: vocab[piece] for key, piece in named.items() if piece in vocab}
