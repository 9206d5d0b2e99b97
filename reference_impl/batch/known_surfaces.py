"""`KnownSurfaces`: one sequence of ids decoded by what each id adds, which is remembered.

For what is decoded sequence by sequence, a stream's windows above all: an array takes longer to
make than to ask for them. Proof that it is what the decoder gives: `decode_plan` for what an id
adds at the start of a text and behind another piece; ids that are left out add nothing, and are not
the first of a text; of `runs` each run of byte pieces is decoded by itself, and the rest are whole
characters; what goes from a text's start goes last. Whatever else comes is the definition's: an id
that adds what no plan tells, and one that is refused. Up to `KEPT` ids are remembered, some 20 MB,
then all are forgotten.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tokparity.reference_impl.batch.decode_plan import Plan, Surface
from tokparity.reference_impl.contract import Bytes, Decoded, Text
from tokparity.reference_impl.errors import TokparityError

KEPT = 1 << 16
SurfaceOf = Callable[[int], Surface | None]

_BAD = "\ufffd"


@dataclass(slots=True)
class KnownSurfaces:
    """Of one plan, under one set of options.

    >>> known = KnownSurfaces(Plan("all", lambda _: None))
    >>> known.decoded([0, 0], lambda token_id: Surface(b"\\xc3", b"\\xa9"))
    Text(value='é')
    """

    plan: Plan
    _behind: dict[int, bytes] = field(default_factory=dict)
    _bare: dict[int, bytes] = field(default_factory=dict)
    """Of ids that add something else at the start of a text."""
    _bytes: set[int] = field(default_factory=set)
    """Ids of byte pieces."""
    _left_out: set[int] = field(default_factory=set)

    def decoded(self, ids: Sequence[int], surface_of: SurfaceOf) -> Decoded | None:
        """What the ids are decoded to; None: ask the definition, which may refuse them.

        `surface_of`: what an id adds, None where it is left out; it raises `Untold` where no plan
        tells, and as `Tokenizer.decode`.
        """
        behind = self._behind
        try:
            parts = [behind[token_id] for token_id in ids]
        except KeyError:
            if not self._learn(ids, surface_of):
                return None
            parts = [behind[token_id] for token_id in ids]
        if self._left_out and not self._left_out.isdisjoint(ids):
            ids = [token_id for token_id in ids if token_id not in self._left_out]
            parts = [behind[token_id] for token_id in ids]
        if parts:
            parts[0] = self._bare.get(ids[0], parts[0])
        match self.plan.kind:
            case "bytes":
                return Bytes(b"".join(parts))
            case "all":
                return Text(b"".join(parts).decode("utf-8", "replace"))
            case "runs" if not self._bytes.isdisjoint(ids):
                text = self._with_runs(ids, parts)
            case _:
                text = b"".join(parts).decode()
        for _ in range(self.plan.strips):
            text = text.removeprefix(self.plan.stripped.decode())
        return Text(text)

    def _with_runs(self, ids: Sequence[int], parts: Sequence[bytes]) -> str:
        texts = []
        pairs = zip(ids, parts, strict=True)
        for is_bytes, run in groupby(pairs, lambda pair: pair[0] in self._bytes):
            data = b"".join(part for _, part in run)
            try:
                texts.append(data.decode())
            except UnicodeDecodeError:
                assert is_bytes, "pieces are whole characters"
                texts.append(_BAD * len(data))
        return "".join(texts)

    def _learn(self, ids: Sequence[int], surface_of: SurfaceOf) -> bool:
        """Whether something is known now of each of the ids."""
        if len(self._behind) > KEPT:
            for kept in (self._behind, self._bare, self._bytes, self._left_out):
                kept.clear()
        for token_id in ids:
            if token_id in self._behind:
                continue
            try:
                surface = surface_of(token_id)
            except (TokparityError, Untold):
                return False
            if surface is None:
                self._left_out.add(token_id)
                surface = Surface(b"", b"")
            if surface.byte:
                self._bytes.add(token_id)
            if surface.bare != surface.behind:
                self._bare[token_id] = surface.bare
            self._behind[token_id] = surface.behind
        return True


class Untold(Exception):
    """No plan tells what an id adds."""
