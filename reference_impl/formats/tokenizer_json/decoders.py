"""The `decoder` section of tokenizer.json.

Source of what may be missing, and of what a decoder without `type` is: the `Deserialize`
code of tokenizers 0.23 decoders/ and pre_tokenizers/metaspace.rs.
"""

from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevel
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.metaspace import Metaspace, PrependScheme
from tokparity.reference_impl.decoders.replace import Replace
from tokparity.reference_impl.decoders.sequence import Decoder, Sequence
from tokparity.reference_impl.decoders.strip import Strip
from tokparity.reference_impl.decoders.wordpiece import WordPiece
from tokparity.reference_impl.formats.tokenizer_json.pattern import read_pattern
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_byte_level
from tokparity.reference_impl.serde_json.node import Node

_SCHEMES: dict[str, PrependScheme] = {"always": "always", "first": "first", "never": "never"}


def read_decoder(node: Node) -> Decoder:
    """Some decoders may lack their `type`: the library knows those by their fields."""
    kind = node["type"].string() if "type" in node.mapping() else _kind_of(node)
    match kind:
        case "BPEDecoder":
            node.only(("type", "suffix"))
            return BPEDecoder(node["suffix"].string())
        case "ByteFallback":
            node.only(("type",))
            return ByteFallback()
        case "ByteLevel":
            return ByteLevel(*read_byte_level(node))
        case "CTC":
            node.only(("type", "pad_token", "word_delimiter_token", "cleanup"))
            pad, delimiter = node["pad_token"].string(), node["word_delimiter_token"].string()
            return CTC(pad, delimiter, node["cleanup"].boolean())
        case "Fuse":
            node.only(("type",))
            return Fuse()
        case "Metaspace":
            return _metaspace(node)
        case "Replace":
            node.only(("type", "pattern", "content"))
            return Replace(read_pattern(node["pattern"]), node["content"].string())
        case "Sequence":
            node.only(("type", "decoders"))
            return Sequence(tuple(map(read_decoder, node["decoders"].items())))
        case "Strip":
            node.only(("type", "content", "start", "stop"))
            return Strip(node["content"].char(), node["start"].size(), node["stop"].size())
        case "WordPiece":
            node.only(("type", "prefix", "cleanup"))
            return WordPiece(node["prefix"].string(), node["cleanup"].boolean())
        case other:
            raise node["type"].unsupported(f"the decoder {other!r} is not implemented")


def _kind_of(node: Node) -> str:
    """The library tries them in this order; the others must say their type."""
    fields = node.mapping()
    for kind, telling in (
        ("BPEDecoder", "suffix"),
        ("WordPiece", "prefix"),
        ("CTC", "pad_token"),
        ("Replace", "pattern"),
        ("Strip", "stop"),
    ):
        if telling in fields:
            return kind
    raise node.at("type", None).bad("is missing")


def _metaspace(node: Node) -> Metaspace:
    """`add_prefix_space` is how files before 0.15 say the scheme; `str_rep` means nothing.

    A file with the older field alone, and false, is refused: the library reads the scheme
    that is missing as "always" and finds a contradiction.
    """
    known = ("type", "replacement", "prepend_scheme", "add_prefix_space", "split", "str_rep")
    node.only(known)
    scheme: PrependScheme = "always"
    if "prepend_scheme" in node.mapping():
        said = node["prepend_scheme"].string()
        if said not in _SCHEMES:
            raise node["prepend_scheme"].bad(f"must be always, first or never, is {said!r}")
        scheme = _SCHEMES[said]
    if node.optional("add_prefix_space", Node.boolean) is False and scheme != "never":
        raise node["add_prefix_space"].bad(f"is false, but the scheme is {scheme!r}")
    node.optional("str_rep", Node.string)
    split = node.optional("split", Node.boolean)
    return Metaspace(node["replacement"].char(), scheme, split is not False)
