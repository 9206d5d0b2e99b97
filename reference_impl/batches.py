"""Batches of results as flat arrays: what crosses a process border, and what is compared.

A batch of n encodings is five arrays, not n objects: two batches that agree are
found equal by comparing arrays, at no cost per case. A case that was refused has
count 0 and an entry in `refusals`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from reference_impl.contract import (
    Bytes,
    Encoding,
    FullEncoding,
    Refusal,
    Rendered,
    StageOutput,
    Streamed,
    Text,
)


@dataclass(slots=True)
class Encodings:
    """n encodings. Type code 'i' is a 32-bit int on every platform we run on.

    `counts` has shape (n,): ids of each case; `ids` shape (sum(counts),);
    `offsets` shape (2 * sum(counts),), start and end alternating, or None where the
    engine does not report them; `refusals` maps case index → why it has no answer.
    """

    ids: array[int] = field(default_factory=lambda: array("i"))
    counts: array[int] = field(default_factory=lambda: array("i"))
    offsets: array[int] | None = field(default_factory=lambda: array("i"))
    refusals: dict[int, Refusal] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.counts)

    def refuse(self, refusal: Refusal) -> None:
        """Append a case without an answer."""
        self.refusals[len(self.counts)] = refusal
        self.counts.append(0)

    def add(self, encoding: Encoding) -> None:
        """Append one encoding; its offsets are left out where this batch reports none."""
        self.ids.extend(encoding.ids)
        self.counts.append(len(encoding.ids))
        if self.offsets is not None:
            self.offsets.extend(at for span in encoding.offsets or () for at in span)

    def observations(self) -> Iterator[Encoding | Refusal]:
        """Each case's result as an object: for the few that are looked at one by one."""
        at = 0
        for index, count in enumerate(self.counts):
            if index in self.refusals:
                yield self.refusals[index]
                continue
            ids = tuple(self.ids[at : at + count])
            if self.offsets is None:
                yield Encoding(ids)
            else:
                flat = self.offsets[2 * at : 2 * (at + count)]
                yield Encoding(ids, tuple(zip(flat[::2], flat[1::2], strict=True)))
            at += count


@dataclass(slots=True)
class Decodings:
    """n decoded texts as one blob of UTF-8 (`kind` "text") or raw bytes (`kind` "bytes").

    `lengths` has shape (n,): bytes of each case in `blob`.
    """

    kind: Literal["bytes", "text"]
    blob: bytearray = field(default_factory=bytearray)
    lengths: array[int] = field(default_factory=lambda: array("i"))
    refusals: dict[int, Refusal] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.lengths)

    def add(self, value: bytes) -> None:
        self.blob += value
        self.lengths.append(len(value))

    def refuse(self, refusal: Refusal) -> None:
        """Append a case without an answer."""
        self.refusals[len(self.lengths)] = refusal
        self.lengths.append(0)

    def observations(self) -> Iterator[Bytes | Text | Refusal]:
        """Each case's result as an object."""
        at = 0
        for index, length in enumerate(self.lengths):
            if index in self.refusals:
                yield self.refusals[index]
                continue
            value = bytes(self.blob[at : at + length])
            yield Text(value.decode("utf-8")) if self.kind == "text" else Bytes(value)
            at += length


Answer = FullEncoding | StageOutput | Streamed | Rendered
"""What travels as an object."""


@dataclass(slots=True)
class Answers:
    """n results as the objects they are: of what is asked too seldom for flat arrays."""

    found: list[Answer | Refusal] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.found)

    def add(self, answer: Answer) -> None:
        self.found.append(answer)

    def refuse(self, refusal: Refusal) -> None:
        """Append a case without an answer."""
        self.found.append(refusal)

    def observations(self) -> Iterator[Answer | Refusal]:
        """Each case's result."""
        return iter(self.found)
