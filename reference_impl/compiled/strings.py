"""A vocabulary in sections: piece → id by its hash, id → piece by its place.

    strings.records   of each piece its id, its size in bytes (4 bytes each), and its bytes
    strings.starts    of each value of the hash, where its records begin; and where the last end
    strings.places    of each id, where its record is, or a number of its own where none has it

In the order of ids, which is that of a file that is compiled: where it is another, or two pieces
have one id, none is. Not here: when it is worth to read all of it (`tables`).
"""

import struct
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
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
    from array import array  # who only reads needs none

    ids = list(vocab.values())
    if not ids or any(after <= before for before, after in pairwise(ids)):
        raise Uncompiled("its pieces are not in the order of their ids")
    if ids[0] < 0 or ids[-1] >= _SPARSE * len(ids):
        raise Uncompiled("its ids are far apart")
    texts = [piece.encode("utf-8", "surrogatepass") for piece in vocab]
    count = 1 << len(texts).bit_length()
    chains: list[list[int]] = [[] for _ in range(count)]
    for at, text in enumerate(texts):
        chains[crc32(text) & count - 1].append(at)
    if max(map(len, chains)) > _LONGEST_CHAIN:
        raise Uncompiled("its pieces have too few hashes")
    places = array("I", [_GAP]) * (ids[-1] + 1)
    records: list[bytes] = []
    place = 0
    for chain in chains:
        for at in chain:
            places[ids[at]] = place
            records.append(_RECORD.pack(ids[at], len(texts[at])) + texts[at])
            place += len(records[-1])
    sizes = (sum(_RECORD.size + len(texts[at]) for at in chain) for chain in chains)
    if place >= _GAP:
        raise Uncompiled("its pieces are too long")
    starts = array("I", accumulate(sizes, initial=0))
    said = (len(texts), max(map(len, vocab)))
    return said, {
        "strings.records": b"".join(records),
        "strings.starts": starts.tobytes(),
        "strings.places": places.tobytes(),
    }
