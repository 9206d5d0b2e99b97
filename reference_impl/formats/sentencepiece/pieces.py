"""The pieces of a .model file, checked as the library checks them.

Not here: the rest of the file (`sentencepiece_model`), and what the pieces are for (`models`).
"""

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.models.sentencepiece.pieces import MATCHABLE, Pieces, PieceType
from tokparity.reference_impl.text.byte_text import from_bytes

_TYPES: dict[int, PieceType] = {
    1: "normal",
    2: "unknown",
    3: "control",
    4: "user_defined",
    5: "unused",
    6: "byte",
}
_LONGEST = 8000
_NUL = "\0"
_BYTE_PIECES = frozenset(f"<0x{byte:02X}>" for byte in range(256))


def pieces_of(
    path: Path,
    listed: Iterable[Any],
    byte_fallback: bool,
    *,
    reserved_apart: bool,
    unigram: bool,
) -> Pieces:
    """The pieces of a `ModelProto`. `reserved_apart`: a reserved piece may have the text of one
    that a text can have, as it may in every kind of model but BPE.
    Raises BadArtefact; Unsupported where user-defined pieces
    are no UTF-8.

    Source: sentencepiece 0.2.3 sentencepiece_processor.cc `Load`, model_interface.cc
    `InitializePieces`, unigram_model.cc `Model::Model`.
    """
    kept = list(listed)
    texts = [text if type(text) is str else text_of(text) for text in [p.piece for p in kept]]
    scores = [piece.score for piece in kept]
    types = [_TYPES[piece.type] for piece in kept]
    if byte_fallback and _NUL in texts:
        types = [
            "unused" if text == _NUL else kind for text, kind in zip(texts, types, strict=True)
        ]
    _check_texts(path, texts, types)
    _check_unique(path, texts, types, reserved_apart)
    _check_bytes(path, texts, types, byte_fallback)
    unknown = [at for at, kind in enumerate(types) if kind == "unknown"]
    if len(unknown) > 1:
        raise BadArtefact(path, f"pieces[{unknown[1]}].type", "is the second unknown piece")
    if not unknown and not byte_fallback:
        raise BadArtefact(path, "pieces", "has no unknown piece, and there is no byte fallback")
    if unigram:
        _check_unigram(path, scores, types)
    return Pieces(tuple(texts), tuple(scores), tuple(types), byte_fallback)


def text_of(value: str | bytes) -> str:
    """A string field: the schema's reader gives bytes where they are no UTF-8."""
    return value if isinstance(value, str) else from_bytes(value)


def _check_texts(path: Path, texts: Sequence[str], types: Sequence[PieceType]) -> None:
    """Looks at each piece only where it must: a vocabulary may have 262 k."""
    if "" in texts:
        raise BadArtefact(path, f"pieces[{texts.index('')}].piece", "is empty")
    if max(map(len, texts), default=0) * 4 >= _LONGEST:
        for at, text in enumerate(texts):
            if len(_raw(text)) >= _LONGEST:
                raise BadArtefact(path, f"pieces[{at}].piece", f"has {_LONGEST} bytes or more")
    if _NUL in "".join(texts):
        for at, (text, kind) in enumerate(zip(texts, types, strict=True)):
            if _NUL in text and (text != _NUL or kind != "unused"):
                raise BadArtefact(path, f"pieces[{at}].piece", "holds NUL")
    for at in [at for at, kind in enumerate(types) if kind == "user_defined"]:
        if _raw(texts[at]) != _utf8(texts[at]):
            raise Unsupported(path, f"pieces[{at}].piece", "is user-defined, and no UTF-8")


def _raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _check_unique(
    path: Path, texts: Sequence[str], types: Sequence[PieceType], reserved_apart: bool
) -> None:
    if len(set(texts)) == len(texts):
        return
    seen: set[tuple[str, bool]] = set()
    for at, (text, kind) in enumerate(zip(texts, types, strict=True)):
        key = (text, reserved_apart and kind not in MATCHABLE)
        if text != _NUL and key in seen:
            raise BadArtefact(path, f"pieces[{at}].piece", f"{text!r} is already defined")
        seen.add(key)


def _check_bytes(
    path: Path, texts: Sequence[str], types: Sequence[PieceType], byte_fallback: bool
) -> None:
    found = set()
    for at in [at for at, kind in enumerate(types) if kind == "byte"]:
        text = texts[at]
        if not byte_fallback:
            raise BadArtefact(path, f"pieces[{at}].type", "is byte, and there is no byte fallback")
        if text not in _BYTE_PIECES:
            raise BadArtefact(path, f"pieces[{at}].piece", f"{text!r} is no byte")
        found.add(text)
    if byte_fallback and len(found) < len(_BYTE_PIECES):
        missing = min(_BYTE_PIECES - found)
        raise BadArtefact(path, "pieces", f"has no {missing}, which byte fallback needs")


def _check_unigram(path: Path, scores: Sequence[float], types: Sequence[PieceType]) -> None:
    if not all(map(math.isfinite, scores)):
        at = next(at for at, score in enumerate(scores) if not math.isfinite(score))
        raise BadArtefact(path, f"pieces[{at}].score", f"is {scores[at]}")
    if MATCHABLE.isdisjoint(types):
        raise BadArtefact(path, "pieces", "has none that a text could have")
