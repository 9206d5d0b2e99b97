"""The `decoder` section of tokenizer.json: each by its `type`, some by their fields.

Source: tokenizers 0.23 decoders/mod.rs.
"""

from tokparity.reference_impl import decoders
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.formats.tokenizer_json.section import Section
from tokparity.reference_impl.serde_json.node import Node

_SECTION = Section(
    "decoder",
    decoders,
    DecoderSequence,
    "decoders",
    (
        "BPEDecoder",
        "ByteLevel",
        "WordPiece",
        "Metaspace",
        "CTC",
        "Sequence",
        "Replace",
        "Fuse",
        "Strip",
        "ByteFallback",
    ),
)
DECODERS = _SECTION.types
"""Every type but Sequence, by its name."""


def read_decoder(node: Node) -> Decoder:
    """One decoder. Raises BadArtefact, Unsupported."""
    stage: Decoder = _SECTION.read(node)
    return stage
