"""`DecodeTable`: many sequences of ids decoded at once.

What each id adds lies in one blob, and is gathered for all ids of all sequences together. Proof
that it is what the decoder gives: `decode_plan` for what an id adds; of `runs`, pieces that are no
bytes are whole characters, so that each run of bytes is decoded by itself and the rest stays; of
`all`, where the whole is UTF-8 and no sequence begins within a character, each of them is UTF-8,
and else each is decoded alone. A sequence with an id that the table does not answer is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.decode_plan import Kind, Surface
from tokparity.reference_impl.batch.pair_table import Ints

Flags = NDArray[np.bool_]
_TOP_BITS, _CONTINUES = 0xC0, 0x80
"""The two top bits of a byte, and what they are where it goes on with a character."""
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
    """Of each of n ids and then, at the start of a text, of each again, shape (2n,): `first` and
    `sizes` say where its bytes are in `blob`. Shape (n,): `answered`; `kept`, it is not left out;
    `byte`, it is a byte piece.

    >>> surfaces = [Surface(b"a", b" a"), None, Surface(b"b", b"b")]
    >>> DecodeTable.of(surfaces, [False, False, True], "whole").decode([[0, 0, 2], [1], [2]])
    Decoded(blob=b'a a', lengths=array([3, 0, 0]), left_out=[1])
    """

    kind: Kind
    blob: NDArray[np.uint8]
    first: Ints
    sizes: Ints
    answered: Flags
    kept: Flags
    byte: Flags
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
        known = [surface or nothing for surface in surfaces]
        parts = [it.behind for it in known] + [it.bare for it in known]
        sizes = np.fromiter(map(len, parts), np.int64, len(parts))
        out = np.array(left_out, bool)
        return cls(
            kind,
            np.frombuffer(b"".join(parts), np.uint8),
            np.cumsum(sizes) - sizes,
            sizes,
            np.array([surface is not None for surface in surfaces], bool) | out,
            ~out,
            np.array([it.byte for it in known], bool),
            *(stripped, strips),
        )

    def decode(self, batch: Sequence[Sequence[int]]) -> Decoded:
        """Each sequence on its own. Raises OverflowError, TypeError for what is no number."""
        count = len(self.kept)
        counts = np.fromiter(map(len, batch), np.int64, len(batch))
        ids = np.fromiter(chain.from_iterable(batch), np.int64, int(counts.sum()))
        ends = np.cumsum(counts)
        inside = (ids >= 0) & (ids < count)
        ids = np.where(inside, ids, 0)
        unknown = np.flatnonzero(~(inside & self.answered[ids])) if count else np.arange(len(ids))
        left_out = np.unique(np.searchsorted(ends, unknown, "right"))
        kept = self.kept[ids] if count else inside
        if len(left_out):
            out = np.zeros(len(batch), bool)
            out[left_out] = True
            kept &= ~np.repeat(out, counts)
        ends = np.append(0, np.cumsum(kept))[ends]
        data, lengths = self._gathered(ids[kept], ends)
        return Decoded(data, lengths, left_out.tolist())

    def _gathered(self, ids: Ints, ends: Ints) -> tuple[bytes, Ints]:
        starts = np.append(0, ends[:-1])[: len(ends)]
        at = ids.copy()
        at[starts[starts < ends]] += len(self.kept)  # the first of a text
        sizes = self.sizes[at]
        upto = np.append(0, np.cumsum(sizes))
        places = np.repeat(self.first[at] - upto[:-1], sizes) + np.arange(upto[-1])
        data = self.blob[places]
        bounds = upto[ends]
        lengths = np.diff(bounds, prepend=0)
        match self.kind:
            case "runs":
                return self._stripped(*self._decoded_runs(ids, starts, upto, data, lengths))
            case "all":
                return _decoded(data, bounds, lengths)
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


def _decoded(data: NDArray[np.uint8], bounds: Ints, lengths: Ints) -> tuple[bytes, Ints]:
    """The bytes of texts, bad ones as U+FFFD."""
    raw = data.tobytes()
    inner = bounds[:-1][bounds[:-1] < len(data)]
    if not ((data[inner] & _TOP_BITS) == _CONTINUES).any() and _is_text(raw):
        return raw, lengths
    ends = bounds.tolist()
    texts = [
        raw[a:b].decode("utf-8", "replace").encode()
        for a, b in zip([0, *ends[:-1]], ends, strict=True)
    ]
    return b"".join(texts), np.fromiter(map(len, texts), np.int64, len(texts))


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
