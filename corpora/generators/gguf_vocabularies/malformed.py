"""Malformed GGUF files, each made from a well-formed one by one change that is named.

Not random bytes: what is wrong is where a reader believes it: counts, lengths, types, ids.
"""

import struct
from collections.abc import Iterator
from dataclasses import replace

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.corpora.generators.rng import Rng

COUNTS: tuple[int, ...] = (
    0,
    1,
    2,
    255,
    1 << 16,
    1 << 30,
    (1 << 31) - 1,
    1 << 32,
    (1 << 62) + 1,
    1 << 63,
)
COUNTS += ((1 << 64) - 1, (1 << 64) - 8)
_HEADER = 24


def malformed(rng: Rng, document: GgufDocument) -> Iterator[tuple[str, bytes]]:
    """What was changed, and the file: some 300 of a document."""
    data = document.to_bytes()
    for percent in range(100):
        yield f"cut at {percent} %", data[: len(data) * percent // 100]
    for version in (0, 1, 2, 4, 0x02000000, 0x03000000, (1 << 32) - 1):
        yield f"version {version}", data[:4] + struct.pack("<I", version) + data[8:]
    yield "other magic", b"FUGG" + data[4:]
    for count in COUNTS:
        yield f"{count} keys", _at(data, 16, struct.pack("<Q", count))
        yield f"{count} tensors", _at(data, 8, struct.pack("<Q", count))
    for name, at in _places(document):
        for count in rng.choice(COUNTS), rng.choice(COUNTS), rng.choice(COUNTS):
            yield f"{name}: {count}", _at(data, at, struct.pack("<Q", count))
    for _ in range(40):
        at = rng.between(_HEADER, len(data) - 1)
        yield f"byte {at} changed", _at(data, at, bytes([data[at] ^ 1 << rng.below(8)]))
    yield from _retyped(rng, document)


def _at(data: bytes, at: int, changed: bytes) -> bytes:
    return data[:at] + changed + data[at + len(changed) :]


def _places(document: GgufDocument) -> Iterator[tuple[str, int]]:
    """Where the length of each key stands, and the count or length of each value."""
    at = _HEADER
    for key, pair in document.keys.items():
        name = key.decode()
        yield f"length of the key {name}", at
        kind, value = pair
        if isinstance(value, tuple):
            yield f"count of {name}", at + 8 + len(key) + 8
        elif isinstance(value, bytes):
            yield f"length of {name}", at + 8 + len(key) + 4
        at += len(GgufDocument({key: (kind, value)}).to_bytes()) - _HEADER


def _retyped(rng: Rng, document: GgufDocument) -> Iterator[tuple[str, bytes]]:
    """Other types, values that fit no vocabulary, keys twice or missing."""
    for key, (kind, value) in document.keys.items():
        name = key.decode()
        rest = {other: pair for other, pair in document.keys.items() if other != key}
        yield f"without {name}", GgufDocument(rest).to_bytes()
        data = GgufDocument({**rest, key: (kind, value), key + b"\0x": ("u8", 1)}).to_bytes()
        yield f"{name} again behind a NUL", data
        yield f"{name} twice", _twice(document, key)
        other = rng.choice(("u8", "i8", "u16", "u64", "f64", "i64"))
        if isinstance(value, tuple):
            yield f"{name}: {other}[]", GgufDocument({**rest, key: (other, (1, 0, 1))}).to_bytes()
            yield f"{name}: bool", GgufDocument({**rest, key: ("bool", True)}).to_bytes()
            yield f"{name}: short", GgufDocument({**rest, key: (kind, value[:3])}).to_bytes()
            yield f"{name}: empty", GgufDocument({**rest, key: (kind, ())}).to_bytes()
        else:
            yield f"{name}: {other}", GgufDocument({**rest, key: (other, 1)}).to_bytes()
            yield f"{name}: str", GgufDocument({**rest, key: ("str", b"\xff\0x")}).to_bytes()
            yield f"{name}: array", GgufDocument({**rest, key: ("i32", (1, 2))}).to_bytes()
    kind, texts = document.keys[b"tokenizer.ggml.tokens"]
    assert isinstance(texts, tuple)
    last = texts[-1]
    assert isinstance(last, bytes)
    for odd in (b"\xff\xfe", b"\0", b"a\0b", b"", last, b"\xf4\x90\x80\x80", b"x" * 70_000):
        changed = {**document.keys, b"tokenizer.ggml.tokens": (kind, (odd, *texts[1:]))}
        yield f"first token {odd[:9]!r}", replace(document, keys=changed).to_bytes()
    for size in (0, 4, 1024, 1 << 31, (1 << 32) - 4, (1 << 32) - 1):
        trie = struct.pack("<I", size) + bytes(rng.below(256) for _ in range(2048)) + b"\0"
        changed = {**document.keys, b"tokenizer.ggml.precompiled_charsmap": ("u8", tuple(trie))}
        yield f"charsmap of chance, {size} bytes", replace(document, keys=changed).to_bytes()
    units = [_unit(rng.below(512)) for _ in range(512)]  # every way leads on, round and round
    ring = struct.pack("<I", 2048) + struct.pack("<512I", *units) + b"a\0b\0"
    changed = {**document.keys, b"tokenizer.ggml.precompiled_charsmap": ("u8", tuple(ring))}
    yield "charsmap that leads in circles", replace(document, keys=changed).to_bytes()
    alignments = (0, 3, 1 << 31)
    for alignment in alignments:
        changed = {**document.keys, b"general.alignment": ("u32", alignment)}
        yield f"alignment {alignment}", replace(document, keys=changed).to_bytes()


def _unit(at: int) -> int:
    return (at & 0xFF) | (at << 10) | 0x100


def _twice(document: GgufDocument, key: bytes) -> bytes:
    data = document.to_bytes()
    again = GgufDocument({key: document.keys[key]}).to_bytes()[_HEADER:]
    return _at(data, 16, struct.pack("<Q", len(document.keys) + 1)) + again
