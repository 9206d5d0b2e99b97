"""`Tokens`: what the model made of a text, in the form post-processors change."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import reduce
from math import prod
from typing import Protocol

from tokparity.reference_impl.text.growth import check_growth


@dataclass(slots=True)
class Columns:
    """What the library reports besides ids, offsets and texts: n entries each.

    `words`: index of the word, None of a special token; `special`, `attention`: 0 or 1.
    `overflowing` is what truncation cut off, in windows as long as what it left.
    """

    type_ids: list[int]
    words: list[int | None]
    special: list[int]
    attention: list[int]
    overflowing: "list[Tokens]" = field(default_factory=list)


@dataclass(slots=True)
class Tokens:
    """n tokens. `ids` and `texts` have n entries, `offsets` 2n: start and end alternating.

    A text is the token's piece, or, of an added token, what it matched in the
    normalized text with the white space it took along. `columns` is None where nobody asked
    for them: every method here keeps them so.
    """

    ids: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    columns: Columns | None = None

    def of_type(self, type_id: int) -> "Tokens":
        """All tokens with one type id; what overflows keeps the type ids it has."""
        if self.columns is None:
            return self
        return replace(self, columns=replace(self.columns, type_ids=[type_id] * len(self.ids)))

    def windows(self) -> int:
        """How many there are: these tokens, and all that overflows."""
        if self.columns is None:
            return 1
        return 1 + sum(window.windows() for window in self.columns.overflowing)

    def part(self, start: int, stop: int) -> "Tokens":
        """Some of the tokens, without what overflows."""
        columns = self.columns and Columns(
            self.columns.type_ids[start:stop],
            self.columns.words[start:stop],
            self.columns.special[start:stop],
            self.columns.attention[start:stop],
        )
        offsets = self.offsets[2 * start : 2 * stop]
        return Tokens(self.ids[start:stop], offsets, self.texts[start:stop], columns)

    def each(self, change: "Callable[[Tokens], Tokens]") -> "Tokens":
        """Changes these tokens, which keep what overflows, and each of what overflows."""
        changed = change(self)
        if changed.columns is None or not changed.columns.overflowing:
            return changed
        overflowing = list(map(change, changed.columns.overflowing))
        return replace(changed, columns=replace(changed.columns, overflowing=overflowing))


def special_tokens(ids: list[int], texts: list[str], type_id: int, like: Tokens) -> Tokens:
    """Tokens that stand for no text, with the range (0, 0); columns if `like` has them."""
    count = len(ids)
    columns = like.columns and Columns([type_id] * count, [None] * count, [1] * count, [1] * count)
    return Tokens(ids, [0] * (2 * count), texts, columns)


def join(parts: list[Tokens]) -> Tokens:
    """One after the other. Each way to take one window of every part overflows, and what
    overflows may overflow in turn: tokenizers 0.23 tokenizer/encoding.rs `merge_with`.

    Raises TooLarge.
    """
    if len(parts) == 1:
        return parts[0]
    if any(part.columns and part.columns.overflowing for part in parts):
        windows = prod(part.windows() for part in parts)
        check_growth(windows * sum(len(part.ids) for part in parts), "tokens")
        return reduce(_append, parts)
    joined = Tokens(columns=parts[0].columns and Columns([], [], [], [])) if parts else Tokens()
    for part in parts:
        joined.ids += part.ids
        joined.offsets += part.offsets
        joined.texts += part.texts
        if joined.columns is not None and part.columns is not None:
            joined.columns.type_ids += part.columns.type_ids
            joined.columns.words += part.columns.words
            joined.columns.special += part.columns.special
            joined.columns.attention += part.columns.attention
    return joined


def _append(left: Tokens, right: Tokens) -> Tokens:
    ours, theirs = left.columns, right.columns
    assert ours is not None
    assert theirs is not None
    overflowing = [
        _append(window, other)
        for window in ours.overflowing
        for other in (right, *theirs.overflowing)
    ]
    overflowing += [_append(left, other) for other in theirs.overflowing]
    columns = Columns(
        ours.type_ids + theirs.type_ids,
        ours.words + theirs.words,
        ours.special + theirs.special,
        ours.attention + theirs.attention,
        overflowing,
    )
    ids, offsets = left.ids + right.ids, left.offsets + right.offsets
    return Tokens(ids, offsets, left.texts + right.texts, columns)


class PostProcessor(Protocol):
    """Works on parts that are joined at the end: a text is one, each special token another."""

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        """The parts of one text or of a pair, with special tokens if they are wanted."""
        ...

    def added(self, pair: bool) -> int:
        """How many special tokens truncation must leave room for."""
        ...
