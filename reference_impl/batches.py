"""Batches of results as flat arrays: what crosses a process border, and what is compared.

A batch of n encodings is five arrays, not n objects: two batches that agree are
found equal by comparing arrays, at no cost per case. A case that was refused has
count 0 and an entry in `refusals`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate, chain, pairwise
from typing import Literal

from tokparity.reference_impl.contract import (
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

    @classmethod
    def empty(cls, *, ranges: bool) -> Encodings:
        """`ranges`: with offsets."""
        return cls(offsets=array("i") if ranges else None)

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


UNEVEN = Refusal("unsupported", "not as many tokens as ids, which a batch does not hold")
"""A template's special token may have more ids than names: the library gives such columns."""


@dataclass(slots=True)
class FullEncodings:
    """n full encodings: each a window of tokens, behind it those that overflow it, which may
    overflow themselves; m windows in all.

    `windows` has shape (n,): windows of each case, 0 where it was refused; `counts` shape (m,):
    tokens of each window; `overflowing` shape (m,): how many windows overflow it directly. The
    others have an entry a token, as in `FullEncoding`, `offsets` two. Lists: an `array`
    takes longer to fill, and what comes of the reference is compared, and nothing more.
    """

    ids: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    type_ids: list[int] = field(default_factory=list)
    words: list[int | None] = field(default_factory=list)
    special_tokens_mask: list[int] = field(default_factory=list)
    attention_mask: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    overflowing: list[int] = field(default_factory=list)
    windows: list[int] = field(default_factory=list)
    refusals: dict[int, Refusal] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.windows)

    def refuse(self, refusal: Refusal) -> None:
        """Append a case without an answer."""
        self.refusals[len(self.windows)] = refusal
        self.windows.append(0)

    def add(self, encoding: FullEncoding) -> None:
        """Append one encoding with all that overflows; `UNEVEN` where its columns are."""
        if len(encoding.tokens) != len(encoding.ids):
            self.refuse(UNEVEN)
            return
        windows, todo = 0, [encoding]
        while todo:
            window = todo.pop()
            self.add_window(
                window.ids,
                chain.from_iterable(window.offsets),
                window.tokens,
                window.type_ids,
                window.words,
                window.special_tokens_mask,
                window.attention_mask,
                len(window.overflowing),
            )
            windows += 1
            todo += reversed(window.overflowing)
        self.windows.append(windows)

    def add_window(
        self,
        ids: Sequence[int],
        offsets: Iterable[int],
        tokens: Iterable[str],
        type_ids: Iterable[int],
        words: Iterable[int | None],
        special_tokens_mask: Iterable[int],
        attention_mask: Iterable[int],
        overflowing: int,
    ) -> None:
        """Append one window; of how many a case has is for the caller to say in `windows`."""
        self.ids.extend(ids)
        self.offsets.extend(offsets)
        self.tokens.extend(tokens)
        self.type_ids.extend(type_ids)
        self.words.extend(words)
        self.special_tokens_mask.extend(special_tokens_mask)
        self.attention_mask.extend(attention_mask)
        self.counts.append(len(ids))
        self.overflowing.append(overflowing)

    def extend(self, others: FullEncodings) -> None:
        """Append the cases of another batch."""
        before = len(self)
        self.refusals.update({before + at: no for at, no in others.refusals.items()})
        for name in BATCH_COLUMNS:
            getattr(self, name).extend(getattr(others, name))

    def observations(self) -> Iterator[FullEncoding | Refusal]:
        """Each case's result as an object."""
        starts = list(accumulate(self.counts, initial=0))
        for index, (first, behind) in enumerate(pairwise(accumulate(self.windows, initial=0))):
            if index in self.refusals:
                yield self.refusals[index]
                continue
            made: list[FullEncoding] = []  # from the last window back, the next one on top
            for at in range(behind - 1, first - 1, -1):
                below = len(made) - self.overflowing[at]
                overflowing = tuple(reversed(made[below:]))
                del made[below:]
                made.append(self._window(starts[at], starts[at + 1], overflowing))
            yield made[0]

    def _window(self, start: int, stop: int, overflowing: tuple[FullEncoding, ...]) -> FullEncoding:
        flat = self.offsets[2 * start : 2 * stop]
        return FullEncoding(
            ids=tuple(self.ids[start:stop]),
            offsets=tuple(zip(flat[::2], flat[1::2], strict=True)),
            tokens=tuple(self.tokens[start:stop]),
            type_ids=tuple(self.type_ids[start:stop]),
            words=tuple(self.words[start:stop]),
            special_tokens_mask=tuple(self.special_tokens_mask[start:stop]),
            attention_mask=tuple(self.attention_mask[start:stop]),
            overflowing=overflowing,
        )


BATCH_COLUMNS = tuple(column.name for column in fields(FullEncodings) if column.name != "refusals")
"""The lists of `FullEncodings`."""


Answer = FullEncoding | StageOutput | Streamed | Rendered
"""What travels as an object, or is recorded as one."""


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
