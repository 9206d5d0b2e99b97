"""`DecodeTable`: many sequences of ids decoded at once.

What each id adds lies in one blob, and is gathered for all ids of all sequences together. Proof
that it is what the decoder gives: `decode_plan` for what an id adds; of `runs`, pieces that are no
bytes are whole characters, so that each run of bytes is decoded by itself and the rest stays; of
`all`, where the whole is UTF-8 and no sequence begins within a character, each of them is UTF-8;
else they are decoded with a control character between that is in none (`decode_bytes`). A sequence
with an id that the table does not answer is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.decode_bytes import decoded
from tokparity.reference_impl.batch.decode_plan import Kind, Surface
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of, sizes_of
from tokparity.reference_impl.batch.stretches import PADDING, joined
from tokparity.reference_impl.batch.token_rows import bounds_of

Flags = NDArray[np.bool_]
_ADDS, _LEFT_OUT, _UNKNOWN = range(3)
"""States of ids: what adds its bytes; what adds nothing, and is not the first of a text; and what
the table does not answer."""
_BAD = "\ufffd".encode()


@dataclass(frozen=True)
class Decoded:
    """n texts: `blob` holds them, `lengths`, shape (n,), their bytes; of some sequences, by their
    places in `left_out`, nothing is said, and their lengths are 0."""

    blob: bytes
    lengths: Ints
    left_out: Sequence[int]


@dataclass(frozen=True)
class DecodeTable:
    """Of each of n ids and of none, and then, at the start of a text, of each again, shape
    (2n + 2,): `first` and `sizes` say where its bytes are in `blob`, which has `PADDING` behind.
    Shape (n + 1,): `states`; `byte`, it is a byte piece. `starts`: some id adds something else at
    the start of a text.

    >>> surfaces = [Surface(b"a", b" a"), None, Surface(b"b", b"b")]
    >>> DecodeTable.of(surfaces, [False, False, True], "whole").decode([[0, 0, 2], [1], [2]])
    Decoded(blob=b'a a', lengths=array([3, 0, 0]), left_out=[1])
    """

    kind: Kind
    blob: NDArray[np.uint8]
    first: NDArray[np.int32]
    sizes: NDArray[np.unsignedinteger]
    states: NDArray[np.uint8]
    byte: Flags
    starts: bool
    stripped: bytes = b""
    strips: int = 0

    @classmethod
    def of(
        cls,
        surfaces: Sequence[Surface | None],
        left_out: Sequence[bool],
        kind: Kind,
        stripped: bytes = b"",
        strips: int = 0,
    ) -> "DecodeTable":
        """`surfaces`: by id, None where nothing is known; `left_out`: ids that add nothing."""
        nothing = Surface(b"", b"")
        known = [*(surface or nothing for surface in surfaces), nothing]
        parts = [it.behind for it in known] + [it.bare for it in known]
        sizes = np.fromiter(map(len, parts), np.int64, len(parts))
        states = [_UNKNOWN if surface is None else _ADDS for surface in surfaces] + [_UNKNOWN]
        for at in places_of(np.array(left_out, np.bool_)).tolist():
            states[at] = _LEFT_OUT
        return cls(
            kind,
            np.frombuffer(b"".join(parts) + PADDING, np.uint8),
            (np.cumsum(sizes) - sizes).astype(np.int32),
            sizes.astype(np.min_scalar_type(int(sizes.max()))),
            np.array(states, np.uint8),
            np.array([it.byte for it in known], bool),
            any(it.behind != it.bare for it in known),
            *(stripped, strips),
        )

    def decode(self, batch: Sequence[Sequence[int]]) -> Decoded:
        """Each sequence on its own. Raises OverflowError, TypeError for what is no number."""
        counts = np.fromiter(map(len, batch), np.int64, len(batch))
        ends = np.cumsum(counts)
        ids = np.fromiter(chain.from_iterable(batch), np.int64, int(counts.sum()))
        unknown = np.uint64(len(self.states) - 1)
        ids = np.minimum(ids.view(np.uint64), unknown).view(np.int64)  # also negative ones
        states = self.states[ids]
        left_out: list[int] = []
        if states.any():
            some = np.searchsorted(ends, places_of(states == _UNKNOWN), "right")
            stays = np.ones(len(batch), np.bool_)
            stays[some] = False
            kept = (states == _ADDS) & np.repeat(stays, counts)
            ends = bounds_of(kept)[ends]
            ids = ids[kept]
            left_out = places_of(~stays).tolist()
        return Decoded(*self._gathered(ids, ends), left_out)

    def _gathered(self, ids: Ints, ends: Ints) -> tuple[bytes, Ints]:
        firsts = ends - sizes_of(ends)
        at = ids
        if self.starts:
            at = ids.copy()
            at[firsts[firsts < ends]] += len(self.states)
        upto = bounds_of(self.sizes[at].astype(np.int64))
        data = joined(self.blob, self.first[at].astype(np.int64), upto[1:])[: -len(PADDING)]
        bounds = upto[ends]
        lengths = sizes_of(bounds)
        match self.kind:
            case "runs":
                return self._stripped(*self._decoded_runs(ids, firsts, upto, data, lengths))
            case "all":
                return decoded(data, bounds, lengths)
        return self._stripped(data.tobytes(), lengths)

    def _decoded_runs(
        self, ids: Ints, starts: Ints, upto: Ints, data: NDArray[np.uint8], lengths: Ints
    ) -> tuple[bytes, Ints]:
        """The runs that are no UTF-8 become a U+FFFD a byte."""
        text = data.tobytes()
        places = np.flatnonzero(self.byte[ids])
        if not len(places):
            return text, lengths
        text_of = np.searchsorted(starts, places, "right")
        begins = (np.diff(places, prepend=-2) != 1) | (np.diff(text_of, prepend=-1) != 0)
        first = places[begins]
        last = places[np.append(begins[1:], True)]
        parts, done = [], 0
        for a, b, of in zip(
            upto[first].tolist(), upto[last + 1].tolist(), text_of[begins].tolist(), strict=True
        ):
            try:
                text[a:b].decode()
            except UnicodeDecodeError:
                parts += [text[done:a], _BAD * (b - a)]
                done = b
                lengths[of - 1] += (len(_BAD) - 1) * (b - a)
        return b"".join([*parts, text[done:]]), lengths

    def _stripped(self, data: bytes, lengths: Ints) -> tuple[bytes, Ints]:
        """Up to `strips` characters less at the start of each text."""
        for _ in range(self.strips):
            starts = np.cumsum(lengths) - lengths
            view = np.frombuffer(data, np.uint8)
            goes = lengths > 0
            goes[goes] = view[starts[goes]] == self.stripped[0]
            if not goes.any():
                break
            data = np.delete(view, starts[goes]).tobytes()
            lengths = lengths - goes
        return data, lengths
