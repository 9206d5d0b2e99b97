"""What two artefacts say differently before any text is encoded: sizes, pieces, merges, flags.

Compares what the files say, as the reference reads them. Whether a difference matters
is what the cases show.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Difference:
    """One aspect in which two artefacts differ; `examples` are a few of many."""

    aspect: str
    left: str
    right: str
    examples: tuple[str, ...] = ()


def static_diff(left: Tokenizer, right: Tokenizer) -> list[Difference]:
    """Every aspect that differs, in the order of the pipeline; empty where none does."""
    return [*_pieces(left, right), *_added(left, right), *_stages(left, right)]


def _pieces(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    mine, theirs = left.pieces(), right.pieces()
    if len(mine) != len(theirs):
        yield Difference("number of tokens", str(len(mine)), str(len(theirs)))
    parted = [
        token_id
        for token_id in sorted({*mine, *theirs})
        if mine.get(token_id) != theirs.get(token_id)
    ]
    if parted:
        examples = tuple(
            f"{i}: {mine.get(i)!r} against {theirs.get(i)!r}" for i in parted[:EXAMPLES]
        )
        yield Difference("id → piece", f"{len(parted)} ids differ", "", examples)


def _added(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    mine = {token.id: token for token in left.added_tokens}
    theirs = {token.id: token for token in right.added_tokens}
    only = sorted(mine.keys() ^ theirs.keys())
    if only:
        examples = tuple(
            repr((mine.get(i) or theirs[i]).content) + (" left" if i in mine else " right")
            for i in only[:EXAMPLES]
        )
        yield Difference("added tokens", str(len(mine)), str(len(theirs)), examples)
    changed = [i for i in sorted(mine.keys() & theirs.keys()) if mine[i] != theirs[i]]
    if changed:
        examples = tuple(
            f"{mine[i].content!r}: {_fields(mine[i], theirs[i])} against "
            f"{_fields(theirs[i], mine[i])}"
            for i in changed[:EXAMPLES]
        )
        yield Difference("added-token flags", f"{len(changed)} tokens differ", "", examples)


def _stages(left: Tokenizer, right: Tokenizer) -> Iterator[Difference]:
    for stage in ("normalizer", "pre_tokenizer", "model", "post_processor", "decoder"):
        mine, theirs = (_stage(tokenizer, stage) for tokenizer in (left, right))
        if stage == "model":
            yield from _merges(mine, theirs)
        elif mine != theirs:
            yield Difference(stage, _spelling(mine, theirs), _spelling(theirs, mine))


def _stage(tokenizer: Tokenizer, name: str) -> Any:
    if name == "decoder" and tokenizer.detokenizer is not None:
        return tokenizer.detokenizer
    return getattr(tokenizer, name)


def _merges(mine: Any, theirs: Any) -> Iterator[Difference]:
    if type(mine) is not type(theirs):
        yield Difference("model", type(mine).__name__, type(theirs).__name__)
        return
    for name in getattr(mine, "__dataclass_fields__", {}):
        a, b = getattr(mine, name), getattr(theirs, name)
        if isinstance(a, (str, bool, int, type(None))) and a != b:
            yield Difference(f"model.{name}", repr(a), repr(b))
        elif name == "merges" and isinstance(mine, BPE) and a != b:
            yield _merge_ranks(mine, theirs)


def _merge_ranks(mine: Any, theirs: Any) -> Difference:
    """How many pairs have another rank, the first few of them named."""
    pairs = [pair for pair in mine.merges if mine.merges[pair] != theirs.merges.get(pair)]
    pairs += [pair for pair in theirs.merges if pair not in mine.merges]
    ranks = sorted((min(_rank(mine, pair), _rank(theirs, pair)), pair) for pair in pairs)
    examples = tuple(
        f"({mine.pieces.get(pair >> 32)}, {mine.pieces.get(pair & 0xFFFFFFFF)}): rank "
        f"{mine.merges.get(pair, 'none')} against {theirs.merges.get(pair, 'none')}"
        for _, pair in ranks[:EXAMPLES]
    )
    counts = f"{len(mine.merges)} against {len(theirs.merges)}, {len(pairs)} pairs differ"
    return Difference("merges", counts, "", examples)


def _rank(model: Any, pair: int) -> int:
    rank: int = model.merges.get(pair, 1 << 62)
    return rank


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
