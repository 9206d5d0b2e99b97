"""Digests of what a cell was asked and answered: enough to tell later that some answer is another.

Not a record of the answers: which case changed, only running it again tells.
"""

from array import array
from dataclasses import dataclass
from hashlib import blake2b

from harness.compare import Results
from harness.sides import Batch, EncodeBatch
from reference_impl.batches import Answers, Decodings, Encodings

_BITS = 64


@dataclass(slots=True)
class Fingerprint:
    """Sums, modulo 2**64, of one 64-bit digest a batch: the order of batches does not matter.

    `asked`: of the cases alone, `answers`: of each batch with what was answered. Equal `asked` and
    other `answers` is another answer; that two sets of batches sum up to one number by chance
    happens once in 2**64.
    """

    asked: int = 0
    answers: int = 0

    def take(self, batch: Batch, *answered: Results) -> None:
        """Add one batch and what was answered to it: by the native oracle in a cell of
        fidelity, by both sides, left first, in one of parity."""
        cases = _asked(batch)
        said = b"".join(map(_said, answered))
        self.add(Fingerprint(_digest(cases), _digest(_digest_bytes(cases) + said)))

    def add(self, other: "Fingerprint") -> None:
        """Sum up: shards of a cell, ops of a batch."""
        self.asked = (self.asked + other.asked) % (1 << _BITS)
        self.answers = (self.answers + other.answers) % (1 << _BITS)

    @property
    def columns(self) -> tuple[str | None, str | None]:
        """(asked, answers) as in cells.parquet: 16 hex digits each, None of no batch at all."""
        if self == Fingerprint():
            return None, None
        return f"{self.asked:016x}", f"{self.answers:016x}"


def _asked(batch: Batch) -> bytes:
    if isinstance(batch, EncodeBatch):  # most of all cases: no escaping, one blob and its cuts
        blob = "".join(batch.texts).encode("utf-8", "surrogatepass")
        cuts = array("i", map(len, batch.texts)).tobytes()
        return b"".join((ascii(batch.options).encode("ascii"), cuts, blob))
    return ascii(batch).encode("ascii")


def _said(results: Results) -> bytes:
    """Ids (not offsets), decoded bytes, or every column; of a refusal its kind, not its words."""
    match results:
        case Encodings(ids, counts):
            said = ids.tobytes() + counts.tobytes()
        case Decodings(kind, blob, lengths):
            said = kind.encode() + bytes(blob) + lengths.tobytes()
        case Answers(found):
            return ascii([getattr(one, "kind", one) for one in found]).encode("ascii")
    refused = sorted((index, refusal.kind) for index, refusal in results.refusals.items())
    return said + ascii(refused).encode("ascii")


def _digest_bytes(data: bytes) -> bytes:
    return blake2b(data, digest_size=_BITS // 8).digest()


def _digest(data: bytes) -> int:
    return int.from_bytes(_digest_bytes(data), "big")
