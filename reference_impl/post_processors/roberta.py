"""`RobertaProcessing`: <s> A </s>, and </s> B </s> of a pair."""

from dataclasses import dataclass

from tokparity.reference_impl.post_processors.bert import Special, read_special, surrounded
from tokparity.reference_impl.post_processors.byte_level import trimmed, trimming
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import FLAG, ON, Option, StageType, nothing


@dataclass(frozen=True, slots=True)
class RobertaProcessing:
    """As BertProcessing, with a `sep` before each later part too, and every type id 0.

    The ranges are trimmed as by the ByteLevel post-processor, special tokens wanted or not, and
    the type ids set; but without special tokens what overflows keeps its type ids. Source:
    tokenizers 0.23 processors/roberta.rs.
    """

    sep: Special
    cls: Special
    trim_offsets: bool
    add_prefix_space: bool

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        if self.trim_offsets:
            parts = [trimmed(part, self.add_prefix_space) for part in parts]
        if not add_special:
            return [part.of_type(0) for part in parts]
        parts = [part.each(lambda tokens: tokens.of_type(0)) for part in parts]
        return [
            surrounded(part, [self.sep if index else self.cls], self.sep, type_id=0)
            for index, part in enumerate(parts)
        ]

    def added(self, pair: bool) -> int:
        return 4 if pair else 2


TYPE = StageType(
    "RobertaProcessing",
    RobertaProcessing,
    (
        Option("sep", read_special, (["</s>", 1], ["<two>", 90001])),
        Option("cls", read_special, (["<s>", 0], ["", 3])),
        Option("trim_offsets", Node.boolean, FLAG),
        Option("add_prefix_space", Node.boolean, ON),
    ),
    array=("sep", "cls", "trim_offsets", "add_prefix_space"),
    loses=nothing,
    trims=trimming,
)
