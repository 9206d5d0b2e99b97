"""`ByTable`: decodes batches by a table of what each id adds, where a table can (`decode_table`).

A table is used when as many ids were asked for as it has, for each options by itself. Two are made
at once, with special tokens and without: they are in nothing else apart. Until then, and for a
sequence by itself, what an id adds is remembered as it comes (`known_surfaces`). What neither
answers is decoded by the definition. Not here: which decoders are a table (`decode_plan`).
"""

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tokparity.reference_impl.batch.decode_plan import NoPlan, Plan, Surface, plan_of
from tokparity.reference_impl.batch.known_surfaces import KnownSurfaces, Untold
from tokparity.reference_impl.batches import Decodings
from tokparity.reference_impl.contract import Decoded, DecodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.decodings import decode_into

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.decode_table import DecodeTable
    from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_SPARSE = 4
"""Ids may be as many times as high as there are pieces."""
_WORTH = 1
"""So many ids must come for each piece before it is worth to make a table."""


class ByTable:
    """As `OneByOne`, sooner. It belongs to one tokenizer."""

    def __init__(self) -> None:
        self._asked: dict[DecodeOptions, int] = {}
        self._tables: dict[DecodeOptions, DecodeTable | NoPlan] = {}
        self._made: dict[bool, DecodeTable | NoPlan] = {}
        """By whether special tokens are left out."""
        self._known: dict[DecodeOptions, KnownSurfaces | NoPlan] = {}

    def decode(
        self, tokenizer: "Tokenizer", ids: Sequence[Sequence[int]], options: DecodeOptions
    ) -> Decodings:
        """As `DecodesBatches.decode`."""
        table = self._table(tokenizer, sum(map(len, ids)), options)
        if table is None or isinstance(table, NoPlan):
            return self._each(tokenizer, ids, options)
        try:
            found = table.decode(ids)
        except (OverflowError, TypeError, ValueError):  # an id that is no 64-bit number
            return self._each(tokenizer, ids, options)
        if not found.left_out:
            lengths = array("i", found.lengths.tolist())
            return Decodings(tokenizer.decodes, bytearray(found.blob), lengths)
        batch = Decodings(tokenizer.decodes)
        at, left_out = 0, set(found.left_out)
        for place, length in enumerate(found.lengths.tolist()):
            if place in left_out:
                decode_into(batch, tokenizer.decode, ids[place], options)
            else:
                batch.add(found.blob[at : at + length])
                at += length
        return batch

    def decode_one(
        self, tokenizer: "Tokenizer", ids: Sequence[int], options: DecodeOptions
    ) -> Decoded:
        """As `Tokenizer.decode`."""
        known = self._known.get(options)
        if known is None:
            told = _plan(tokenizer)
            known = told if isinstance(told, NoPlan) else KnownSurfaces(told)
            self._known[options] = known
        if isinstance(known, NoPlan):
            return tokenizer.decode(ids, options)
        decoded = known.decoded(ids, partial(_surface_of, tokenizer, options, known.plan))
        return tokenizer.decode(ids, options) if decoded is None else decoded

    def _each(
        self, tokenizer: "Tokenizer", ids: Sequence[Sequence[int]], options: DecodeOptions
    ) -> Decodings:
        batch = Decodings(tokenizer.decodes)
        for sequence in ids:
            decode_into(batch, partial(self.decode_one, tokenizer), sequence, options)
        return batch

    def _table(
        self, tokenizer: "Tokenizer", count: int, options: DecodeOptions
    ) -> "DecodeTable | NoPlan | None":
        if options in self._tables:
            return self._tables[options]
        asked = self._asked[options] = self._asked.get(options, 0) + count
        # How many pieces the model has is known before any is read.
        if asked < _WORTH * len(tokenizer.model.vocab) or asked < _WORTH * len(tokenizer.pieces()):
            return None
        if not self._made:
            self._made = _both(tokenizer, options)
        table = self._tables[options] = self._made[options.skip_special]
        return table


def _surface_of(
    tokenizer: "Tokenizer", options: DecodeOptions, told: Plan, token_id: int
) -> Surface | None:
    """What an id adds; None where it is left out. Raises Untold, and as `Tokenizer.decode`."""
    if tokenizer.decodes == "bytes":
        data = tokenizer.decoded_bytes(token_id, options)
        return Surface(data, data)
    piece = tokenizer.decoded_piece(token_id, options)
    if piece is None:
        return None
    surface = told.surface(piece)
    if surface is None:
        raise Untold
    return surface


def _left_out(tokenizer: "Tokenizer", options: DecodeOptions) -> Iterator[int]:
    """The ids of special tokens, which these options leave out."""
    contents = {token.content for token in tokenizer.added_tokens if token.special}
    some = [number for number, piece in tokenizer.pieces().items() if piece in contents]
    for number in {*some, *(token.id for token in tokenizer.added_tokens)}:
        with suppress(TokparityError):
            if tokenizer.decodes == "bytes":
                out = not tokenizer.decoded_bytes(number, options)
            else:
                out = tokenizer.decoded_piece(number, options) is None
            if out:
                yield number


def _both(tokenizer: "Tokenizer", options: DecodeOptions) -> "dict[bool, DecodeTable | NoPlan]":
    """The tables without special tokens, True, and with them."""
    from tokparity.reference_impl.batch.decode_table import DecodeTable  # numpy takes 0.1 s

    found = plan(tokenizer)
    if isinstance(found, NoPlan):
        return {True: found, False: found}
    whole = replace(options, skip_special=False)
    surfaces: list[Surface | None] = []
    left_out: list[bool] = []
    for token_id in range(max(tokenizer.pieces(), default=-1) + 1):
        out = False
        try:
            if tokenizer.decodes == "bytes":
                data = tokenizer.decoded_bytes(token_id, whole)
                surface: Surface | None = Surface(data, data)
            else:
                piece = tokenizer.decoded_piece(token_id, whole)
                out = piece is None
                surface = None if piece is None else found.surface(piece)
        except TokparityError:
            surface = None
        surfaces.append(surface)
        left_out.append(out)
    more = found.kind, found.stripped, found.strips
    tables: dict[bool, DecodeTable | NoPlan] = {False: DecodeTable.of(surfaces, left_out, *more)}
    for token_id in _left_out(tokenizer, replace(options, skip_special=True)):
        surfaces[token_id], left_out[token_id] = None, True
    tables[True] = DecodeTable.of(surfaces, left_out, *more)
    return tables


def plan(tokenizer: "Tokenizer") -> Plan | NoPlan:
    """How a table decodes as a tokenizer does, or why none can."""
    found = _plan(tokenizer)
    if isinstance(found, NoPlan):
        return found
    pieces = tokenizer.pieces()
    if max(pieces, default=-1) >= _SPARSE * len(pieces):
        return NoPlan("its ids are far apart")
    return found


def _plan(tokenizer: "Tokenizer") -> Plan | NoPlan:
    """The same, whatever its ids are: nothing of the vocabulary is looked at."""
    if tokenizer.detokenizer is not None:
        return NoPlan(f"{type(tokenizer.detokenizer).__name__} decodes by the types of pieces")
    if tokenizer.decodes == "bytes":
        return Plan("bytes", lambda piece: None)
    return plan_of(tokenizer.decoder)
