"""`Encodings` of a batch: each text encoded by itself, as `Tokenizer.encode` does."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from operator import sub
from typing import TYPE_CHECKING, Protocol, TypeVar

from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions, Refusal
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of
from tokparity.reference_impl.tokenizer.words import CutText

if TYPE_CHECKING:
    from tokparity.reference_impl.batch.token_rows import TokenRows

Its = TypeVar("Its", contravariant=True)
"""What is given to whoever encodes a batch: a tokenizer."""
TOGETHER = 1 << 18
"""Characters of the texts that are cut before any of them is given to the model: their words take
a hundred times as many bytes."""


class Encodes(Protocol):
    """What of a tokenizer its batches are encoded with: see there."""

    def cut(self, text: str, parse_special: bool) -> CutText: ...

    def learn(self, cut: Iterable[CutText]) -> None: ...

    def tokens(self, cut: CutText) -> Tokens: ...

    def finish(self, parts: list[Tokens], add_special: bool) -> Tokens: ...


class EncodesBatches(Protocol[Its]):
    """Encodes for one tokenizer, which it is given: it refers to none."""

    def encode(
        self, tokenizer: Its, texts: Sequence[str], options: EncodeOptions, *, ranges: bool
    ) -> Encodings:
        """Each text on its own; one that `encode` would raise for is a Refusal. `ranges`: with
        offsets."""
        ...


class TextByText:
    """The definition: all texts are cut, then their words are given to the model."""

    def encode(
        self, tokenizer: Encodes, texts: Sequence[str], options: EncodeOptions, *, ranges: bool
    ) -> Encodings:
        """As `EncodesBatches.encode`."""
        batch = Encodings.empty(ranges=ranges)
        for some in together(texts):
            for tokens in tokens_of(tokenizer, some, options.parse_special):
                add_finished(batch, tokenizer, tokens, options)
        return batch


def tokens_of(
    tokenizer: Encodes, texts: Sequence[str], parse_special: bool
) -> Iterator[Tokens | Refusal]:
    """The tokens of each text before the post-processor."""
    for one in cut_together(tokenizer, texts, parse_special):
        if isinstance(one, Refusal):
            yield one
            continue
        try:
            yield tokenizer.tokens(one)
        except REFUSING as error:
            yield refusal_of(error)


def cut_together(
    tokenizer: Encodes, texts: Iterable[str], parse_special: bool
) -> list[CutText | Refusal]:
    """The words of each text; the model has a look at those of all of them first."""
    cut: list[CutText | Refusal] = []
    for text in texts:
        try:
            cut.append(tokenizer.cut(text, parse_special))
        except REFUSING as error:
            cut.append(refusal_of(error))
    with suppress(MemoryError):  # together they need more than one by one
        tokenizer.learn(one for one in cut if not isinstance(one, Refusal))
    return cut


def add_finished(
    batch: Encodings, tokenizer: Encodes, tokens: Tokens | Refusal, options: EncodeOptions
) -> None:
    """Append what the post-processor makes of a text's tokens, or why there are none."""
    if isinstance(tokens, Refusal):
        batch.refuse(tokens)
        return
    try:
        tokens = tokenizer.finish([tokens], options.add_special)
    except REFUSING as error:
        batch.refuse(refusal_of(error))
        return
    batch.ids.fromlist(tokens.ids)
    if batch.offsets is not None:
        batch.offsets.fromlist(tokens.offsets)
    batch.counts.append(len(tokens.ids))


def add_whole(
    batch: Encodings, tokenizer: Encodes, texts: Sequence[str], options: EncodeOptions
) -> None:
    """Append the tokens of texts that go the definition's way."""
    for tokens in tokens_of(tokenizer, texts, options.parse_special):
        add_finished(batch, tokenizer, tokens, options)


def add_rows(
    batch: Encodings,
    tokenizer: Encodes,
    texts: Sequence[str],
    rows: "TokenRows",
    row_of: Sequence[int | None],
    options: EncodeOptions,
) -> None:
    """Append each text's tokens: its row, behind that of the text before; or None of one that goes
    the definition's way."""
    if isinstance(row_of, range) and len(row_of) == len(rows.bounds) - 1:
        _add_all(batch, rows)
        return
    ids: list[bytes | memoryview] = []
    offsets: list[bytes | memoryview] = []
    at = 0
    for is_whole, run in groupby(row_of, lambda row: row is None):
        mine = [*run]
        if is_whole:
            others = Encodings.empty(ranges=batch.offsets is not None)
            add_whole(others, tokenizer, texts[at : at + len(mine)], options)
            before = len(batch)
            batch.refusals.update({before + place: why for place, why in others.refusals.items()})
            batch.counts += others.counts
            ids.append(others.ids.tobytes())
            if others.offsets is not None:
                offsets.append(others.offsets.tobytes())
        else:
            assert mine[0] is not None
            bounds = rows.bounds[mine[0] : mine[0] + len(mine) + 1]
            start, stop = bounds[0], bounds[-1]
            ids.append(rows.ids[start:stop].view("u1").data)
            if batch.offsets is not None and rows.offsets is not None:
                offsets.append(rows.offsets[2 * start : 2 * stop].view("u1").data)
            batch.counts.extend(map(sub, bounds[1:], bounds))
        at += len(mine)
    for some in ids:  # one array behind the other: what grows alone is not copied
        batch.ids.frombytes(some)
    for some in offsets:
        assert batch.offsets is not None
        batch.offsets.frombytes(some)


def _add_all(batch: Encodings, rows: "TokenRows") -> None:
    batch.ids.frombytes(rows.ids.view("u1").data)
    batch.counts.extend(map(sub, rows.bounds[1:], rows.bounds))
    if batch.offsets is not None and rows.offsets is not None:
        batch.offsets.frombytes(rows.offsets.view("u1").data)


def together(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """The texts in parts of up to TOGETHER characters.

    >>> [len(part) for part in together(["a" * 200_000] * 3)]
    [1, 1, 1]
    """
    if sum(map(len, texts)) <= TOGETHER:
        yield texts
        return
    first, size = 0, 0
    for at, text in enumerate(texts):
        size += len(text)
        if size > TOGETHER and at > first:
            yield texts[first:at]
            first, size = at, len(text)
    yield texts[first:]
