"""Changes to a trained .model that no training makes, though the library reads them.

Types turned over, scores that tie, pieces with spaces, unknown pieces in odd places. Not here:
files that are broken (`broken`).
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tokparity.corpora.generators.rng import Rng

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED = 1, 2, 3, 4, 5
_BPE, _UNIGRAM = 2, 1
_FLAGS = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")

Edit = Callable[[Rng, Any], None]


def _some_to(kind: int, share: float) -> Edit:
    def turn(rng: Rng, proto: Any) -> None:
        for piece in proto.pieces:
            if piece.type == NORMAL and rng.chance(share):
                piece.type = kind

    return turn


def _scores(choices: tuple[float, ...]) -> Edit:
    def score(rng: Rng, proto: Any) -> None:
        for piece in proto.pieces:
            if rng.chance(0.7):
                piece.score = rng.choice(choices)

    return score


def _more_pieces(rng: Rng, proto: Any) -> None:
    known = {piece.piece for piece in proto.pieces}
    for text in (
        "a b",
        " c",
        "the▁world",
        "▁▁▁",
        "he▁",
        "llo",
        "日本語",
        "12",
        "é",
        "\ufffd",
        "𠀀",
    ):
        if text not in known and rng.chance(0.6):
            kind = rng.choice((NORMAL, NORMAL, USER_DEFINED, UNUSED))
            proto.pieces.add(piece=text, score=-rng.random() * 9, type=kind)


def _fewer_letters(rng: Rng, proto: Any) -> None:
    """Characters that are in pieces and no piece themselves; ids stay what they are."""
    for number, piece in enumerate(proto.pieces):
        if piece.type == NORMAL and len(piece.piece) == 1 and rng.chance(0.4):
            piece.piece = f"{piece.piece}#{number}"


def _unknown_elsewhere(rng: Rng, proto: Any) -> None:
    for piece in proto.pieces:
        if piece.type == UNKNOWN:
            piece.type = NORMAL
    normal = [piece for piece in proto.pieces if piece.type == NORMAL]
    rng.choice(normal).type = UNKNOWN


def _no_unknown(rng: Rng, proto: Any) -> None:
    """Only byte fallback may do without."""
    for piece in proto.pieces:
        if piece.type == UNKNOWN and proto.trainer_spec.byte_fallback:
            piece.type = CONTROL


def _flags(rng: Rng, proto: Any) -> None:
    name = rng.choice(_FLAGS)
    setattr(proto.normalizer_spec, name, not getattr(proto.normalizer_spec, name))


def _as_suffix(rng: Rng, proto: Any) -> None:
    spec = proto.trainer_spec
    spec.treat_whitespace_as_suffix = not spec.treat_whitespace_as_suffix


def _other_algorithm(rng: Rng, proto: Any) -> None:
    proto.trainer_spec.model_type = rng.between(1, 4)


def _names(rng: Rng, proto: Any) -> None:
    spec = proto.trainer_spec
    name = rng.choice(("unk_piece", "bos_piece", "eos_piece"))
    setattr(spec, name, rng.choice(("", "a", "<s>", "</s>", "▁the", "missing")))


def _surface(rng: Rng, proto: Any) -> None:
    proto.trainer_spec.unk_surface = rng.choice(("", " ", "▁", "??"))
    if rng.chance(0.4):
        proto.trainer_spec.ClearField("unk_surface")


def _decodes_as_it_encodes(rng: Rng, proto: Any) -> None:
    proto.denormalizer_spec.CopyFrom(proto.normalizer_spec)


def _same_name(rng: Rng, proto: Any) -> None:
    """A piece of a text that has the name of a reserved one: BPE knows no such pair."""
    if proto.trainer_spec.model_type != _BPE:
        names = {piece.piece for piece in proto.pieces if piece.type in (NORMAL, USER_DEFINED)}
        for text in ("<s>", "<0x41>", "<unk>"):
            if text not in names:
                proto.pieces.add(piece=text, score=-1.0, type=rng.choice((NORMAL, USER_DEFINED)))


def _nul(rng: Rng, proto: Any) -> None:
    kind = NORMAL if proto.trainer_spec.byte_fallback else UNUSED
    proto.pieces.add(piece="\0", score=0.0, type=kind)


def _shuffled(rng: Rng, proto: Any) -> None:
    pieces = [type(piece).FromString(piece.SerializeToString()) for piece in proto.pieces]
    for at in range(len(pieces) - 1, 0, -1):
        other = rng.below(at + 1)
        pieces[at], pieces[other] = pieces[other], pieces[at]
    del proto.pieces[:]
    proto.pieces.extend(pieces)


EDITS: dict[str, Edit] = {
    "unused": _some_to(UNUSED, 0.25),
    "a few unused": _some_to(UNUSED, 0.05),
    "user-defined": _some_to(USER_DEFINED, 0.1),
    "control": _some_to(CONTROL, 0.1),
    "tied scores": _scores((-1.0, -2.0)),
    "zero scores": _scores((0.0, -0.0)),
    "positive scores": _scores((1.5, -1.5, 0.25)),
    "tenths": _scores(tuple(tenths / 10 for tenths in range(-12, 7))),
    "wide scores": _scores(tuple(tenths / 10 for tenths in range(-150, 151, 7))),
    "fewer letters": _fewer_letters,
    "large scores": _scores((-70_000.123, -30_000.77, 60_000.31, -1.37, -2.19)),
    "enormous scores": _scores((-3e38, 3e38, -1e-40, -1.0)),
    "more pieces": _more_pieces,
    "unknown elsewhere": _unknown_elsewhere,
    "no unknown": _no_unknown,
    "flags": _flags,
    "as suffix": _as_suffix,
    "other algorithm": _other_algorithm,
    "names": _names,
    "surface": _surface,
    "denormalizer": _decodes_as_it_encodes,
    "same name": _same_name,
    "NUL": _nul,
    "shuffled": _shuffled,
}


def edited(rng: Rng, data: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The file with one to four changes, and their names."""
    schema: Any = import_module("sentencepiece.sentencepiece_model_pb2")
    proto = schema.ModelProto.FromString(data)
    names = tuple(dict.fromkeys(rng.choice(tuple(EDITS)) for _ in range(rng.between(1, 3))))
    for name in names:
        EDITS[name](rng, proto)
    changed: bytes = proto.SerializeToString(deterministic=True)
    return changed, names
