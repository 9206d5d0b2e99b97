"""Digests of what was asked and answered: to count distinct cases, and to see answers change.

Ten million cases are counted by eight bytes each; a collision of two of them costs one count. Not
here: what a case's id is in files (`reference_impl.contract`), which is a hash of its JSON.
"""

from array import array
from collections.abc import Collection, Iterable, Mapping
from hashlib import blake2b

import pyarrow as pa
import pyarrow.compute as pc

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


def distinct(digests: bytes | bytearray) -> int:
    """How many different digests stand in a row of them.

    >>> distinct(b"11111111" + b"22222222" + b"11111111")
    2
    """
    buffer = pa.py_buffer(digests)
    column = pa.Array.from_buffers(pa.uint64(), len(digests) // DIGEST_BYTES, [None, buffer])
    return int(pc.count_distinct(column).as_py())


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
