"""The normalizer of tokenizer.json: each by its `type`, some by their fields.

Source of what may be missing: the `Deserialize` code in tokenizers 0.23.3
normalizers/mod.rs and of each normalizer.
"""

from tokparity.reference_impl.formats.tokenizer_json.pattern import read_pattern
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.byte_level import ByteLevel
from tokparity.reference_impl.normalizers.charsmap import BadCharsmap
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.nmt import Nmt
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import Replace
from tokparity.reference_impl.normalizers.sequence import Normalizer, Sequence
from tokparity.reference_impl.normalizers.strip import Strip
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.serde_json.node import Node

_WITHOUT_OPTIONS: dict[str, type[Normalizer]] = {
    "NFC": NFC,
    "NFD": NFD,
    "NFKC": NFKC,
    "NFKD": NFKD,
    "Lowercase": Lowercase,
    "Nmt": Nmt,
    "StripAccents": StripAccents,
    "ByteLevel": ByteLevel,
}
_OPTIONS = {
    "BertNormalizer": ("clean_text", "handle_chinese_chars", "lowercase"),
    "Strip": ("strip_left", "strip_right"),
    "Sequence": ("normalizers",),
    "Replace": ("pattern", "content"),
    "Prepend": ("prepend",),
}
"""What each must have, in the order in which the library tries them."""


def read_normalizer(node: Node) -> Normalizer:
    """One normalizer. Raises BadArtefact, Unsupported.

    Where the type is missing or unknown, the library goes by the fields that are there:
    its own name for BertNormalizer is "Bert", and files get along with any other.
    """
    kind = _kind(node)
    if kind in _WITHOUT_OPTIONS:
        node.only(("type",))
        return _WITHOUT_OPTIONS[kind]()
    match kind:
        case "BertNormalizer":
            node.only(("type", "strip_accents", *_OPTIONS[kind]))
            return BertNormalizer(
                clean_text=node["clean_text"].boolean(),
                handle_chinese_chars=node["handle_chinese_chars"].boolean(),
                strip_accents=node.optional("strip_accents", Node.boolean),
                lowercase=node["lowercase"].boolean(),
            )
        case "Strip":
            node.only(("type", *_OPTIONS[kind]))
            return Strip(node["strip_left"].boolean(), node["strip_right"].boolean())
        case "Sequence":
            node.only(("type", *_OPTIONS[kind]))
            return Sequence(tuple(map(read_normalizer, node["normalizers"].items())))
        case "Replace":
            node.only(("type", *_OPTIONS[kind]))
            return Replace(read_pattern(node["pattern"]), node["content"].string())
        case "Prepend":
            node.only(("type", *_OPTIONS[kind]))
            return Prepend(node["prepend"].string())
        case "Precompiled":
            node.only(("type", "precompiled_charsmap"))
            return _precompiled(node["precompiled_charsmap"])
    raise node["type"].unsupported(f"the normalizer {kind!r} is not implemented")


def _kind(node: Node) -> str:
    kind = node.mapping().get("type")
    if kind == "Bert":
        return "BertNormalizer"
    known = (*_WITHOUT_OPTIONS, "Strip", "Sequence", "Replace", "Prepend")
    if isinstance(kind, str) and kind in known:
        return kind
    if isinstance(kind, dict):  # {"NFC": null} is a type to the library, whatever else there is
        raise node["type"].bad("must be a string, is an object")
    for name, options in _OPTIONS.items():
        if kind != "Precompiled" and all(option in node.mapping() for option in options):
            return name
    return node["type"].string()


def _precompiled(node: Node) -> Precompiled:
    try:
        return Precompiled.of(node.string())
    except BadCharsmap as error:
        raise node.bad(str(error)) from None
