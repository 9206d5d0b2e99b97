"""Columns beside the ids and how long they are: ranges, type ids, truncation, padding."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel, fault_model
from tokparity.harness.fault_models.stages import change_post_processors, with_options
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.post_processors.template import TemplateProcessing
from tokparity.reference_impl.post_processors.tokens import PostProcessor, Tokens
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.truncation import Direction

_OTHER: dict[Direction, Direction] = {"Left": "Right", "Right": "Left"}


@fault_model("one-type-id", "post_processor", "gives both texts of a pair one type id")
def one_type_id(tokenizer: Tokenizer) -> Tokenizer:
    """Both texts of a pair have the type id 0."""

    def changed(part: PostProcessor) -> PostProcessor:
        if not isinstance(part, TemplateProcessing):
            return part
        if not any(piece.type_id for piece in (*part.single, *part.pair)):
            return part
        single, pair = (
            tuple(replace(piece, type_id=0) for piece in template)
            for template in (part.single, part.pair)
        )
        return replace(part, single=single, pair=pair)

    return change_post_processors(tokenizer, changed)


@fault_model("no-truncation", "post_processor", "does not truncate")
def no_truncation(tokenizer: Tokenizer) -> Tokenizer:
    """A text stays as long as it is."""
    return tokenizer if tokenizer.truncation is None else replace(tokenizer, truncation=None)


@fault_model("truncated-on-the-other-side", "post_processor", "truncates the other end of a text")
def truncated_on_the_other_side(tokenizer: Tokenizer) -> Tokenizer:
    """What is to stay is cut off."""
    truncation = tokenizer.truncation
    if truncation is None:
        return tokenizer
    turned = replace(truncation, direction=_OTHER[truncation.direction])
    return replace(tokenizer, truncation=turned)


@fault_model(
    "no-room-for-specials", "post_processor", "leaves no room for special tokens when it truncates"
)
def no_room_for_specials(tokenizer: Tokenizer) -> Tokenizer:
    """The limit is taken for one of the text, so that special tokens exceed it."""
    processor = tokenizer.post_processor
    if tokenizer.truncation is None or processor is None or not processor.added(pair=False):
        return tokenizer
    return replace(tokenizer, post_processor=_Uncounted(processor))


@fault_model("no-padding", "post_processor", "does not pad")
def no_padding(tokenizer: Tokenizer) -> Tokenizer:
    """A text stays as short as it is."""
    return tokenizer if tokenizer.padding is None else replace(tokenizer, padding=None)


@fault_model("padded-on-the-other-side", "post_processor", "pads a text on its other side")
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
    FaultModel(
        "offsets-untrimmed",
        "post_processor",
        "leaves spaces in the ranges",
        with_options(
            change_post_processors, ByteLevelPostProcessor | RobertaProcessing, trim_offsets=False
        ),
    ),
    one_type_id,
    no_truncation,
    truncated_on_the_other_side,
    no_room_for_specials,
    no_padding,
    padded_on_the_other_side,
)
