"""The `truncation` and `padding` sections of tokenizer.json.

Source of what may be missing: tokenizers 0.23 utils/truncation.rs, utils/padding.rs.
"""

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.truncation import Direction, Strategy, Truncation

_DIRECTIONS: dict[str, Direction] = {"Left": "Left", "Right": "Right"}
_STRATEGIES: dict[str, Strategy] = {
    "LongestFirst": "LongestFirst",
    "OnlyFirst": "OnlyFirst",
    "OnlySecond": "OnlySecond",
}


def read_truncation(node: Node) -> Truncation:
    """Files of early versions do not say the direction: it is "Right"."""
    known = ("direction", "max_length", "strategy", "stride")
    node = node.fields(known)
    node.only(known)
    given = "direction" in node.mapping()
    return Truncation(
        max_length=node["max_length"].size(),
        strategy=node["strategy"].word(_STRATEGIES),
        stride=node["stride"].size(),
        direction=node["direction"].word(_DIRECTIONS) if given else "Right",
    )


def read_padding(node: Node) -> Padding:
    """Padding of any length: what a text becomes too long by is that text's refusal."""
    known = ("strategy", "direction", "pad_to_multiple_of", "pad_id", "pad_type_id", "pad_token")
    node = node.fields(known)
    node.only(known)
    multiple_of = node.optional("pad_to_multiple_of", Node.size) or 0
    return Padding(
        length=_length(node["strategy"]),
        direction=node["direction"].word(_DIRECTIONS),
        multiple_of=multiple_of,
        pad_id=node["pad_id"].token_id(),
        pad_type_id=node["pad_type_id"].token_id(),
        pad_token=node["pad_token"].string(),
    )


def _length(strategy: Node) -> int | None:
    if strategy.value in ("BatchLongest", {"BatchLongest": None}):
        return None
    if not isinstance(strategy.value, dict) or list(strategy.value) != ["Fixed"]:
        raise strategy.bad('must be "BatchLongest" or {"Fixed": …}')
    return strategy["Fixed"].size()
