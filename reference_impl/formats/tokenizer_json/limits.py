"""The `truncation` and `padding` sections of tokenizer.json.

Source of what may be missing: tokenizers 0.23 utils/truncation.rs, utils/padding.rs.
"""

from typing import TypeVar

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.truncation import Direction, Strategy, Truncation

_DIRECTIONS: dict[str, Direction] = {"Left": "Left", "Right": "Right"}
_STRATEGIES: dict[str, Strategy] = {
    "LongestFirst": "LongestFirst",
    "OnlyFirst": "OnlyFirst",
    "OnlySecond": "OnlySecond",
}
_LONGEST_PADDING = 1 << 22

Word = TypeVar("Word")


def read_truncation(node: Node) -> Truncation:
    """Files of early versions do not say the direction: it is "Right"."""
    node.only(("direction", "max_length", "strategy", "stride"))
    given = "direction" in node.mapping()
    return Truncation(
        max_length=node["max_length"].size(),
        strategy=_word(node["strategy"], _STRATEGIES),
        stride=node["stride"].size(),
        direction=_word(node["direction"], _DIRECTIONS) if given else "Right",
    )


def read_padding(node: Node) -> Padding:
    """Unsupported where a text of any length would become millions of tokens."""
    known = ("strategy", "direction", "pad_to_multiple_of", "pad_id", "pad_type_id", "pad_token")
    node.only(known)
    multiple_of = node.optional("pad_to_multiple_of", Node.size) or 0
    if multiple_of > _LONGEST_PADDING:
        raise node["pad_to_multiple_of"].unsupported(f"padding to {multiple_of} is not implemented")
    return Padding(
        length=_length(node["strategy"]),
        direction=_word(node["direction"], _DIRECTIONS),
        multiple_of=multiple_of,
        pad_id=node["pad_id"].token_id(),
        pad_type_id=node["pad_type_id"].token_id(),
        pad_token=node["pad_token"].string(),
    )


def _length(strategy: Node) -> int | None:
    if strategy.value == "BatchLongest":
        return None
    if not isinstance(strategy.value, dict) or list(strategy.value) != ["Fixed"]:
        raise strategy.bad('must be "BatchLongest" or {"Fixed": …}')
    length = strategy["Fixed"].size()
    if length > _LONGEST_PADDING:
        raise strategy["Fixed"].unsupported(f"padding to {length} is not implemented")
    return length


def _word(node: Node, known: dict[str, Word]) -> Word:
    word = node.string()
    if word not in known:
        raise node.bad(f"must be one of {', '.join(known)}, is {word!r}")
    return known[word]
