"""Files that are no .model any more, or one that says what it should not.

Made of any good one: cut short, lengths and types changed, bytes turned over, and messages that
say the wrong thing. Not here: changes that leave a file good (`edits`).
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from struct import pack
from typing import Any

from tokparity.corpora.generators.rng import Rng

_UNKNOWN, _USER_DEFINED, _BYTE = 2, 4, 6
_HUGE = (1 << 31, 1 << 32, (1 << 63) - 1, 1 << 63)

Change = Callable[[Any], None]


def broken(data: bytes, flips: int = 100) -> Iterator[tuple[str, bytes]]:
    """(what is wrong, the file): 100 lengths, then about 60 changes, then `flips` random ones."""
    for percent in range(100):
        yield f"cut at {percent} %", data[: len(data) * percent // 100]
    yield from _framing(data)
    schema: Any = import_module("sentencepiece.sentencepiece_model_pb2")
    for name, change in _CHANGES.items():
        proto = schema.ModelProto.FromString(data)
        change(proto)
        yield name, proto.SerializeToString()
    charsmap = schema.ModelProto.FromString(data).normalizer_spec.precompiled_charsmap
    for name, other in _charsmaps(bytes(charsmap)):
        proto = schema.ModelProto.FromString(data)
        proto.normalizer_spec.precompiled_charsmap = other
        yield f"charsmap: {name}", proto.SerializeToString()
    rng = Rng("sentencepiece", "flips", len(data), flips)
    for number in range(flips):
        changed = bytearray(data)
        for _ in range(rng.between(1, 4)):
            changed[rng.below(len(changed))] = rng.below(256)
        yield f"flip {number}", bytes(changed)


def _framing(data: bytes) -> Iterator[tuple[str, bytes]]:
    """The first piece with other wire types and lengths, and things behind the end."""
    for wire_type in range(8):
        yield f"wire type {wire_type}", bytes([1 << 3 | wire_type]) + data[1:]
    for count in _HUGE:
        yield f"a piece of {count} bytes", b"\x0a" + _varint(count) + data[2:]
        yield f"at the end a piece of {count} bytes", data + b"\x0a" + _varint(count)
        yield f"a charsmap of {count} bytes", data + b"\x1a\x0b\x12" + _varint(count)
    yield "a varint without end", data + b"\x80" * 40
    yield "an unknown field", data + b"\xfa\x3f\x03abc"
    yield "groups in groups", data + b"\x0b" * 5000
    yield "field zero", data + b"\x00\x01"
    yield "twice", data + data
    yield "nothing", b""
    yield "text", b"this is no model\n"


def _varint(number: int) -> bytes:
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _piece(text: str, kind: int = 1, score: float = -1.0) -> Change:
    def add(proto: Any) -> None:
        proto.pieces.add(piece=text, score=score, type=kind)

    return add


def _raw_piece(raw: bytes, kind: int = 1) -> Change:
    """One whose bytes are no UTF-8, which the schema does not let through."""
    message = b"\x0a" + _varint(len(raw)) + raw + b"\x15" + pack("<f", -1.0) + bytes([0x18, kind])

    def add(proto: Any) -> None:
        proto.MergeFromString(b"\x0a" + _varint(len(message)) + message)

    return add


def _all_of(kind: int, other: int) -> Change:
    def turn(proto: Any) -> None:
        for piece in proto.pieces:
            if piece.type == kind:
                piece.type = other

    return turn


def _score(value: float) -> Change:
    def score(proto: Any) -> None:
        proto.pieces[len(proto.pieces) // 2].score = value

    return score


def _turn_byte_fallback(proto: Any) -> None:
    proto.trainer_spec.byte_fallback = not proto.trainer_spec.byte_fallback


def _denormalizer(proto: Any) -> None:
    proto.denormalizer_spec.precompiled_charsmap = b"no charsmap"


def _raw_field(raw: bytes) -> Change:
    def merge(proto: Any) -> None:
        proto.MergeFromString(raw)

    return merge


def _no_pieces(proto: Any) -> None:
    del proto.pieces[:]


def _only_reserved(proto: Any) -> None:
    reserved = [piece for piece in proto.pieces if piece.type in (2, 3, 6)]
    reserved = [type(piece).FromString(piece.SerializeToString()) for piece in reserved]
    del proto.pieces[:]
    proto.pieces.extend(reserved)


def _again(proto: Any) -> None:
    proto.pieces.add().CopyFrom(proto.pieces[len(proto.pieces) // 2])


def _long_names(proto: Any) -> None:
    proto.trainer_spec.bos_piece = "b" * 100_000
    proto.trainer_spec.unk_surface = "?" * 100_000


_CHANGES: dict[str, Change] = {
    "no pieces": _no_pieces,
    "only reserved pieces": _only_reserved,
    "no unknown piece": _all_of(_UNKNOWN, 1),
    "two unknown pieces": _piece("<another unk>", _UNKNOWN),
    "a piece twice": _again,
    "an empty piece": _piece(""),
    "an empty unknown piece": _piece("", _UNKNOWN),
    "NUL": _piece("\0"),
    "unused NUL": _piece("\0", 5),
    "NUL inside": _piece("a\0b"),
    "7999 bytes": _piece("q" * 7999),
    "8000 bytes": _piece("q" * 8000),
    "8001 bytes in characters": _piece("日" * 2667),
    "a byte piece": _piece("<0x41>", _BYTE),
    "a byte piece that is none": _piece("<0xZZ>", _BYTE),
    "bytes that are no bytes": _all_of(_BYTE, 1),
    "byte fallback the other way": _turn_byte_fallback,
    "a piece that is no UTF-8": _raw_piece(b"ab\xff"),
    "part of a character": _raw_piece(b"\xe2\x96"),
    "a user-defined piece that is no UTF-8": _raw_piece(b"\xe2\x96", _USER_DEFINED),
    "a control piece that is no UTF-8": _raw_piece(b"<\xff>", 3),
    "a byte piece that is no UTF-8": _raw_piece(b"<0x\xff>", _BYTE),
    "a type that is none": _raw_piece(b"strange", 9),
    "NaN": _score(float("nan")),
    "infinity": _score(float("inf")),
    "minus infinity": _score(float("-inf")),
    "the greatest score": _score(3.4028234663852886e38),
    "a broken denormalizer": _denormalizer,
    "model type 0": _raw_field(b"\x12\x02\x18\x00"),
    "model type 99": _raw_field(b"\x12\x02\x18\x63"),
    "bos piece that is no UTF-8": _raw_field(b"\x12\x05\xf2\x02\x02\xff\xfe"),
    "unk surface that is no UTF-8": _raw_field(b"\x12\x05\xe2\x02\x02\xff\xfe"),
    "unk piece that is no UTF-8": _raw_field(b"\x12\x05\xea\x02\x02\xff\xfe"),
    "long names": _long_names,
}


def _charsmaps(charsmap: bytes) -> Iterator[tuple[str, bytes]]:
    """Of a good one, which may be empty, and made by hand: a root and whatever follows it."""
    for length in (1, 4, 5, 100, 1027, 1028, 1029):
        yield f"the first {length} bytes", charsmap[:length] or b"\1" * length
    for size in (0, 1, 1023, 1025, 1 << 20, (1 << 32) - 1):
        yield f"a trie of {size} bytes", pack("<I", size) + charsmap[4:]
    if charsmap:
        yield "no NUL at the end", charsmap[:-1] + b"x"
        for at in (4, 8, len(charsmap) // 3 & ~3):
            yield f"a unit at {at}", charsmap[:at] + b"\xff\xff\xff\x7f" + charsmap[at + 4 :]
    for name, units, replacements in _TRIES:
        trie = [0] * 256
        for at, unit in units.items():
            trie[at] = unit
        for at, unit in enumerate(trie):  # what is not used leads nowhere
            trie[at] = unit or _unit(0xFF ^ at & 0xFF if at else 0, 0)
        body = b"".join(pack("<I", unit) for unit in trie)
        yield name, pack("<I", len(body)) + body + replacements


def _unit(label: int, offset: int, leaf: bool = False) -> int:
    return label | leaf << 8 | offset << 10


_A = ord("a")
_LEAF = 1 << 31
_TRIES: tuple[tuple[str, dict[int, int], bytes], ...] = (
    ("no root", {}, b"\0"),
    ("root only", {0: _unit(0, 1)}, b"\0"),
    ("outside", {0: _unit(0, 1), 1 ^ _A: _unit(_A, 300)}, b"\0"),
    (
        "a rule for a",
        {0: _unit(0, 1), 1 ^ _A: _unit(_A, 7, True), 1 ^ _A ^ 7: _LEAF},
        b"xy\0",
    ),
    (
        "a replacement behind the end",
        {0: _unit(0, 1), 1 ^ _A: _unit(_A, 7, True), 1 ^ _A ^ 7: _LEAF | 9},
        b"xy\0",
    ),
    ("a leaf that is none", {0: _unit(0, 1), 1 ^ _A: _unit(_A, 7, True)}, b"xy\0"),
    (
        "a rule in a circle",  # behind each a the same unit again: a, aa, aaa … all have the rule
        {0: _unit(0, 1), 1 ^ _A: _unit(_A, _A, True), 1: _LEAF},
        b"xy\0",
    ),
    (
        "a replacement that is no UTF-8",
        {0: _unit(0, 1), 1 ^ _A: _unit(_A, 7, True), 1 ^ _A ^ 7: _LEAF},
        b"\xe2\x96\0",
    ),
    (
        "a rule for part of a character",
        {0: _unit(0, 1), 1 ^ 0xC3: _unit(0xC3, 7, True), 1 ^ 0xC3 ^ 7: _LEAF},
        b"xy\0",
    ),
    (
        "a rule for a byte that is no UTF-8",
        {0: _unit(0, 1), 1 ^ 0xFF: _unit(0xFF, 7, True), 1 ^ 0xFF ^ 7: _LEAF},
        b"xy\0",
    ),
)
