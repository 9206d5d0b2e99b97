"""Drawing the model: one of the trained ones, cut, with its options changed.

Pieces are taken away and ids changed so that no two pipelines have the same vocabulary. It stays
valid: a BPE's merges name pieces that are there, and make one.
"""

from collections.abc import Sequence
from typing import Any

from tokparity.corpora.generators.pipelines.options import OPTIONS
from tokparity.corpora.generators.pipelines.training import (
    DRAWS,
    UNKNOWN,
    Kind,
    Spelling,
    TrainingRecipe,
    trained,
)
from tokparity.corpora.generators.rng import Rng

Options = dict[str, Any]

ENGLISH = (
    *(" .", " ?", " !", " ,", " ' ", " n't", " 'm", " do not", " 's", " 've", " 're"),
    *("##.", "n't"),
)
"""Pieces that are cleaned up, or nearly so."""
EXTRA = (
    *ENGLISH,
    *("<pad>", "|", "e", "ee", "\u2581\u2581", "  ", "ae</w>", "<0x6a>", "<0x+A>", "<0xZZ>"),
    *("\u2581a", "_", "_a", "a|", "|a", " a", "ea", "世a", "a<pad>"),
)
"""Pieces that decoders look at."""
BYTES = tuple(f"<0x{byte:02X}>" for byte in range(256))


def model(rng: Rng, seed: int, kind: Kind, spelling: Spelling) -> Options:
    """A model of a kind, its pieces spelled so that a pre-tokenizer's words are found."""
    options = OPTIONS["model", kind]
    drawn: Options = {"type": kind}
    drawn |= {name: _value(rng, name, values) for name, values in options.items()}
    recipe = TrainingRecipe(
        kind,
        spelling,
        prefix=drawn.get("continuing_subword_prefix") or "",
        suffix=drawn.get("end_of_word_suffix") or "",
        draw=rng.below(DRAWS),
    )
    found = trained(seed, recipe)
    rng = Rng("cut", rng.below(1 << 30))  # one choice for whoever draws, not one for each piece
    if kind == "Unigram":
        return drawn | {"vocab": _scores(rng, found["vocab"], drawn["byte_fallback"])}
    pieces = [piece for piece in found["vocab"] if piece == UNKNOWN or not rng.chance(0.06)]
    if not rng.chance(0.97):
        pieces.remove(UNKNOWN)
    pieces += (piece for piece in EXTRA if piece not in found["vocab"] and rng.chance(0.4))
    if kind == "BPE":
        pieces += _bytes(rng, drawn["byte_fallback"])
    drawn["vocab"] = _numbered(rng, pieces)
    if kind == "BPE":
        drawn["merges"] = _merges(rng, found["merges"], drawn["vocab"], recipe.prefix)
    return drawn


def _value(rng: Rng, name: str, values: Sequence[Any]) -> Any:
    """Mostly a model that knows its unknown token: without one most texts have no answer. Not
    so of BPE, which then drops what it does not know: there more do without."""
    drops = name == "unk_token" and None in values
    if name in ("unk_id", "unk_token") and rng.chance(0.6 if drops else 0.8):
        return 0 if name == "unk_id" else UNKNOWN
    return rng.choice(values)


def _bytes(rng: Rng, wanted: bool) -> list[str]:
    """The byte pieces: mostly all where they are wanted, sometimes a few of them are missing."""
    if not rng.chance(0.9 if wanted else 0.3):
        return []
    if rng.chance(0.7):
        return list(BYTES)
    return [piece for piece in BYTES if rng.chance(0.9)]


def _scores(rng: Rng, vocab: Sequence[Sequence[Any]], byte_fallback: bool) -> list[list[Any]]:
    """Scores as they were trained, or so rounded that sums tie."""
    rounded = rng.chance(0.4)
    scores = [
        [piece, round(score) if rounded else score]
        for piece, score in vocab
        if piece == UNKNOWN or not rng.chance(0.06)
    ]
    known = {piece for piece, _ in scores}
    extra = [piece for piece in EXTRA if piece not in known and rng.chance(0.4)]
    return scores + [[piece, -9.5] for piece in (*extra, *_bytes(rng, byte_fallback))]


def _numbered(rng: Rng, pieces: Sequence[str]) -> dict[str, int]:
    """Ids in order, or turned around, or with gaps."""
    match rng.below(10):
        case 0:
            return {piece: len(pieces) - 1 - at for at, piece in enumerate(pieces)}
        case 1:
            return {piece: at + at // 50 for at, piece in enumerate(pieces)}
        case _:
            return {piece: at for at, piece in enumerate(pieces)}


def _merges(
    rng: Rng, merges: Sequence[Sequence[str]], vocab: dict[str, int], prefix: str
) -> list[list[str]]:
    """The first of the merges, a few of them left out, or two exchanged."""
    kept = [
        list(merge)
        for merge in merges[: rng.between(len(merges) // 4, len(merges))]
        if all(piece in vocab for piece in (*merge, product(merge, prefix)))
        and not rng.chance(0.05)
    ]
    if len(kept) > 1 and rng.chance(0.3):
        at = rng.below(len(kept) - 1)
        kept[at], kept[at + 1] = kept[at + 1], kept[at]
    return kept


def product(merge: Sequence[str], prefix: str) -> str:
    """What a merge makes: the prefix of the right piece goes, as many bytes as it has.

    >>> product(["un", "##a"], "##")
    'una'
    """
    left, right = merge
    return left + right.encode()[len(prefix.encode()) :].decode("utf-8", "surrogateescape")
