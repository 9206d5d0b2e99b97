"""Digests of what was asked and answered: to count distinct cases, and to see answers change.

Ten million cases are counted by eight bytes each; a collision of two of them costs one count. Not
here: what a case's id is in files (`reference_impl.contract`), which is a hash of its JSON.
"""

from array import array
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from tokparity.harness.compare.sides import (
    Batch,
    CaseBatch,
    DecodeBatch,
    EncodeBatch,
    FullBatch,
    op_of,
)
from tokparity.harness.compare.verdict import Results
from tokparity.reference_impl.batches import (
    BATCH_COLUMNS,
    Answers,
    Decodings,
    Encodings,
    FullEncodings,
)
from tokparity.reference_impl.contract import Refusal

DIGEST_BYTES = 8
_MODULUS = 1 << 64


def case_digests(batch: Batch, skipped: Collection[int] = ()) -> bytes:
    """Eight bytes a case, in order, of op, options and input; without the indices `left_out`.

    >>> from tokparity.reference_impl.contract import EncodeOptions
    >>> one = case_digests(EncodeBatch(("a", "b"), EncodeOptions()))
    >>> len(one), one[:8] == one[8:], one[8:] == case_digests(EncodeBatch(("b",), EncodeOptions()))
    (16, False, True)
    """
    start = blake2b(f"{op_of(batch)} {batch.options}".encode(), digest_size=DIGEST_BYTES)
    found = []
    for index, content in enumerate(_contents(batch)):
        if index not in skipped:
            digest = start.copy()
            digest.update(content)
            found.append(digest.digest())
    return b"".join(found)


def _contents(batch: Batch) -> Iterable[bytes]:
    match batch:
        case EncodeBatch(texts):
            return (text.encode("utf-8", "surrogatepass") for text in texts)
        case DecodeBatch(ids):
            return (array("q", row).tobytes() for row in ids)
        case FullBatch(full_cases):
            return (ascii((case.text, case.pair)).encode() for case in full_cases)
        case CaseBatch(cases):
            return (ascii(case).encode() for case in cases)


KEPT = 1 << 20
"""Different digests up to which they are counted one by one: eight megabytes."""


@dataclass(slots=True)
class Distinct:
    """Counts different digests as they come, in bounded memory. Up to `most` exactly; of more the
    smallest are kept, whose largest tells how many there are, within a third of a percent.

    >>> seen = Distinct()
    >>> seen.add(b"11111111" + b"22222222" + b"11111111")
    >>> seen.all, seen.count
    (3, 2)
    """

    most: int = KEPT
    all: int = 0
    """Digests, however often each came."""
    _bound: int = _MODULUS
    """Digests from here on are no longer kept."""
    _kept: bytearray = field(default_factory=bytearray)

    def add(self, digests: bytes) -> None:
        """Take these in."""
        self.all += len(digests) // DIGEST_BYTES
        self._kept += digests
        if len(self._kept) > 2 * DIGEST_BYTES * self.most:
            self._tidy()

    @property
    def count(self) -> int:
        """How many different ones there were."""
        self._tidy()
        kept = len(self._kept) // DIGEST_BYTES
        return kept if self._bound == _MODULUS else round(kept * _MODULUS / self._bound)

    def _tidy(self) -> None:
        """Keep each once, and the smallest."""
        numbers = np.unique(np.frombuffer(bytes(self._kept), dtype="<u8"))
        if len(numbers) > self.most:
            self._bound = min(self._bound, int(numbers[self.most]))
        numbers = numbers[numbers < self._bound] if self._bound < _MODULUS else numbers
        self._kept = bytearray(numbers.tobytes())


def digest(cases: bytes, results: Results | None = None) -> int:
    """64 bits of what a batch asked (its `case_digests`) and the ids or texts it was answered.

    Added up modulo 2⁶⁴ (`add_digests`) they do not depend on the order of batches.
    """
    made = blake2b(cases, digest_size=DIGEST_BYTES)
    match results:
        case Encodings(ids, counts, _, refusals):
            made.update(ids.tobytes() + counts.tobytes() + _kinds(refusals))
        case Decodings(kind, blob, lengths, refusals):
            made.update(kind.encode() + bytes(blob) + lengths.tobytes() + _kinds(refusals))
        case FullEncodings(refusals=refusals):
            for name in BATCH_COLUMNS:
                made.update(ascii(getattr(results, name)).encode())
            made.update(_kinds(refusals))
        case Answers(found):
            symbols = [answer.kind if isinstance(answer, Refusal) else answer for answer in found]
            made.update(ascii(symbols).encode())  # not repr: it follows Python's Unicode version
        case None:
            pass
    return int.from_bytes(made.digest(), "little")


def _kinds(refusals: Mapping[int, Refusal]) -> bytes:
    return repr(sorted((at, refusal.kind) for at, refusal in refusals.items())).encode()


def add_digests(left: int, right: int) -> int:
    """The sum of two, in 64 bits."""
    return (left + right) % _MODULUS
