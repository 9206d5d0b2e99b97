"""Changing parts of a stage wherever they stand: alone, or in sequences of any depth.

Each function asks `change` about every part; it gives the part itself to leave it, None to take
it out. Where every part was left, the tokenizer is the very one that was given. No fault model is
here.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.decoders.sequence import Sequence as Decoders
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.normalizers.sequence import Sequence as Normalizers
from tokparity.reference_impl.post_processors.sequence import Sequence as PostProcessors
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import Sequence as PreTokenizers
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Part = TypeVar("Part", Normalizer, PreTokenizer, PostProcessor, Decoder)


def change_normalizers(
    tokenizer: Tokenizer, change: Callable[[Normalizer], Normalizer | None]
) -> Tokenizer:
    """The tokenizer with changed normalizers."""

    def changed(part: Normalizer) -> Normalizer | None:
        if not isinstance(part, Normalizers):
            return change(part)
        parts = _each(part.normalizers, changed)
        return part if parts is None else Normalizers(parts)

    old = tokenizer.normalizer
    new = None if old is None else changed(old)
    return tokenizer if new is old else replace(tokenizer, normalizer=new)


def change_pre_tokenizers(
    tokenizer: Tokenizer, change: Callable[[PreTokenizer], PreTokenizer | None]
) -> Tokenizer:
    """The tokenizer with changed pre-tokenizers."""

    def changed(part: PreTokenizer) -> PreTokenizer | None:
        if not isinstance(part, PreTokenizers):
            return change(part)
        parts = _each(part.pretokenizers, changed)
        return part if parts is None else PreTokenizers(parts)

    old = tokenizer.pre_tokenizer
    new = None if old is None else changed(old)
    return tokenizer if new is old else replace(tokenizer, pre_tokenizer=new)


def change_post_processors(
    tokenizer: Tokenizer, change: Callable[[PostProcessor], PostProcessor | None]
) -> Tokenizer:
    """The tokenizer with changed post-processors."""

    def changed(part: PostProcessor) -> PostProcessor | None:
        if not isinstance(part, PostProcessors):
            return change(part)
        parts = _each(part.processors, changed)
        return part if parts is None else PostProcessors(parts)

    old = tokenizer.post_processor
    new = None if old is None else changed(old)
    return tokenizer if new is old else replace(tokenizer, post_processor=new)


def change_decoders(tokenizer: Tokenizer, change: Callable[[Decoder], Decoder | None]) -> Tokenizer:
    """The tokenizer with changed decoders."""

    def changed(part: Decoder) -> Decoder | None:
        if not isinstance(part, Decoders):
            return change(part)
        parts = _each(part.decoders, changed)
        return part if parts is None else Decoders(parts)

    old = tokenizer.decoder
    new = None if old is None else changed(old)
    return tokenizer if new is old else replace(tokenizer, decoder=new)


def _each(
    parts: tuple[Part, ...], changed: Callable[[Part], Part | None]
) -> tuple[Part, ...] | None:
    """The changed parts; None where all are as they were."""
    found = [changed(part) for part in parts]
    if all(new is old for new, old in zip(found, parts, strict=True)):
        return None
    return tuple(new for new in found if new is not None)
