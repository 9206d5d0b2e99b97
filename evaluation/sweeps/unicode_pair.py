"""One component of the reference beside the library's own, on any text.

What is compared is every piece with its range in the original text; of a normalizer every
character is a piece.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import PreTokenizedString, Tokenizer, models
from tokenizers import pre_tokenizers as native_pre_tokenizers

from evaluation.sweeps.unicode_components import NORMALIZERS, PRE_TOKENIZERS, Spec
from tokparity.reference_impl.formats.tokenizer_json.normalizers import read_normalizer
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_pre_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned

Pieces = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]
Ask = Callable[[str], Pieces]
_NEXT = (1).__add__
_EACH_CHARACTER = native_pre_tokenizers.FixedLength(length=1)


@dataclass(frozen=True, slots=True)
class ComponentSides:
    """The same component twice: what the reference makes of a text, and what the library does."""

    ours: Ask
    theirs: Ask

    def agree(self, text: str) -> bool:
        return self.ours(text) == self.theirs(text)


def pair(name: str) -> ComponentSides:
    """The component of that name in `sweeps.unicode_components`: "normalizer NFC"."""
    stage, _, component = name.partition(" ")
    if stage == "normalizer":
        return _normalizer(NORMALIZERS[component])
    return _pre_tokenizer(PRE_TOKENIZERS[component])


def _native(stage: str, spec: Spec) -> Any:
    document = json.loads(Tokenizer(models.BPE()).to_str()) | {stage: spec}
    return getattr(Tokenizer.from_str(json.dumps(document)), stage)


def _node(stage: str, spec: Spec) -> Node:
    return Node(Path("tokenizer.json"), stage, spec)


def _normalizer(spec: Spec) -> ComponentSides:
    native = _native("normalizer", spec)
    reference = read_normalizer(_node("normalizer", spec))

    def theirs(text: str) -> Pieces:
        whole = PreTokenizedString(text)
        whole.normalize(native.normalize)
        _EACH_CHARACTER.pre_tokenize(whole)
        splits = whole.get_splits("original", "char")
        if not splits or not splits[0][0]:
            return (), ()
        chars, spans, _ = zip(*splits, strict=True)
        return chars, spans

    def ours(text: str) -> Pieces:
        normal = reference.normalize(Aligned.of(text))
        origin = normal.origin
        if type(origin) is range or min(origin, default=0) >= 0:
            ends = map(_NEXT, origin)
            return tuple(normal.text), tuple(zip(origin, ends, strict=True))
        return tuple(normal.text), tuple(normal.span(at, at + 1) for at in range(len(normal)))

    return ComponentSides(ours, theirs)


def _pre_tokenizer(spec: Spec) -> ComponentSides:
    native = _native("pre_tokenizer", spec)
    reference = read_pre_tokenizer(_node("pre_tokenizer", spec))

    def theirs(text: str) -> Pieces:
        pieces = native.pre_tokenize_str(text)
        return tuple([piece for piece, _ in pieces]), tuple([span for _, span in pieces])

    def ours(text: str) -> Pieces:
        pieces = reference.pre_tokenize([Aligned.of(text)])
        return (
            tuple([piece.text for piece in pieces]),
            tuple([piece.span(0, len(piece.text)) for piece in pieces]),
        )

    return ComponentSides(ours, theirs)
