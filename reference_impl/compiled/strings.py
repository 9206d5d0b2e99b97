"""A vocabulary in sections: piece → id by its hash, id → piece by its place.

    strings.records   of each piece its id, its size in bytes (4 bytes each), and its bytes
    strings.starts    of each value of the hash, where its records begin; and where the last end
    strings.places    of each id, where its record is, or a number of its own where none has it

In the order of ids, which is that of a file that is compiled: where it is another, or two pieces
have one id, none is. Not here: when it is worth to read all of it (`tables`).
"""

import struct
from collections.abc import Iterable, Mapping
from zlib import crc32

from tokparity.reference_impl.compiled.blocks import Blocks, Bytes, Damaged, Numbers

_RECORD = struct.Struct("<II")
_GAP = 0xFFFFFFFF
_LONGEST_CHAIN = 64
"""Pieces of one hash: a file whose pieces were chosen to have one is not compiled."""
_LETTERS = 0x144
"""All characters of the byte-level alphabet are below this."""
_SPARSE = 4
"""Ids are below so many times the number of pieces."""


Sections = tuple[dict[str, object], dict[str, bytes]]
"""A directory, and the sections it is of."""


class Uncompiled(Exception):
    """A tokenizer that gets no compiled file, and why."""


class Strings:
    """Pieces and ids, read where they are asked for. Errors of all: Damaged."""

    def __init__(self, blocks: Blocks) -> None:
        self._records = Bytes(blocks, "strings.records")
        self._starts = Numbers(blocks, "strings.starts", "I")
        self._places = Numbers(blocks, "strings.places", "I")
        self._mask = len(self._starts) - 2
        self.count, self.longest = blocks.directory["strings"]
        self._known: dict[str, int | None] = blocks.directory["known"]
        self._pieces: dict[int, str] = {}

    def id_of(self, piece: str) -> int | None:
        """The id of a piece; None where it is none."""
        if piece in self._known:
            return self._known[piece]
        data = piece.encode("utf-8", "surrogatepass")
        chain = crc32(data) & self._mask
        run = self._records.read(self._starts[chain], self._starts[chain + 1])
        at = 0
        while at < len(run):
            number, size = _RECORD.unpack_from(run, at)
            at += _RECORD.size + size
            if run[at - size : at] == data:
                return int(number)
        return None

    def piece_of(self, number: int) -> str | None:
        """The piece of an id; None where there is none."""
        if (piece := self._pieces.get(number)) is not None:  # asked for more than once by a model
            return piece
        if not 0 <= number < len(self._places) or (place := self._places[number]) == _GAP:
            return None
        known, size = _RECORD.unpack(self._records.read(place, place + _RECORD.size))
        if known != number:
            raise Damaged("has another id where one should be")
        place += _RECORD.size
        piece = self._records.read(place, place + size).decode("utf-8", "surrogatepass")
        self._pieces[number] = piece
        return piece


def whole_vocabulary(blocks: Blocks) -> dict[str, int]:
    """All pieces, in the order of their file. Errors: Damaged."""
    records = blocks.read("strings.records")
    vocab = {}
    for place in memoryview(blocks.read("strings.places")).cast("I"):
        if place != _GAP:
            number, size = _RECORD.unpack_from(records, place)
            place += _RECORD.size
            vocab[records[place : place + size].decode("utf-8", "surrogatepass")] = number
    return vocab


def known_ids(vocab: Mapping[str, int], wanted: Iterable[str]) -> dict[str, int | None]:
    """What is asked of every vocabulary at once, for its directory: whether some are pieces, and
    the characters that bytes are spelled in.

    >>> known_ids({"a": 5, "bc": 6, "ģģ": 7}, ["bc", "d"])
    {'bc': 6, 'd': None, 'a': 5}
    """
    letters = {piece: vocab[piece] for piece in map(chr, range(_LETTERS)) if piece in vocab}
    return {**{piece: vocab.get(piece) for piece in wanted}, **letters}


def string_sections(vocab: Mapping[str, int]) -> tuple[tuple[int, int], dict[str, bytes]]:
    """What the directory says of a vocabulary, and its sections. Errors: Uncompiled."""
    import numpy as np  # takes 0.1 s, which who only reads does not need

    ids = np.fromiter(vocab.values(), np.int64, len(vocab))
    if not len(ids) or (np.diff(ids) <= 0).any():
        raise Uncompiled("its pieces are not in the order of their ids")
    if ids[0] < 0 or ids[-1] >= _SPARSE * len(ids):
        raise Uncompiled("its ids are far apart")
    texts = [piece.encode("utf-8", "surrogatepass") for piece in vocab]
    count = 1 << len(texts).bit_length()
    chains = np.fromiter(map(crc32, texts), np.int64, len(texts)) & count - 1
    lengths = np.bincount(chains, minlength=count)
    if lengths.max() > _LONGEST_CHAIN:
        raise Uncompiled("its pieces have too few hashes")
    order = np.argsort(chains, kind="stable")
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))[order] + _RECORD.size
    ends = np.cumsum(sizes)
    if ends[-1] >= _GAP:
        raise Uncompiled("its pieces are too long")
    places = np.full(ids[-1] + 1, _GAP, np.uint32)
    places[ids[order]] = ends - sizes
    numbers = ids.tolist()
    records = (_RECORD.pack(numbers[at], len(texts[at])) + texts[at] for at in order.tolist())
    starts = np.append(0, ends)[np.append(0, np.cumsum(lengths))].astype(np.uint32)
    return (len(texts), max(map(len, vocab))), {
        "strings.records": b"".join(records),
        "strings.starts": starts.tobytes(),
        "strings.places": places.tobytes(),
    }
