"""What a post-processor does to other things than ids: ranges and type ids."""

from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_post_processors
from tokparity.reference_impl.post_processors.byte_level import ByteLevel
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.post_processors.template import TemplateProcessing
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def untrimmed(tokenizer: Tokenizer) -> Tokenizer:
    """`trim_offsets` is taken for false: spaces stay in the ranges."""

    def changed(part: PostProcessor) -> PostProcessor:
        if isinstance(part, ByteLevel | RobertaProcessing) and part.trim_offsets:
            return replace(part, trim_offsets=False)
        return part

    return change_post_processors(tokenizer, changed)


def one_type(tokenizer: Tokenizer) -> Tokenizer:
    """Both texts of a pair have the type id 0."""

    def changed(part: PostProcessor) -> PostProcessor:
        if not isinstance(part, TemplateProcessing):
            return part
        if not any(piece.type_id for piece in (*part.single, *part.pair)):
            return part
        single, pair = (
            tuple(replace(piece, type_id=0) for piece in one) for one in (part.single, part.pair)
        )
        return replace(part, single=single, pair=pair)

    return change_post_processors(tokenizer, changed)


FAULT_MODELS = (
    FaultModel("offsets-untrimmed", "post_processor", "leaves spaces in the ranges", untrimmed),
    FaultModel("one-type-id", "post_processor", "gives both texts of a pair one type id", one_type),
)
