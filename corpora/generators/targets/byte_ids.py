"""Bytes to decode: sequences that are UTF-8, that are not, and that only end too early."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.kind import Ids, Kind, evenly, ids
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_MOST_BROKEN = 800
SEQUENCES = (
    *("61", "20", "0a", "00", "7f", "c3a9", "e4b896", "f09f9982", "efbbbf", "efbfbd", "c2a0"),
    *("80", "bf", "c3", "e4", "e4b8", "f0", "f09f", "f09f99", "ff", "fe", "c0", "c080", "c1bf"),
    *("e080af", "e0a0", "eda080", "edbfbf", "f0808080", "f4908080", "f48fbfbf", "f5808080"),
    *("8080", "c3c3", "c3a9c3", "c3e4b896", "e4b8c3a9", "e4b861", "61e4b8", "f09fe4b896", "ffff"),
    *("e4b896e4b8", "80e4b896", "c3a980", "f09f9982f09f", "20c3", "c320", "efbf", "e2", "e2968180"),
)
"""In hexadecimal: of every length, cut short, continued too long, overlong, surrogates, beyond."""

_NAMES = {f"<0x{byte:02X}>": byte for byte in range(256)}
"""What a piece is called that is a byte."""


def ids_of_bytes(tokenizer: Tokenizer) -> Mapping[int, int]:
    """Byte → id of the piece that is this byte alone, of all bytes that have one."""
    pieces = tokenizer.pieces()
    found = {_NAMES[piece]: token_id for token_id, piece in pieces.items() if piece in _NAMES}
    ids = {byte: found[byte] for byte in sorted(found)}
    if ids or not tokenizer.spells_bytes:
        return ids
    letters = (token_id for token_id, piece in pieces.items() if len(piece) == 1)
    single = ((tokenizer.surface(token_id), token_id) for token_id in letters)
    return {raw[0]: token_id for raw, token_id in single if len(raw) == 1}


def bytes_of_text(tokenizer: Tokenizer, letter: Ids) -> Kind[Ids]:
    """Each sequence alone, before, behind and between letters, and beside the next one; every byte
    behind a letter and before one."""
    known = ids_of_bytes(tokenizer)

    def forms() -> Iterator[Ids]:
        rows = [_row(bytes.fromhex(sequence), known) for sequence in SEQUENCES]
        for sequence in rows:
            if sequence:
                yield from (
                    sequence,
                    (*letter, *sequence),
                    (*sequence, *letter),
                    (*letter, *sequence, *letter),
                )
                yield sequence * 2
        yield from (left + right for left, right in pairwise(rows))
        for token_id in known.values():
            yield from ((token_id,), (*letter, token_id, *letter), (token_id,) * 3)

    return ids("byte ids", forms())


def broken(material: Material, letter: Ids) -> Kind[Ids]:
    """Pieces that are no UTF-8 by themselves: alone, with letters, and each beside another one."""

    def forms() -> Iterator[Ids]:
        pieces = [material.broken[at] for at in evenly(len(material.broken), _MOST_BROKEN)]
        for at, token_id in enumerate(pieces):
            yield from (
                (token_id,),
                (*letter, token_id, *letter),
                (token_id, pieces[at - 1]),
                (token_id, token_id),
            )

    return ids("broken ids", forms())


def _row(data: bytes, known: Mapping[int, int]) -> Ids:
    ids = [known[byte] for byte in data if byte in known]
    return tuple(ids) if len(ids) == len(data) else ()
