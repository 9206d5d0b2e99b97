"""`Truncation`: the longest encoding that a tokenizer.json allows, and what is done with more.

Happens between the model and the post-processor, which gets room for its special tokens.
"""

from dataclasses import dataclass, replace
from typing import Literal

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.post_processors.tokens import Columns, Tokens
from tokparity.reference_impl.text.growth import check_growth

Direction = Literal["Left", "Right"]
Strategy = Literal["LongestFirst", "OnlyFirst", "OnlySecond"]

_WORD = 1 << 64


class TruncationError(TokparityError):
    """The text cannot be made as short as the file says, in the way it says."""


@dataclass(frozen=True, slots=True)
class Truncation:
    """At most `max_length` tokens; windows over what is cut off share `stride` tokens.

    Where the special tokens alone are more than `max_length` the library's subtraction wraps
    around, and *nothing* is cut. Source: tokenizers 0.23 utils/truncation.rs
    `truncate_encodings`, tokenizer/encoding.rs `truncate`, tokenizer/mod.rs `post_process`.
    """

    max_length: int
    strategy: Strategy = "LongestFirst"
    stride: int = 0
    direction: Direction = "Right"

    def truncate(self, parts: list[Tokens], added: int) -> list[Tokens]:
        """The text, or both texts of a pair, with `added` special tokens to come.

        Raises TruncationError, TooLarge.
        """
        room = (self.max_length - added) % _WORD
        lengths = [len(part.ids) for part in parts]
        excess = sum(lengths) - room
        if room == 0:
            return [self._cut(part, 0) for part in parts]
        if excess <= 0:
            return parts
        match self.strategy:
            case "LongestFirst":
                sizes = [room] if len(parts) == 1 else _shares(lengths[0], lengths[1], room)
            case "OnlyFirst" | "OnlySecond":
                target = 0 if self.strategy == "OnlyFirst" else 1
                if target == len(parts):
                    raise TruncationError("the second text is to be truncated, but there is none")
                sizes = lengths.copy()
                sizes[target] -= excess
                if sizes[target] <= 0:
                    raise TruncationError(
                        f"{lengths[target]} tokens are too few to take {excess} off"
                    )
        return [self._cut(part, length) for part, length in zip(parts, sizes, strict=True)]

    def _cut(self, part: Tokens, length: int) -> Tokens:
        if length >= len(part.ids):
            return part
        if length and self.stride >= length:
            raise TruncationError(f"the stride {self.stride} leaves nothing of {length} tokens")
        windows = self._windows(len(part.ids), length) if length else [(0, 0)]
        check_growth((len(windows) - 1) * length - len(part.ids), "tokens")
        first = part.part(*windows[0])
        if part.columns is None:
            return first
        rest = [part.part(*window) for window in windows[1:]] if length else [part]
        columns: Columns | None = first.columns
        assert columns is not None
        return replace(first, columns=replace(columns, overflowing=rest))

    def _windows(self, count: int, length: int) -> list[tuple[int, int]]:
        step = length - self.stride
        windows: list[tuple[int, int]] = []
        if self.direction == "Right":
            for start in range(0, count, step):
                windows.append((start, min(start + length, count)))
                if windows[-1][1] == count:
                    break
            return windows
        for stop in range(count, 0, -step):
            windows.append((max(stop - length, 0), stop))
            if windows[-1][0] == 0:
                break
        return windows


def _shares(first: int, second: int, room: int) -> list[int]:
    """How many tokens of each text of a pair stay: the shorter is spared, else both get half."""
    short, long = sorted((first, second))
    long = short if short > room else max(short, room - short)
    if short + long > room:
        short = room // 2
        long = short + room % 2
    return [long, short] if first > second else [short, long]
