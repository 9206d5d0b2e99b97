"""What two artefacts say differently before any text is encoded: sizes, pieces, merges, flags.

Compares what the files say, as the reference reads them. Whether a difference matters
is what the cases show.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tokparity.harness.artefacts.twin_pieces import twin_pieces
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

EXAMPLES = 5
RIVALS = 60
"""Pairs whose rivals are looked for, and rivals a pair."""


Kind = Literal["pieces", "merges", "added", "characters", "words", "options", "template", "decoder"]
"""What a text must hold to show a difference: a piece, a merged pair, an added token, a character;
words, whatever they are; any piece (an option of the model); any text, with its special tokens.
What only ids can show is the decoder's."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One aspect in which two artefacts differ; `examples` are a few of many.

    `strings`: the pieces, joined pairs or contents that differ, as the file that has them writes
    them; the likeliest to be shown first. `is_detail`: both sides have the same kind of stage.
    """

    aspect: str
    left: str
    right: str
    examples: tuple[str, ...] = ()
    kind: Kind = "pieces"
    strings: tuple[str, ...] = ()
    is_detail: bool = True


def static_diff(left: Tokenizer, right: Tokenizer) -> list[Difference]:
    """Every aspect that differs, in the order of the pipeline; empty where none does."""
    return [
        *_pieces(left, right),
        *_surfaces(left, right),
        *_added(left, right),
        *_taken_whole(left, right),
        *_stages(left, right),
        *_rest(left, right),
    ]


def _pieces(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    mine, theirs = left.pieces(), right.pieces()
    if len(mine) != len(theirs):
        only = ({*mine.values()} ^ {*theirs.values()}) or {*mine.values()}
        numbers = str(len(mine)), str(len(theirs))
        yield Difference("number of tokens", *numbers, strings=tuple(sorted(only)))
    a, b = twin_pieces(left), twin_pieces(right)
    parted = [i for i in sorted({*mine, *theirs}) if a.get(i) != b.get(i)]
    if parted:
        examples = tuple(
            f"{i}: {mine.get(i)!r} against {theirs.get(i)!r}" for i in parted[:EXAMPLES]
        )
        both = (side[i] for i in parted for side in (mine, theirs) if i in side)
        strings = tuple(dict.fromkeys(both))
        yield Difference("id → piece", f"{len(parted)} ids differ", "", examples, strings=strings)


def _surfaces(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    """Pieces that are written alike, and stand for other bytes: a type of llama.cpp says which."""
    a, b = (getattr(_stage(side, "decoder"), "surfaces", None) for side in (left, right))
    if a is None or b is None or a == b:
        return
    mine, theirs = left.pieces(), right.pieces()
    parted = [
        token_id
        for token_id, (one, other) in enumerate(zip(a, b, strict=False))
        if one != other and mine.get(token_id) == theirs.get(token_id)
    ]
    if parted:
        examples = tuple(f"{i}: {a[i]!r} against {b[i]!r}" for i in parted[:EXAMPLES])
        strings = tuple(mine[i] for i in parted if i in mine)
        yield Difference("id → bytes", f"{len(parted)} ids differ", "", examples, strings=strings)


def _rest(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    """What a library does by the file's word, and no stage says."""
    for name in ("outside", "decodes"):
        mine, theirs = getattr(left, name), getattr(right, name)
        if mine != theirs:
            yield Difference(name, repr(mine), repr(theirs), kind="decoder")


def _added(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    mine = {token.id: token for token in left.added_tokens}
    theirs = {token.id: token for token in right.added_tokens}
    only = sorted(mine.keys() ^ theirs.keys())
    if only:
        examples = tuple(
            repr((mine.get(i) or theirs[i]).content) + (" left" if i in mine else " right")
            for i in only[:EXAMPLES]
        )
        contents = tuple((mine.get(i) or theirs[i]).content for i in only)
        numbers = str(len(mine)), str(len(theirs))
        yield Difference("added tokens", *numbers, examples, "added", contents)
    changed = [i for i in sorted(mine.keys() & theirs.keys()) if mine[i] != theirs[i]]
    if changed:
        examples = tuple(
            f"{mine[i].content!r}: {_fields(mine[i], theirs[i])} against "
            f"{_fields(theirs[i], mine[i])}"
            for i in changed[:EXAMPLES]
        )
        contents = tuple(dict.fromkeys(s[i].content for i in changed for s in (mine, theirs)))
        count = f"{len(changed)} tokens differ"
        yield Difference("added-token flags", count, "", examples, "added", contents)


def _taken_whole(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    """Pieces that are found in a text before anything else, by their type in one format, and are no
    added tokens in the other. What the other has beyond them, `_added` says."""
    for side, other, word in ((left, right, "left"), (right, left, "right")):
        known = getattr(side.model, "known", None)
        if not isinstance(known, Pieces) or isinstance(getattr(other.model, "known", None), Pieces):
            continue
        contents = {token.content for token in other.added_tokens}
        only = tuple(piece for piece in known.user_defined if piece not in contents)
        if only:
            examples = tuple(f"{piece!r} {word}" for piece in only[:EXAMPLES])
            count = f"{len(only)} at the {word} alone"
            yield Difference("pieces taken whole", count, "", examples, "added", only)


_KINDS: dict[str, Kind] = {
    "normalizer": "characters",
    "pre_tokenizer": "words",
    "post_processor": "template",
    "decoder": "decoder",
    "truncation": "template",
    "padding": "template",
}


def _stages(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    for stage in ("normalizer", "pre_tokenizer", "model", *list(_KINDS)[2:]):
        mine, theirs = (_stage(tokenizer, stage) for tokenizer in (left, right))
        if stage == "model":
            yield from _models(mine, theirs)
        elif mine != theirs and not _differ_in_pieces(mine, theirs):
            spelled = _spelling(mine, theirs), _spelling(theirs, mine)
            same = type(mine) is type(theirs) or None in (mine, theirs)
            yield Difference(stage, *spelled, kind=_KINDS[stage], is_detail=same)


def _differ_in_pieces(mine: Any, theirs: Any) -> bool:
    """Whether two stages of one type differ in nothing but the pieces that they hold, which are
    compared as such."""
    members = getattr(mine, "__dataclass_fields__", None)
    return (
        members is not None
        and type(mine) is type(theirs)
        and all(
            getattr(mine, name) == getattr(theirs, name)
            for name, member in members.items()
            if member.compare and name not in ("known", "surfaces")
        )
    )


def _stage(tokenizer: Tokenizer, name: str) -> Any:
    if name == "decoder" and tokenizer.detokenizer is not None:
        return tokenizer.detokenizer
    return getattr(tokenizer, name)


_DERIVED = frozenset({"pieces", "vocab", "matchable", "reserved", "products"})
"""Fields of models that follow from others, which are compared."""
_OF_PIECES = frozenset({"texts", "surfaces"})
"""Fields that are the pieces themselves."""


def _models(mine: Any, theirs: Any) -> Iterator[Difference]:
    if type(mine) is not type(theirs):
        names = type(mine).__name__, type(theirs).__name__
        yield Difference("model", *names, kind="options", is_detail=False)
        return
    for name in getattr(mine, "__dataclass_fields__", {}):
        a, b = getattr(mine, name), getattr(theirs, name)
        if name.startswith("_") or name in _DERIVED or a == b:
            continue
        if name == "merges" and isinstance(mine, BPE):
            yield _merge_ranks(mine, theirs)
        elif name == "merges" and isinstance(mine, LlamaBPE):
            yield _merge_lines(a, b)
        elif isinstance(a, Pieces):
            yield from _models(a, b)
        elif name in ("scores", "types"):
            yield from _of_pieces(name, mine, theirs)
        elif name not in _OF_PIECES:
            yield Difference(f"model.{name}", _short(a), _short(b), kind="options")


def _of_pieces(name: str, mine: Any, theirs: Any) -> Iterator[Difference]:
    """Scores or types of pieces that both have."""
    a, b = (_by_piece(getattr(model, name), model) for model in (mine, theirs))
    strings = tuple(piece for piece in a if piece in b and a[piece] != b[piece])
    if strings:
        examples = tuple(f"{s!r}: {a[s]!r} against {b[s]!r}" for s in strings[:EXAMPLES])
        count = f"{len(strings)} pieces differ"
        kind: Kind = "added" if name == "types" else "pieces"
        yield Difference(f"model.{name}", count, "", examples, kind, strings)


def _by_piece(values: Any, model: Any) -> dict[str, Any]:
    """A value each piece, of the ways in which models hold them."""
    if isinstance(values, Mapping):
        return dict(values)
    if values and isinstance(values[0], tuple):
        return dict(values)
    return {model.pieces[at]: value for at, value in enumerate(values) if at in model.pieces}


def _merge_lines(mine: Sequence[bytes], theirs: Sequence[bytes]) -> Difference:
    """As `_merge_ranks`, of lines "left right"."""
    ranks = [{line: at for at, line in reversed([*enumerate(side)])} for side in (mine, theirs)]
    a, b = ({_of_line(line): at for line, at in side.items()} for side in ranks)
    return _of_merges(a, b, f"{len(mine)} against {len(theirs)}")


def _of_line(line: bytes) -> tuple[str, str]:
    left, _, right = line.decode("utf-8", "replace").partition(" ")
    return left, right


def _merge_ranks(mine: BPE, theirs: BPE) -> Difference:
    """How many pairs have another rank, the first few of them named."""
    a, b = (
        {_pair(model, pair): rank for pair, rank in model.merges.items()}
        for model in (mine, theirs)
    )
    return _of_merges(a, b, f"{len(mine.merges)} against {len(theirs.merges)}")


def _pair(model: BPE, pair: int) -> tuple[str, str]:
    return model.pieces.get(pair >> 32, ""), model.pieces.get(pair & 0xFFFFFFFF, "")


def _of_merges(
    mine: dict[tuple[str, str], int], theirs: dict[tuple[str, str], int], sizes: str
) -> Difference:
    """Pairs that one file has alone come first, then those of another rank.

    That one pair is missing moves the rank of all behind it, and changes nothing about them: what
    counts is the order of the pairs that both have.
    """
    only = sorted(
        (pair for pair in mine.keys() ^ theirs.keys()), key=lambda p: _lowest(p, mine, theirs)
    )
    moved = _moved([pair for pair in mine if pair in theirs], theirs)
    pairs = [*only, *moved]
    examples = tuple(
        f"({left}, {right}): rank {mine.get((left, right), 'none')} against "
        f"{theirs.get((left, right), 'none')}"
        for left, right in pairs[:EXAMPLES]
    )
    strings = [*_rivals(pairs[:RIVALS], mine, theirs), *(left + right for left, right in pairs)]
    counts = f"{sizes}, {len(pairs)} pairs differ"
    return Difference("merges", counts, "", examples, "merges", tuple(dict.fromkeys(strings)))


def _moved(
    pairs: list[tuple[str, str]], theirs: dict[tuple[str, str], int]
) -> list[tuple[str, str]]:
    """Those of the pairs, in the order of one file, that stand out of order in the other: all but
    the longest run of them that both have in one order."""
    tails: list[int] = []
    places: list[int] = []
    for pair in pairs:
        at = bisect_left(tails, theirs[pair])
        tails[at : at + 1] = [theirs[pair]]
        places.append(at)
    kept, wanted = set(), len(tails) - 1
    for pair, at in zip(reversed(pairs), reversed(places), strict=True):
        if at == wanted:
            kept.add(pair)
            wanted -= 1
    return [pair for pair in pairs if pair not in kept]


def _rivals(
    pairs: list[tuple[str, str]],
    mine: dict[tuple[str, str], int],
    theirs: dict[tuple[str, str], int],
) -> Iterator[str]:
    """Where a pair competes for a piece with another, of a rank that it passed or was passed by."""
    behind: dict[str, list[str]] = defaultdict(list)
    before: dict[str, list[str]] = defaultdict(list)
    for left, right in mine.keys() | theirs.keys():
        behind[left].append(right)
        before[right].append(left)
    for left, right in pairs:
        strings = [f"{other}{left}{right}" for other in sorted(before[left])]
        strings += [f"{left}{right}{other}" for other in sorted(behind[right])]
        yield from sorted(strings, key=lambda s: (len(s), s))[:RIVALS]


def _lowest(
    pair: tuple[str, str], mine: dict[tuple[str, str], int], theirs: dict[tuple[str, str], int]
) -> int:
    return min(mine.get(pair, 1 << 62), theirs.get(pair, 1 << 62))


def _spelling(stage: object, other: object) -> str:
    """A stage by its name; beside another of its kind by the fields in which they differ."""
    if type(stage) is type(other):
        return f"{type_name(stage)}({_fields(stage, other)})"
    if type_name(stage) == type_name(other):  # two formats, each with its own of that name
        return _short(stage)
    for name in ("normalizers", "pretokenizers", "processors", "decoders"):
        if (inside := getattr(stage, name, None)) is not None:
            return " + ".join(type_name(part) for part in inside) or "nothing"
    return "none" if stage is None else type_name(stage)


def _fields(left: Any, right: Any) -> str:
    """The fields of one in which another of its kind differs: "special=True, lstrip=False"."""
    fields = getattr(left, "__dataclass_fields__", {})
    return ", ".join(
        f"{name}={_short(getattr(left, name))}"
        for name, field in fields.items()
        if field.compare and getattr(left, name) != getattr(right, name)
    )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "…"
