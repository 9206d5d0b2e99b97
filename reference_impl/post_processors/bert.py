"""`BertProcessing`: [CLS] A [SEP], and B [SEP] of a pair."""

from dataclasses import dataclass, replace

from tokparity.reference_impl.post_processors.tokens import Tokens, join, special_tokens
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType, nothing

Special = tuple[str, int]
"""(piece, id) as the file has them: nothing looks them up in the vocabulary."""


@dataclass(frozen=True, slots=True)
class BertProcessing:
    """The first part becomes one with its special tokens, of type 0; each later part ends in
    a `sep` of type 1. Source: tokenizers 0.23 processors/bert.rs.
    """

    sep: Special
    cls: Special

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        if not add_special:
            return parts
        processed = []
        for index, part in enumerate(parts):
            before = [self.cls] if index == 0 else []
            processed.append(surrounded(part, before, self.sep, type_id=min(index, 1)))
        return processed

    def added(self, pair: bool) -> int:
        return 3 if pair else 2


def surrounded(part: Tokens, before: list[Special], after: Special, type_id: int) -> Tokens:
    """The part between special tokens, as one part; no token inside is special any more."""
    inside = part.each(_ordinary)
    start = special_tokens(
        [token_id for _, token_id in before], [t for t, _ in before], type_id, part
    )
    return join([start, inside, special_tokens([after[1]], [after[0]], type_id, part)])


def _ordinary(tokens: Tokens) -> Tokens:
    if tokens.columns is None:
        return tokens
    return replace(tokens, columns=replace(tokens.columns, special=[0] * len(tokens.ids)))


def read_special(node: Node) -> Special:
    """A piece and its id. Raises BadArtefact."""
    parts = node.items()
    if len(parts) != 2:
        raise node.bad(f"must be a piece and its id, has {len(parts)} entries")
    return parts[0].string(), parts[1].token_id()


TYPE = StageType(
    "BertProcessing",
    BertProcessing,
    (
        Option("sep", read_special, (["[SEP]", 1], ["<two>", 90001])),
        Option("cls", read_special, (["[CLS]", 0], ["", 3])),
    ),
    array=("sep", "cls"),
    loses=nothing,
)
