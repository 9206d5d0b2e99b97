"""Unigram of a tokenizer.json in GGUF's terms: model "t5"."""

from array import array
from typing import Any

from tokparity.harness.conversion.from_bpe import types_of
from tokparity.harness.conversion.losses import lost_by
from tokparity.harness.conversion.special_ids import specials_of
from tokparity.harness.conversion.vocabulary import ConvertedVocabulary, NoGguf, by_id
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.tokenizer.space_style import (
    marks_spaces,
    prefixes_space,
    squeezes_spaces,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def from_unigram(
    name: str, tokenizer: Tokenizer, config: dict[str, Any], template: str | None
) -> ConvertedVocabulary:
    """Raises NoGguf where spaces are not written as "▁", which llama.cpp always does."""
    model = tokenizer.model
    assert isinstance(model, Unigram)
    if not marks_spaces(tokenizer):
        raise NoGguf(
            name, "pipeline", 'does not write a space as "▁", as llama.cpp\'s Unigram does'
        )
    lost = []
    narrow = array("f", [score for _, score in model.scores])
    if any(wide != short for (_, wide), short in zip(model.scores, narrow, strict=True)):
        lost.append("scores: 64 bits here, 32 in a GGUF")
    if model.byte_fallback:
        lost.append("byte_fallback: model t5 gives the unknown token instead of bytes")
    specials = specials_of(tokenizer, config)
    unknown = []
    if model.unk_id is not None:
        unknown.append(model.scores[model.unk_id][0])
        specials.ids["unknown_token_id"] = model.unk_id
    scores = dict(model.scores)
    tokens, _ = by_id(name, tokenizer.pieces().items())
    return ConvertedVocabulary(
        model="t5",
        tokens=tuple(tokens),
        types=tuple(types_of(name, tokenizer, unknown, bytes_too=model.byte_fallback)),
        scores=tuple(scores.get(token, 0.0) for token in tokens),
        charsmap=_charsmap(tokenizer),
        ids=specials.ids,
        flags={
            **specials.flags,
            "add_space_prefix": prefixes_space(tokenizer),
            "remove_extra_whitespaces": squeezes_spaces(tokenizer),
        },
        chat_template=template,
        lost=(
            *lost,
            *specials.lost,
            *lost_by(tokenizer, frozenset({"Precompiled", "Replace", "Prepend", "Strip"})),
        ),
    )


def _charsmap(tokenizer: Tokenizer) -> bytes | None:
    """The first charsmap of the normalizer: a pipeline may have several, a GGUF has one."""
    stage = tokenizer.normalizer
    parts = stage.normalizers if isinstance(stage, NormalizerSequence) else (stage,)
    return next((part.charsmap.packed() for part in parts if isinstance(part, Precompiled)), None)
