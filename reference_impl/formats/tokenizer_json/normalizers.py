"""The normalizer of tokenizer.json: each by its `type`, some by their fields.

Source of what may be missing: the `Deserialize` code in tokenizers 0.23.3
normalizers/mod.rs and of each normalizer, whose module declares its type.
"""

from tokparity.reference_impl import normalizers
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import stage_types

NORMALIZERS = stage_types(normalizers)
"""Every type but Sequence, by its name."""

_TOLD_BY_FIELDS = {
    "BertNormalizer": ("clean_text", "handle_chinese_chars", "lowercase"),
    "Strip": ("strip_left", "strip_right"),
    "Sequence": ("normalizers",),
    "Replace": ("pattern", "content"),
    "Prepend": ("prepend",),
}
"""What each must have, in the order in which the library tries them."""
_OTHER_NAME = ("BertNormalizer", "Precompiled")
"""Their names in the library are others: by these it does not find them."""


def read_normalizer(node: Node) -> Normalizer:
    """One normalizer. Raises BadArtefact, Unsupported.

    Where the type is missing or unknown, the library goes by the fields that are there:
    its own name for BertNormalizer is "Bert", and files get along with any other.
    """
    kind = _kind(node)
    if kind == "Sequence":
        node.only(("type", "normalizers"))
        return NormalizerSequence(tuple(map(read_normalizer, node["normalizers"].items())))
    if kind not in NORMALIZERS:
        raise node["type"].unsupported(f"the normalizer {kind!r} is not implemented")
    stage: Normalizer = NORMALIZERS[kind].read(node)
    return stage


def _kind(node: Node) -> str:
    kind = node.mapping().get("type")
    if kind == "Bert":
        return "BertNormalizer"
    if isinstance(kind, str) and kind in {*NORMALIZERS, "Sequence"}.difference(_OTHER_NAME):
        return kind
    if isinstance(kind, dict):  # {"NFC": null} is a type to the library, whatever else there is
        raise node["type"].bad("must be a string, is an object")
    for name, options in _TOLD_BY_FIELDS.items():
        if kind != "Precompiled" and all(option in node.mapping() for option in options):
            return name
    return node["type"].string()
