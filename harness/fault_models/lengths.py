"""Truncation and padding: not done, or on the wrong side, or without room for special tokens."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.post_processors.tokens import PostProcessor, Tokens
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.truncation import Direction

_OTHER: dict[Direction, Direction] = {"Left": "Right", "Right": "Left"}


def no_truncation(tokenizer: Tokenizer) -> Tokenizer:
    """A text stays as long as it is."""
    return tokenizer if tokenizer.truncation is None else replace(tokenizer, truncation=None)


def truncated_on_the_other_side(tokenizer: Tokenizer) -> Tokenizer:
    """What is to stay is cut off."""
    truncation = tokenizer.truncation
    if truncation is None:
        return tokenizer
    turned = replace(truncation, direction=_OTHER[truncation.direction])
    return replace(tokenizer, truncation=turned)


def no_room(tokenizer: Tokenizer) -> Tokenizer:
    """The limit is taken for one of the text, so that special tokens exceed it."""
    processor = tokenizer.post_processor
    if tokenizer.truncation is None or processor is None or not processor.added(pair=False):
        return tokenizer
    return replace(tokenizer, post_processor=_Uncounted(processor))


def no_padding(tokenizer: Tokenizer) -> Tokenizer:
    """A text stays as short as it is."""
    return tokenizer if tokenizer.padding is None else replace(tokenizer, padding=None)


def padded_on_the_other_side(tokenizer: Tokenizer) -> Tokenizer:
    """Padding comes before a text instead of behind it, or the reverse."""
    padding = tokenizer.padding
    if padding is None:
        return tokenizer
    return replace(tokenizer, padding=replace(padding, direction=_OTHER[padding.direction]))


@dataclass(frozen=True, slots=True)
class _Uncounted:
    inner: PostProcessor

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        return self.inner.process(parts, add_special)

    def added(self, pair: bool) -> int:
        return 0


FAULT_MODELS = (
    FaultModel("no-truncation", "post_processor", "does not truncate", no_truncation),
    FaultModel(
        "truncated-on-the-other-side",
        "post_processor",
        "truncates the other end of a text",
        truncated_on_the_other_side,
    ),
    FaultModel(
        "no-room-for-specials",
        "post_processor",
        "leaves no room for special tokens when it truncates",
        no_room,
    ),
    FaultModel("no-padding", "post_processor", "does not pad", no_padding),
    FaultModel(
        "padded-on-the-other-side",
        "post_processor",
        "pads a text on its other side",
        padded_on_the_other_side,
    ),
)
