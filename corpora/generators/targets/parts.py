"""The parts of a pipeline, wherever they stand: alone, in sequences, or inside of others."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

T = TypeVar("T")
_DEEPEST = 12


def parts(stage: object, depth: int = 0) -> Iterator[object]:
    """A stage and every stage inside of it, the outer before the inner ones.

    >>> from tokparity.reference_impl.normalizers.nfc import NFC
    >>> from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
    >>> [type_name(part) for part in parts(NormalizerSequence((NFC(),)))]
    ['Sequence', 'NFC']
    """
    if isinstance(stage, tuple) and len(stage) < 100:
        for part in stage:
            yield from parts(part, depth)
    elif is_dataclass(stage) and not isinstance(stage, type) and depth < _DEEPEST:
        yield stage
        for attribute in fields(stage):
            if not attribute.name.startswith("_"):
                yield from parts(getattr(stage, attribute.name), depth + 1)


def rewriting(tokenizer: Tokenizer) -> tuple[object, ...]:
    """The parts of the normalizer."""
    return tuple(parts(tokenizer.normalizer))


def cutting(tokenizer: Tokenizer) -> tuple[object, ...]:
    """The parts of the pre-tokenizer."""
    return tuple(parts(tokenizer.pre_tokenizer))


def type_names(stages: tuple[object, ...]) -> frozenset[str]:
    """The names of their types."""
    return frozenset(type_name(part) for part in stages)
