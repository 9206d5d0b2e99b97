"""A tokenizer with one option of a stage otherwise than the file says, or without one part of it.

An option that is not heeded is the plainest of bugs, and may show in every text, where nothing can
be masked. Not here: other mistakes, of which each is thought up (`harness.fault_models`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from tokparity.harness.explanations.converted_json import part_name
from tokparity.reference_impl.contract import Stage
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.whitespace import Whitespace
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

WHOLE = "the whole stage"
"""What is missing where one of its parts alone would not explain it."""
WORDS = {"prepend_scheme": ("always", "first", "never")}
"""Options that are words, and all of these."""


@dataclass(frozen=True, slots=True)
class Variant:
    """What is otherwise: "add_prefix_space is True"; and the tokenizer."""

    stage: Stage
    words: str
    tokenizer: Tokenizer


def variants(tokenizer: Tokenizer) -> Iterator[Variant]:
    """Every option of the normalizer and of the pre-tokenizer, turned; then every part left out."""
    for changes in (_turned, _less):
        for words, normalizer in changes(tokenizer.normalizer):
            yield Variant("normalizer", words, replace(tokenizer, normalizer=normalizer))
        for words, cutter in changes(tokenizer.pre_tokenizer):
            yield Variant("pre_tokenizer", words, replace(tokenizer, pre_tokenizer=cutter))
    stage = tokenizer.pre_tokenizer
    if isinstance(stage, MetaspacePreTokenizer):
        for cutter in (WhitespaceSplit(), Whitespace()):
            words = f"{type_name(cutter)} in the place of Metaspace"
            yield Variant("pre_tokenizer", words, replace(tokenizer, pre_tokenizer=cutter))
    if isinstance(stage, ByteLevelPreTokenizer) and stage.use_regex:
        of_words = _prefixed_words(stage)
        words = "add_prefix_space is True, of every word"
        yield Variant("pre_tokenizer", words, replace(tokenizer, pre_tokenizer=of_words))


def _turned(stage: Any) -> Iterator[tuple[str, Any]]:
    for name, value in _options(stage):
        others: tuple[Any, ...] = (not value,) if isinstance(value, bool) else WORDS.get(name, ())
        for other in others:
            if other != value:
                yield f"{name} is {other}", replace(stage, **{name: other})
    for name, parts in _parts(stage):
        for at, part in enumerate(parts):
            for words, changed in _turned(part):
                yield words, replace(stage, **{name: (*parts[:at], changed, *parts[at + 1 :])})


def _prefixed_words(stage: ByteLevelPreTokenizer) -> PreTokenizerSequence:
    """What is cut by a pattern of its own first: then each word gets the space, not the text."""
    words = Split(Regex(GPT2.pattern), "Isolated", invert=False)
    spelling = replace(stage, use_regex=False, add_prefix_space=True)
    return PreTokenizerSequence((words, spelling))


def _less(stage: Any) -> Iterator[tuple[str, Any]]:
    for name, parts in _parts(stage):
        for at, part in enumerate(parts):
            rest = (*parts[:at], *parts[at + 1 :])
            yield f"without {type_name(part)}", replace(stage, **{name: rest})
    if stage is not None:
        yield f"without {type_name(stage)}", None


def _options(stage: Any) -> Iterator[tuple[str, Any]]:
    if is_dataclass(stage):
        for option in fields(stage):
            value = getattr(stage, option.name)
            if option.init and (isinstance(value, bool) or option.name in WORDS):
                yield option.name, value


def _parts(stage: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if is_dataclass(stage):
        for option in fields(stage):
            value = getattr(stage, option.name)
            if option.init and isinstance(value, tuple) and value and all(map(is_dataclass, value)):
                yield option.name, value


def without_parts(tokenizer: Tokenizer, *, of_decoder: bool = False) -> list[tuple[str, Tokenizer]]:
    """The tokenizer without each part of its normalizer, or its decoder, and without all; and what
    that part is called."""
    others: list[tuple[str, Tokenizer]] = []
    if of_decoder:
        decoder = tokenizer.decoder
        if isinstance(decoder, DecoderSequence):
            for at, part in enumerate(decoder.decoders):
                kept = DecoderSequence((*decoder.decoders[:at], *decoder.decoders[at + 1 :]))
                others.append((type_name(part), replace(tokenizer, decoder=kept)))
        return [*others, (WHOLE, replace(tokenizer, decoder=None))] if decoder else []
    normalizer = tokenizer.normalizer
    if isinstance(normalizer, NormalizerSequence):
        parts = normalizer.normalizers
        for at, stage in enumerate(parts):
            rest = NormalizerSequence((*parts[:at], *parts[at + 1 :]))
            others.append((part_name(stage), replace(tokenizer, normalizer=rest)))
    elif normalizer is not None:
        for name, less in _options_off(normalizer):
            others.append((name, replace(tokenizer, normalizer=less)))
    if normalizer is not None:
        name = WHOLE if others else type_name(normalizer)
        others.append((name, replace(tokenizer, normalizer=None)))
    return others


def _options_off(normalizer: Any) -> Iterator[tuple[str, Any]]:
    """A normalizer without each thing that it is told to do: flags, and rules of its own."""
    for option in fields(normalizer):
        value = getattr(normalizer, option.name)
        if value is True:
            yield option.name, replace(normalizer, **{option.name: False})
        elif option.name == "charsmap" and value is not None:
            yield option.name, replace(normalizer, charsmap=None)
        elif option.name == "strip_accents" and value is None and normalizer.lowercase:
            yield option.name, replace(normalizer, strip_accents=False)
