"""`ByteLevel` (post-processor): take white space out of the offsets."""

from dataclasses import dataclass, replace
from typing import Any

from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.stage_types import FLAG, ON, StageType, byte_level_options, nothing
from tokparity.reference_impl.text.byte_level import SPACE
from tokparity.reference_impl.unicode.classes import is_whitespace


@dataclass(frozen=True, slots=True)
class ByteLevelPostProcessor:
    """With `trim_offsets`, shorten each range by the token's leading and trailing spaces.

    One leading space stays in the range of the first token (or of any whose range
    starts at 0) where `add_prefix_space` may have made it. Counts characters of the
    *token*: "Ġ" or white space, so a space spelled in three bytes (U+2003) is not
    seen. Source: tokenizers 0.23 pre_tokenizers/byte_level.rs `process_offsets`.
    """

    add_prefix_space: bool
    trim_offsets: bool
    use_regex: bool = True

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        if self.trim_offsets:
            return [trimmed(part, self.add_prefix_space) for part in parts]
        return parts

    def added(self, pair: bool) -> int:
        return 0


def trimmed(part: Tokens, add_prefix_space: bool) -> Tokens:
    """The part, and what overflows of it, with shorter ranges: see `ByteLevel`."""
    return part.each(lambda tokens: replace(tokens, offsets=_trimmed(tokens, add_prefix_space)))


def _trimmed(part: Tokens, add_prefix_space: bool) -> list[int]:
    offsets = part.offsets.copy()
    for index, text in enumerate(part.texts):
        if not (text and (_is_space(text[0]) or _is_space(text[-1]))):
            continue
        start, end = offsets[2 * index : 2 * index + 2]
        leading, trailing = margins(text)
        if leading == 1 and add_prefix_space and (index == 0 or start == 0):
            leading = 0
        if leading:
            start = min(start + leading, end)
        if trailing and end >= trailing:
            end = max(end - trailing, start)
        offsets[2 * index : 2 * index + 2] = start, end
    return offsets


def _is_space(char: str) -> bool:
    return char == SPACE or is_whitespace(char)


def margins(text: str) -> tuple[int, int]:
    """How many spaces a token begins with, and ends with.

    >>> margins("Ġa"), margins("ĠĠ")
    ((1, 0), (2, 2))
    """
    return _margin(text), _margin(text[::-1])


def _margin(text: str) -> int:
    return next((at for at, char in enumerate(text) if not _is_space(char)), len(text))


def trimming(stage: Any) -> str | None:
    """Why ranges may be shorter: for the declaration of stages that have `trim_offsets`."""
    return "trims ranges" if stage.trim_offsets else None


TYPE = StageType(
    "ByteLevel",
    ByteLevelPostProcessor,
    byte_level_options(ON, FLAG, inert=("use_regex",)),
    loses=nothing,
    trims=trimming,
)
