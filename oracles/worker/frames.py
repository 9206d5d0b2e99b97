"""The frames that cross the border between a worker and its client, and their flat arrays.

A frame is a fixed head, a JSON header and binary blobs. Never pickle: what a worker sends
is the word of a program that may have gone mad, so every number in it is checked here.
What is not here: how bytes are moved (`process`, `worker`) and what a request means.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, Literal, get_args

from tokparity.reference_impl.batches import (
    BATCH_COLUMNS,
    Answers,
    Decodings,
    Encodings,
    FullEncodings,
)
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.contract import (
    Observation,
    Refusal,
    RefusalKind,
    Rendered,
    StageOutput,
    Streamed,
)

KINDS: tuple[RefusalKind, ...] = get_args(RefusalKind)
MAGIC = b"tkp1"
HEAD = struct.Struct("<4sII")
"""Magic, bytes of the JSON header, bytes of all blobs together."""

NUMBERS = tuple(name for name in BATCH_COLUMNS if name != "tokens")
NONE = (1 << 64) - 1
DEEPEST = 100
"""Windows that overflow windows that overflow …: real ones are as deep as a pair has texts."""

Blob = bytes | bytearray | memoryview


class Garbage(Exception):
    """A frame that no worker of ours would send."""


def pack(header: dict[str, Any], blobs: Sequence[Blob] = ()) -> bytes:
    """One frame. The sizes of the blobs travel in the header.

    >>> len(pack({"seq": 1}, [b"abc"])) - HEAD.size
    27
    """
    sizes = [len(blob) for blob in blobs]
    text = json.dumps({**header, "blobs": sizes}).encode("ascii")
    return b"".join((HEAD.pack(MAGIC, len(text), sum(sizes)), text, *blobs))


def body_size(head: bytes, limit: int) -> tuple[int, int]:
    """(bytes of header, bytes of blobs) that a head promises; Garbage if more than `limit`."""
    magic, header, blobs = HEAD.unpack(head)
    if magic != MAGIC:
        raise Garbage(f"a frame began with {head!r}")
    if header + blobs > limit:
        raise Garbage(f"a frame of {header + blobs} bytes was announced, {limit} allowed")
    return header, blobs


def unpack(body: bytes, header_size: int) -> tuple[dict[str, Any], list[memoryview]]:
    """Header and blobs of a frame's body; Garbage where they do not fit each other."""
    try:
        header = json.loads(body[:header_size])
    except (ValueError, RecursionError) as error:
        raise Garbage(f"a header is not JSON: {error}") from error
    sizes = header.get("blobs") if isinstance(header, dict) else None
    if not isinstance(sizes, list) or not all(type(size) is int and size >= 0 for size in sizes):
        sizes = [-1]
    if sum(sizes) != len(body) - header_size:
        raise Garbage("a header does not tell the sizes of its blobs")
    rest = memoryview(body)[header_size:]
    ends = accumulate(sizes, initial=0)
    return header, [rest[start:end] for start, end in pairwise(ends)]


def texts_to_blobs(texts: Sequence[str]) -> list[bytes]:
    r"""One blob of UTF-8 and the texts' lengths in characters; lone surrogates pass.

    >>> texts_to_blobs(["é", "ab"])
    [b'\xc3\xa9ab', b'\x01\x00\x00\x00\x02\x00\x00\x00']
    """
    joined = "".join(texts).encode("utf-8", "surrogatepass")
    return [joined, array("i", map(len, texts)).tobytes()]


def texts_from_blobs(blobs: Sequence[memoryview]) -> list[str]:
    """The inverse of `texts_to_blobs`.

    >>> texts_from_blobs([memoryview(blob) for blob in texts_to_blobs(["é", "", "ab"])])
    ['é', '', 'ab']
    """
    joined = bytes(blobs[0]).decode("utf-8", "surrogatepass")
    ends = accumulate(array("i", bytes(blobs[1])), initial=0)
    return [joined[start:end] for start, end in pairwise(ends)]


def ids_to_blobs(sequences: Sequence[Sequence[int]]) -> list[bytes]:
    """All ids as 64-bit integers, and how many each case has. OverflowError beyond 64 bits."""
    ids = array("q")
    for sequence in sequences:
        ids.extend(sequence)
    return [ids.tobytes(), array("i", map(len, sequences)).tobytes()]


def ids_from_blobs(blobs: Sequence[memoryview]) -> list[list[int]]:
    """The inverse of `ids_to_blobs`.

    >>> ids_from_blobs([memoryview(blob) for blob in ids_to_blobs([[1, 2], [], [-3]])])
    [[1, 2], [], [-3]]
    """
    ids = array("q", bytes(blobs[0])).tolist()
    ends = accumulate(array("i", bytes(blobs[1])), initial=0)
    return [ids[start:end] for start, end in pairwise(ends)]


def encodings_from_answer(
    header: dict[str, Any], blobs: Sequence[memoryview], cases: int, offsets: bool
) -> Encodings:
    """The encodings of `cases` cases, or Garbage: counts, signs and refusals must all agree."""
    if len(blobs) != 2 + offsets:
        raise Garbage(f"encodings in {len(blobs)} arrays")
    ids, counts = _array(blobs[0]), _array(blobs[1])
    spans = _array(blobs[2]) if offsets else None
    _check_counts(counts, cases, len(ids))
    if spans is not None and len(spans) != 2 * len(ids):
        raise Garbage(f"{len(spans)} offsets for {len(ids)} ids")
    if min(ids, default=0) < 0 or (spans and min(spans) < 0):
        raise Garbage("a negative id or offset")
    return Encodings(ids, counts, spans, _refusals(header, counts))


def decodings_from_answer(
    header: dict[str, Any],
    blobs: Sequence[memoryview],
    cases: int,
    kind: Literal["bytes", "text"],
) -> Decodings:
    """The decoded texts of `cases` cases, or Garbage: a text must be UTF-8 by itself."""
    if len(blobs) != 2:
        raise Garbage(f"decoded texts in {len(blobs)} arrays")
    blob, lengths = bytearray(blobs[0]), _array(blobs[1])
    _check_counts(lengths, cases, len(blob))
    if kind == "text":
        try:
            for start, end in pairwise(accumulate(lengths, initial=0)):
                blob[start:end].decode("utf-8")
        except UnicodeDecodeError as error:
            raise Garbage(f"a decoded text is not UTF-8: {error}") from error
    return Decodings(kind, blob, lengths, _refusals(header, lengths))


def full_to_blobs(batch: FullEncodings) -> list[bytes]:
    """Its columns as unsigned 64-bit integers, None as the highest; its tokens as texts, last."""
    words = [NONE if word is None else word for word in batch.words]
    columns = [words if name == "words" else getattr(batch, name) for name in NUMBERS]
    return [*(array("Q", column).tobytes() for column in columns), *texts_to_blobs(batch.tokens)]


def full_from_answer(
    header: dict[str, Any], blobs: Sequence[memoryview], cases: int
) -> FullEncodings:
    """The full encodings of `cases` cases, or Garbage: every number must fit the others."""
    if len(blobs) != len(NUMBERS) + 2:
        raise Garbage(f"full encodings in {len(blobs)} arrays")
    columns: dict[str, Any] = {"tokens": _tokens(blobs[-2:])}
    for name, blob in zip(NUMBERS, blobs, strict=False):
        if len(blob) % 8:
            raise Garbage(f"{name}: bytes that are no multiple of 8")
        columns[name] = array("Q", bytes(blob)).tolist()
    if NONE in columns["words"]:
        columns["words"] = [None if word == NONE else word for word in columns["words"]]
    out = FullEncodings(**columns)
    out.refusals = _refusals(header, out.windows)
    _check_counts(out.windows, cases, len(out.counts))
    _check_counts(out.counts, len(out.overflowing), len(out.ids))
    others = (out.tokens, out.type_ids, out.words, out.special_tokens_mask, out.attention_mask)
    if {len(out.offsets) / 2, *(len(other) for other in others)} - {len(out.ids)}:
        raise Garbage("columns of different lengths")
    _check_windows(out)
    return out


def _tokens(blobs: Sequence[memoryview]) -> list[str]:
    try:
        tokens = texts_from_blobs(blobs)
        size = len(bytes(blobs[0]).decode("utf-8", "surrogatepass"))
        _check_counts(array("i", bytes(blobs[1])), len(tokens), size)
    except ValueError as error:
        raise Garbage(f"no texts of tokens: {error}") from error
    return tokens


def _check_windows(batch: FullEncodings) -> None:
    """Whether each case is one window with all that overflows it, and not too deep."""
    ends = accumulate(batch.windows, initial=0)
    for case, (first, behind) in enumerate(pairwise(ends)):
        depths: list[int] = []
        for at in range(behind - 1, first - 1, -1):
            count = batch.overflowing[at]
            if count > len(depths):
                raise Garbage("a window that less overflows than it says")
            below = depths[len(depths) - count :]
            del depths[len(depths) - count :]
            depths.append(1 + max(below, default=0))
        if (not depths) != (case in batch.refusals) or len(depths) > 1:
            raise Garbage("a case that is neither one window nor refused")
        if max(depths, default=0) > DEEPEST:
            raise Garbage(f"windows that overflow each other {max(depths)} deep")


def json_of(value: Any) -> str:
    r"""JSON in which two lone surrogates side by side stay two: escaped they are read as one
    character.

    >>> json.loads(json_of("\ud83d\ude00")) == "\ud83d\ude00"
    True
    """
    return json.dumps(value, ensure_ascii=False)


def answers_from_blob(blobs: Sequence[memoryview], cases: int) -> Answers:
    """The answers to `cases` cases from a blob of JSON, one observation each; or Garbage."""
    try:
        (blob,) = blobs
        items = json.loads(bytes(blob).decode("utf-8", "surrogatepass"))
        observations = [read(Observation, item) for item in items]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Garbage(f"no JSON of observations: {error!r:.80}") from error
    answers = Answers()
    for observation in observations:
        if not isinstance(observation, StageOutput | Streamed | Rendered | Refusal):
            raise Garbage(f"an answer of another kind: {observation!r:.80}")
        answers.found.append(observation)
    if len(answers) != cases:
        raise Garbage(f"{len(answers)} answers to {cases} cases")
    return answers


def hello_from_json(header: dict[str, Any]) -> tuple[str, frozenset[tuple[str, int]]]:
    """The library's version, and each (format, number in ALL_OPTIONS) that it supports."""
    version, supported = header.get("version"), header.get("supported")
    if not isinstance(version, str) or not isinstance(supported, list):
        raise Garbage("a first frame without version and supported options")
    pairs = set()
    for pair in supported:
        match pair:
            case [str(format), int(number)]:
                pairs.add((format, number))
            case _:
                raise Garbage("supported options that are no pairs of format and number")
    return version, frozenset(pairs)


def refusal_from_json(value: Any) -> Refusal:
    """A refusal from its [kind, detail]; Garbage for anything else.

    >>> refusal_from_json(["timeout", "no answer within 2 s"])
    Refusal(kind='timeout', detail='no answer within 2 s')
    """
    match value:
        case [str(name), str(detail)]:
            for kind in KINDS:
                if kind == name:
                    return Refusal(kind, detail)
    raise Garbage("a refusal without kind and detail")


def _refusals(header: dict[str, Any], counts: Sequence[int]) -> dict[int, Refusal]:
    listing = header.get("refusals")
    if not isinstance(listing, dict):
        raise Garbage("an answer without its refusals")
    refusals = {}
    for key, value in listing.items():
        index = int(key) if key.isdecimal() else -1
        if not 0 <= index < len(counts) or counts[index]:
            raise Garbage(f"a refusal of case {key!r}, which is none or has an answer")
        refusals[index] = refusal_from_json(value)
    return refusals


def _array(blob: memoryview) -> array[int]:
    if len(blob) % 4:
        raise Garbage("an array of 32-bit integers whose bytes are no multiple of 4")
    return array("i", bytes(blob))


def _check_counts(counts: Sequence[int], cases: int, total: int) -> None:
    if len(counts) != cases or min(counts, default=0) < 0 or sum(counts) != total:
        raise Garbage(f"counts that do not add up: {len(counts)} of {cases} cases, {total} items")
