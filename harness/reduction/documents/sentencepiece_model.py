"""A .model of sentencepiece as a document: pieces with score and type, and two specifications."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from tokparity.corpora.embedded import Embedded
from tokparity.harness.reduction.documents.charsmaps import small_charsmap
from tokparity.harness.reduction.documents.document import Document, DocumentPart, Numbers
from tokparity.harness.reduction.documents.scores import rounder
from tokparity.harness.reduction.documents.spelling import all_apart, respelling
from tokparity.reference_impl.contract import Artefact

NORMAL, UNKNOWN, UNUSED, BYTE = 1, 2, 5, 6
"""Of the schema's enum of piece types."""
_TRAINER = ("model_type", "byte_fallback", "treat_whitespace_as_suffix")
_NAMES = ("unk_piece", "bos_piece", "eos_piece", "pad_piece", "unk_surface")
"""Fields of the trainer's specification that the library reads; it ignores all others."""
_NORMALIZER = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")

Entry = tuple[str, float, int]


def read(artefact: Artefact) -> "SentencepieceModel":
    """The document of a file that the reference reads too; what only training used is left out."""
    proto = _proto(artefact.path.read_bytes())
    pieces = {at: (piece.piece, piece.score, piece.type) for at, piece in enumerate(proto.pieces)}
    head = _proto(b"")
    for name in (*_TRAINER, *_NAMES):
        if proto.trainer_spec.HasField(name):
            setattr(head.trainer_spec, name, getattr(proto.trainer_spec, name))
    head.normalizer_spec.CopyFrom(proto.normalizer_spec)
    if proto.denormalizer_spec.precompiled_charsmap:
        head.denormalizer_spec.CopyFrom(proto.denormalizer_spec)
    return SentencepieceModel(pieces, head.SerializeToString(deterministic=True))


def _proto(data: bytes) -> Any:
    schema = import_module("sentencepiece.sentencepiece_model_pb2")
    return schema.ModelProto.FromString(data)


@dataclass(frozen=True, slots=True)
class SentencepieceModel:
    """Pieces by id, and the bytes of a ModelProto that has none."""

    pieces: Mapping[int, Entry]
    head: bytes

    @property
    def ids(self) -> frozenset[int]:
        return frozenset(self.pieces)

    @property
    def needed(self) -> frozenset[int]:
        """All bytes where there is byte fallback, or else the unknown piece: the library does not
        load a file without."""
        kind = BYTE if _proto(self.head).trainer_spec.byte_fallback else UNKNOWN
        return frozenset([at for at, entry in self.pieces.items() if entry[2] == kind])

    @property
    def last(self) -> frozenset[int]:
        return frozenset()

    def keep(self, ids: Collection[int]) -> "SentencepieceModel":
        pieces = {at: entry for at, entry in self.pieces.items() if at in ids}
        return replace(self, pieces=pieces)

    def plainer(self, texts: Collection[str]) -> Iterator[Document]:
        proto = _proto(self.head)
        trainer, normalizer = proto.trainer_spec, proto.normalizer_spec
        if trainer.byte_fallback:
            yield self._without_bytes()
        if proto.HasField("denormalizer_spec"):
            bare = _proto(self.head)
            bare.ClearField("denormalizer_spec")
            yield self._headed(bare)
        if normalizer.precompiled_charsmap:
            yield self._without("normalizer_spec", "precompiled_charsmap")
            for small in small_charsmap(normalizer.precompiled_charsmap, texts):
                yield self._with("normalizer_spec", "precompiled_charsmap", small)
        for name in ("name", "normalization_rule_tsv"):
            if normalizer.HasField(name):
                yield self._without("normalizer_spec", name)
        for name in _NORMALIZER:
            if getattr(normalizer, name):
                yield self._with("normalizer_spec", name, False)
        for name in (*_NAMES, "treat_whitespace_as_suffix"):
            if trainer.HasField(name):
                yield self._without("trainer_spec", name)
        yield from self._of_pieces()

    def _of_pieces(self) -> Iterator[Document]:
        """Other scores, and pieces that are of no special type."""
        for scores in rounder([score for _, score, _ in self.pieces.values()]):
            rows = zip(self.pieces.items(), scores, strict=True)
            rescored = {at: (piece, score, kind) for (at, (piece, _, kind)), score in rows}
            yield replace(self, pieces=rescored)
        for at, (piece, score, kind) in self.pieces.items():
            if kind not in (NORMAL, UNKNOWN, BYTE):
                yield replace(self, pieces={**self.pieces, at: (piece, score, NORMAL)})

    def _without_bytes(self) -> "SentencepieceModel":
        """Without byte fallback, whose pieces no file may have then; with an unknown piece."""
        plain = self._without("trainer_spec", "byte_fallback")
        pieces = {at: entry for at, entry in self.pieces.items() if entry[2] != BYTE}
        if all(kind != UNKNOWN for _, _, kind in pieces.values()):
            pieces[max(self.pieces) + 1] = ("<unk>", 0.0, UNKNOWN)
        return replace(plain, pieces=pieces)

    def _with(self, spec: str, name: str, value: object) -> "SentencepieceModel":
        proto = _proto(self.head)
        setattr(getattr(proto, spec), name, value)
        return self._headed(proto)

    def _without(self, spec: str, name: str) -> "SentencepieceModel":
        proto = _proto(self.head)
        getattr(proto, spec).ClearField(name)
        return self._headed(proto)

    def _headed(self, proto: Any) -> "SentencepieceModel":
        return replace(self, head=proto.SerializeToString(deterministic=True))

    def parts(self) -> Iterator[DocumentPart]:
        yield from ()

    def respelled(self, old: str, new: str) -> "SentencepieceModel | None":
        change = respelling(old, new)
        rows = self.pieces.items()
        pieces = {at: (change(piece), score, kind) for at, (piece, score, kind) in rows}
        apart = all_apart([piece for piece, _, _ in pieces.values()])
        return replace(self, pieces=pieces) if apart else None

    def write(self, numbers: Numbers) -> Embedded:
        """An id that only another document of the finding has is an unused piece "[PADn]"."""
        proto = _proto(self.head)
        new = {numbers[at]: entry for at, entry in self.pieces.items()}
        for at in range(max(new, default=-1) + 1):
            piece, score, kind = new.get(at, (f"[PAD{at}]", 0.0, UNUSED))
            proto.pieces.add(piece=piece, score=score, type=kind)
        return Embedded("sentencepiece", proto.SerializeToString(deterministic=True))
