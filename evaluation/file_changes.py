"""One change in the file of a vocabulary, format by format: what a packager may get wrong.

Each is made at a place that a seed chooses. A change that the file has no place for is left out.
"""

import base64
import json
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats.gguf.file import read_metadata

TOKENS, SCORES = b"tokenizer.ggml.tokens", b"tokenizer.ggml.scores"
TYPES, MERGES = b"tokenizer.ggml.token_type", b"tokenizer.ggml.merges"
PRE = b"tokenizer.ggml.pre"
MODEL = frozenset({"model"})
PIECES = frozenset({"model", "added_tokens", "pre_tokenizer", "normalizer", "decoder"})
"""Of a piece or an id: as one that is found in texts it is an added token, and its ids decode."""
ADDED = frozenset({"added_tokens"})
RESPELLED = base64.b64encode(b"qzqzqz")
STEPS: tuple[tuple[str, float | None], ...] = (
    ("by one ulp", None),
    ("by 1.5", 1.5),
    ("by -3", -3.0),
)
FLAGS = ("special", "lstrip", "rstrip", "single_word", "normalized")


@dataclass(frozen=True, slots=True)
class FileChange:
    """`content` is the changed file; `stages` are those that the change is in."""

    name: str
    content: bytes
    stages: frozenset[str]
    pattern: str | None = None
    """Of a rank file, whose pattern is beside it: another one."""


def changes_of(artefact: Artefact, seed: int) -> Iterator[FileChange]:
    """Every kind of change that the file has a place for."""
    rng = Random(f"{seed} {artefact.sha256}")
    content = artefact.path.read_bytes()
    match artefact.format:
        case "tokenizer.json":
            found = _of_json(content, rng)
        case "sentencepiece":
            found = _of_model(content, rng)
        case "gguf":
            found = _of_gguf(artefact, rng)
        case "tiktoken":
            assert artefact.facts is not None
            found = _of_ranks(content, artefact.facts.pattern, rng)
        case "tekken.json":
            found = _of_tekken(content, rng)
        case "vocab.txt":
            found = _of_lines(content, rng)
        case _:
            return
    for change in found:
        if change.content != content or change.pattern is not None:
            yield change


# tokenizer.json

Path = tuple[str | int, ...]
Edit = Callable[[Any], object]


def _of_json(content: bytes, rng: Random) -> Iterator[FileChange]:
    data = json.loads(content)
    changed = partial(_edited_json, content)
    yield from _of_json_model(changed, data["model"], rng)
    added = data["added_tokens"]
    for at in rng.sample(range(len(added)), min(2, len(added))):
        content_of = added[at]["content"]
        for flag in FLAGS:
            turned = partial(_turn, ("added_tokens", at, flag))
            yield changed(f"{flag} of {content_of!r} turned", ADDED | {"normalizer"}, turned)
        yield changed(
            f"added token {content_of!r} less", PIECES, partial(_pop, ("added_tokens", at))
        )
    for stage in ("normalizer", "pre_tokenizer", "decoder", "post_processor"):
        if data.get(stage):
            stages = frozenset({stage, "added_tokens"} if stage == "normalizer" else {stage})
            yield changed(f"no {stage}", stages, partial(_put, (stage,), None))
            yield from _in_stage(changed, stage, data[stage], stages)


def _edited_json(content: bytes, name: str, stages: frozenset[str], edit: Edit) -> FileChange:
    data = json.loads(content)
    edit(data)
    return FileChange(name, json.dumps(data).encode(), stages)


def _of_json_model(
    changed: Callable[[str, frozenset[str], Edit], FileChange], model: dict[str, Any], rng: Random
) -> Iterator[FileChange]:
    merges, vocab = model.get("merges"), model["vocab"]
    if merges:
        for part in (0.01, 0.2, 0.5, 0.9):
            at = int(len(merges) * part) + rng.randrange(max(1, len(merges) // 50))
            yield changed(f"merge {at} less", MODEL, partial(_pop, ("model", "merges", at)))
        for _ in range(3):
            pair = _rivals([_sides(merge) for merge in merges], rng)
            if pair is not None:
                swapped = partial(_swap, ("model", "merges"), *pair)
                yield changed(f"merges {pair} swapped", MODEL, swapped)
    if isinstance(vocab, dict):
        for _ in range(3):
            one, other = rng.sample(list(vocab), 2)
            swapped = partial(_swap, ("model", "vocab"), one, other)
            yield changed(f"ids of {one!r} and {other!r} swapped", PIECES, swapped)
        longest = [piece for piece in vocab if len(piece) > 3]
        if not merges and longest:
            piece = rng.choice(longest)
            yield changed(f"piece {piece!r} respelled", PIECES, partial(_respell, piece))
    else:
        for name, step in STEPS:
            for at in rng.sample(range(len(vocab) // 50, len(vocab)), 2):
                score = _stepped(vocab[at][1], step)
                put = partial(_put, ("model", "vocab", at, 1), score)
                yield changed(f"score {at} {name}", MODEL, put)
        at = rng.randrange(10, len(vocab))
        yield changed(
            f"piece {at} respelled", PIECES, partial(_put, ("model", "vocab", at, 0), "qzq")
        )
    for option in ("ignore_merges", "byte_fallback", "fuse_unk"):
        if option in model:
            yield changed(f"{option} turned", MODEL, partial(_turn, ("model", option)))


def _in_stage(
    changed: Callable[[str, frozenset[str], Edit], FileChange],
    stage: str,
    value: Any,
    stages: frozenset[str],
) -> Iterator[FileChange]:
    """Every boolean of a stage turned, and each repetition and class of a pattern another one."""
    for path in _paths(value, (stage,)):
        old = _at({stage: value}, path)
        if isinstance(old, bool) and path[-1] != "trim_offsets":
            yield changed(f"{path} turned", stages, partial(_turn, path))
        if path[-1] == "precompiled_charsmap" and (
            charsmap := _another_rule(base64.b64decode(old))
        ):
            put = partial(_put, path, base64.b64encode(charsmap).decode())
            yield changed("a rule of the charsmap", stages, put)
        if isinstance(old, str):
            for part, other in (("{1,3}", "{1,2}"), ("\\p{N}", "\\p{Nd}")):
                if part in old:
                    put = partial(_put, path, old.replace(part, other))
                    yield changed(f"{path} {other}", stages, put)


def _another_rule(charsmap: bytes) -> bytes | None:
    """A charsmap whose last replacement that is a small letter alone is another letter."""
    start = 4 + int.from_bytes(charsmap[:4], "little")
    alone = [
        at
        for at in range(start, len(charsmap) - 1)
        if (at == start or not charsmap[at - 1])
        and not charsmap[at + 1]
        and chr(charsmap[at]) in "abcdefgh"
    ]
    if not alone:
        return None
    at = alone[-1]
    return charsmap[:at] + b"z" + charsmap[at + 1 :]


def _paths(value: Any, path: Path) -> Iterator[Path]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value[:20]):
            yield from _paths(inner, (*path, at))
    else:
        yield path


def _at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def _put(path: Path, new: Any, data: Any) -> None:
    _at(data, path[:-1])[path[-1]] = new


def _turn(path: Path, data: Any) -> None:
    _put(path, not _at(data, path), data)


def _pop(path: Path, data: Any) -> None:
    _at(data, path[:-1]).pop(path[-1])


def _swap(path: Path, one: Any, other: Any, data: Any) -> None:
    values = _at(data, path)
    values[one], values[other] = values[other], values[one]


def _respell(piece: str, data: Any) -> None:
    vocab = data["model"]["vocab"]
    vocab[piece[:-1] + "qz"] = vocab.pop(piece)


def _sides(merge: Any) -> tuple[str, str]:
    left, right = merge.split(" ") if isinstance(merge, str) else merge
    return left, right


def _rivals(merges: list[tuple[str, str]], rng: Random) -> tuple[int, int] | None:
    """The places of two merges of which one ends with what the other begins with."""
    by_left: dict[str, list[int]] = {}
    for at, (left, _) in enumerate(merges):
        by_left.setdefault(left, []).append(at)
    for _ in range(2_000):
        at = rng.randrange(len(merges))
        others = [other for other in by_left.get(merges[at][1], []) if other != at]
        if others:
            return at, rng.choice(others)
    return None


def _stepped(score: float, step: float | None) -> float:
    """A score so much higher; None: the next 32-bit float."""
    if step is not None:
        return score + step
    return float(np.nextafter(np.float32(score), np.float32(np.inf)))


# .model


def _of_model(content: bytes, rng: Random) -> Iterator[FileChange]:
    schema = import_module("sentencepiece.sentencepiece_model_pb2")

    def changed(name: str, stages: frozenset[str], edit: Edit) -> FileChange:
        proto = schema.ModelProto.FromString(content)
        edit(proto)
        return FileChange(name, proto.SerializeToString(), stages)

    proto = schema.ModelProto.FromString(content)
    pieces = proto.pieces
    normal = [at for at, piece in enumerate(pieces) if piece.type == 1]
    for name, step in STEPS:
        for at in rng.sample(normal, 2):
            score = _stepped(pieces[at].score, step)
            yield changed(
                f"score of {pieces[at].piece!r} {name}",
                MODEL,
                partial(_set_piece, at, "score", score),
            )
    for _ in range(3):
        one, other = rng.sample(normal, 2)
        yield changed(f"ids {one} and {other} swapped", PIECES, partial(_swap_pieces, one, other))
    for kind in (3, 4, 5):
        at = rng.choice(normal)
        name = f"type of {pieces[at].piece!r} {kind}"
        yield changed(name, PIECES, partial(_set_piece, at, "type", kind))
    at = rng.choice(normal)
    yield changed(
        f"piece {pieces[at].piece!r} respelled", PIECES, partial(_set_piece, at, "piece", "qzqz")
    )
    for option in ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces"):
        stages = frozenset({"normalizer", "decoder"})
        yield changed(f"{option} turned", stages, partial(_turn_option, option))
    if proto.normalizer_spec.precompiled_charsmap:
        yield changed("no charsmap", frozenset({"normalizer"}), _without_charsmap)
        if charsmap := _another_rule(proto.normalizer_spec.precompiled_charsmap):
            put = partial(_put_charsmap, charsmap)
            yield changed("a rule of the charsmap", frozenset({"normalizer"}), put)
    surface = partial(_put_surface, "<?>")
    yield changed("unk_surface '<?>'", frozenset({"decoder"}), surface)


def _set_piece(at: int, name: str, value: Any, proto: Any) -> None:
    setattr(proto.pieces[at], name, value)


def _turn_option(name: str, proto: Any) -> None:
    setattr(proto.normalizer_spec, name, not getattr(proto.normalizer_spec, name))


def _without_charsmap(proto: Any) -> None:
    proto.normalizer_spec.ClearField("precompiled_charsmap")


def _put_charsmap(charsmap: bytes, proto: Any) -> None:
    proto.normalizer_spec.precompiled_charsmap = charsmap


def _put_surface(surface: str, proto: Any) -> None:
    proto.trainer_spec.unk_surface = surface


def _swap_pieces(one: int, other: int, proto: Any) -> None:
    a, b = proto.pieces[one], proto.pieces[other]
    a.piece, b.piece = b.piece, a.piece


# GGUF


def _of_gguf(artefact: Artefact, rng: Random) -> Iterator[FileChange]:
    keys = read_metadata(artefact.path)
    held = GgufDocument.of(keys).keys

    def changed(
        name: str, stages: frozenset[str], key: bytes, edit: Callable[[Any], Any]
    ) -> FileChange:
        document = GgufDocument.of(keys)
        kind, value = document.keys[key]
        document.keys[key] = kind, edit(value)
        return FileChange(name, document.to_bytes(), stages)

    tokens: Any = held[TOKENS][1]
    for _ in range(3):
        one, other = rng.sample(range(len(tokens)), 2)
        name = f"tokens {one} and {other} swapped"
        yield changed(name, PIECES, TOKENS, partial(_swapped, one, other))
    at = rng.randrange(len(tokens))
    yield changed(f"token {at} respelled", PIECES, TOKENS, partial(_replaced, at, b"qzqz"))
    if SCORES in held:
        scores: Any = held[SCORES][1]
        for name, step in (("by one ulp", None), ("by 500", 500.0), ("by -500", -500.0)):
            for at in rng.sample(range(len(tokens)), 2):
                edit = partial(_replaced, at, _stepped(scores[at], step))
                yield changed(f"score {at} {name}", MODEL, SCORES, edit)
    if TYPES in held:
        for kind in (2, 3, 4, 5):
            at = rng.randrange(len(tokens))
            yield changed(f"type of {at} {kind}", PIECES, TYPES, partial(_replaced, at, kind))
    if MERGES in held:
        merges: Any = held[MERGES][1]
        for part in (0.02, 0.3, 0.7):
            at = int(len(merges) * part) + rng.randrange(50)
            yield changed(f"merge {at} less", MODEL, MERGES, partial(_without, at))
        sides = [merge.decode("utf-8", "replace").rpartition(" ")[::2] for merge in merges]
        for _ in range(2):
            pair = _rivals(sides, rng)
            if pair is not None:
                name = f"merges {pair} swapped"
                yield changed(name, MODEL, MERGES, partial(_swapped, *pair))
    for option, stages in (
        ("add_bos_token", frozenset({"post_processor"})),
        ("add_eos_token", frozenset({"post_processor"})),
        ("add_space_prefix", frozenset({"normalizer", "decoder", "pre_tokenizer"})),
    ):
        key = f"tokenizer.ggml.{option}".encode()
        if key in held:
            yield changed(f"{option} turned", stages, key, operator.not_)
    for special in ("bos", "eos", "unknown"):
        key = f"tokenizer.ggml.{special}_token_id".encode()
        if key in held:
            stages = frozenset({"post_processor", "added_tokens", "model", "decoder"})
            yield changed(f"{special} 200", stages, key, lambda _: 200)
    if PRE in held:
        stages = frozenset({"pre_tokenizer"})
        yield changed("pre deepseek-llm", stages, PRE, lambda _: b"deepseek-llm")


def _swapped(one: int, other: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
    found = list(values)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


def _replaced(at: int, new: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*values[:at], new, *values[at + 1 :])


def _without(at: int, values: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*values[:at], *values[at + 1 :])


# Ranks, tekken.json and vocab.txt


def _of_ranks(content: bytes, pattern: str, rng: Random) -> Iterator[FileChange]:
    rows = [line.split() for line in content.splitlines()]
    for _ in range(6):
        one, other = rng.sample(range(len(rows)), 2)
        name = f"ranks {one} and {other} swapped"
        yield FileChange(name, _ranks(rows, {one: rows[other][0], other: rows[one][0]}), PIECES)
    for _ in range(4):
        at = rng.randrange(len(rows) // 2, len(rows))
        yield FileChange(f"rank {at} respelled", _ranks(rows, {at: RESPELLED}), PIECES)
    for old, new in (("\\p{N}", "\\p{Nd}"), ("{1,3}", "{1,2}"), (" ?", ""), ("'s|", "")):
        if old in pattern:
            other_pattern = pattern.replace(old, new, 1)
            stages = frozenset({"pre_tokenizer"})
            yield FileChange(f"pattern: {new!r} for {old!r}", content, stages, other_pattern)


def _ranks(rows: list[list[bytes]], changed: dict[int, bytes]) -> bytes:
    lines = (changed.get(at, token) + b" " + rank + b"\n" for at, (token, rank) in enumerate(rows))
    return b"".join(lines)


def _of_tekken(content: bytes, rng: Random) -> Iterator[FileChange]:
    data = json.loads(content)
    changed = partial(_edited_json, content)
    size = min(len(data["vocab"]), data["config"]["default_vocab_size"] - 1_000)
    for _ in range(5):
        one, other = rng.sample(range(size), 2)
        edit: Edit = partial(_swap_bytes, one, other)
        yield changed(f"bytes of {one} and {other} swapped", PIECES, edit)
    for _ in range(3):
        at = rng.randrange(300, size)
        edit = partial(_put, ("vocab", at, "token_bytes"), RESPELLED.decode())
        yield changed(f"piece {at} respelled", PIECES, edit)
    pattern = data["config"]["pattern"]
    if "\\p{N}" in pattern:
        edit = partial(_put, ("config", "pattern"), pattern.replace("\\p{N}", "\\p{Nd}"))
        yield changed("pattern \\p{Nd}", frozenset({"pre_tokenizer"}), edit)


def _swap_bytes(one: int, other: int, data: Any) -> None:
    a, b = data["vocab"][one], data["vocab"][other]
    a["token_bytes"], b["token_bytes"] = b["token_bytes"], a["token_bytes"]


def _of_lines(content: bytes, rng: Random) -> Iterator[FileChange]:
    lines = tuple(content.split(b"\n"))
    last = len(lines) - 1
    for _ in range(6):
        one, other = rng.sample(range(105, last), 2)
        changed = b"\n".join(_swapped(one, other, lines))
        yield FileChange(f"lines {one} and {other} swapped", changed, PIECES)
    for _ in range(4):
        at = rng.randrange(105, last)
        yield FileChange(f"line {at} less", b"\n".join(_without(at, lines)), PIECES)
        respelled = b"\n".join(_replaced(at, b"qzqz", lines))
        yield FileChange(f"line {at} respelled", respelled, PIECES)
