"""The `decoder` section of tokenizer.json.

Source of what may be missing, and of what a decoder without `type` is: the `Deserialize`
code of tokenizers 0.23 decoders/, and of each decoder, whose module declares its type.
"""

from tokparity.reference_impl import decoders
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import stage_types

DECODERS = stage_types(decoders)
"""Every type but Sequence, by its name."""

_TOLD_BY_FIELD = {
    "suffix": "BPEDecoder",
    "prefix": "WordPiece",
    "pad_token": "CTC",
    "pattern": "Replace",
    "stop": "Strip",
}
"""What a decoder without `type` is, in the order in which the library tries them."""


def read_decoder(node: Node) -> Decoder:
    """Some decoders may lack their `type`: the library knows those by their fields."""
    kind = node["type"].string() if "type" in node.mapping() else _kind_of(node)
    if kind == "Sequence":
        node.only(("type", "decoders"))
        return DecoderSequence(tuple(map(read_decoder, node["decoders"].items())))
    if kind not in DECODERS:
        raise node["type"].unsupported(f"the decoder {kind!r} is not implemented")
    stage: Decoder = DECODERS[kind].read(node)
    return stage


def _kind_of(node: Node) -> str:
    for field, kind in _TOLD_BY_FIELD.items():
        if field in node.mapping():
            return kind
    raise node.at("type", None).bad("is missing")
