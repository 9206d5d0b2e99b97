"""The sections of tokenizer.json besides the model: each component by its `type`.

Source of what may be missing: the `Deserialize` code of each component in
tokenizers 0.23 normalizers/, pre_tokenizers/, processors/ and decoders/.
"""

from typing import get_args

from reference_impl.decoders.byte_level import ByteLevel as ByteLevelDecoder
from reference_impl.decoders.fuse import Fuse
from reference_impl.decoders.sequence import Decoder
from reference_impl.decoders.sequence import Sequence as DecoderSequence
from reference_impl.errors import BadPattern
from reference_impl.formats.json_node import Node
from reference_impl.normalizers.nfc import NFC
from reference_impl.normalizers.nfd import NFD
from reference_impl.normalizers.nfkc import NFKC
from reference_impl.normalizers.nfkd import NFKD
from reference_impl.normalizers.sequence import Normalizer
from reference_impl.normalizers.sequence import Sequence as NormalizerSequence
from reference_impl.post_processors.byte_level import ByteLevel as ByteLevelPostProcessor
from reference_impl.post_processors.sequence import Sequence as PostProcessorSequence
from reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from reference_impl.post_processors.tokens import PostProcessor
from reference_impl.pre_tokenizers.byte_level import ByteLevel
from reference_impl.pre_tokenizers.digits import Digits
from reference_impl.pre_tokenizers.sequence import PreTokenizer
from reference_impl.pre_tokenizers.sequence import Sequence as PreTokenizerSequence
from reference_impl.pre_tokenizers.split import Literal, Regex, Split
from reference_impl.pre_tokenizers.splitting import Behavior

_FORMS: dict[str, type[NFC | NFD | NFKC | NFKD]] = {
    "NFC": NFC,
    "NFD": NFD,
    "NFKC": NFKC,
    "NFKD": NFKD,
}
_BYTE_LEVEL = ("type", "add_prefix_space", "trim_offsets", "use_regex")


def read_normalizer(node: Node) -> Normalizer:
    """A Sequence may lack its `type`: the library does not look at it."""
    if "type" not in node.mapping() and "normalizers" in node.mapping():
        node.only(("normalizers",))
        return NormalizerSequence(tuple(map(read_normalizer, node["normalizers"].items())))
    match node["type"].string():
        case "NFC" | "NFD" | "NFKC" | "NFKD" as form:
            node.only(("type",))
            return _FORMS[form]()
        case "Sequence":
            node.only(("type", "normalizers"))
            return NormalizerSequence(tuple(map(read_normalizer, node["normalizers"].items())))
        case other:
            raise node["type"].unsupported(f"the normalizer {other!r} is not implemented")


def read_pre_tokenizer(node: Node) -> PreTokenizer:
    """`use_regex` of ByteLevel came with 0.13; it is true where it is missing."""
    match node["type"].string():
        case "ByteLevel":
            return ByteLevel(*_byte_level(node))
        case "Digits":
            node.only(("type", "individual_digits"))
            return Digits(node["individual_digits"].boolean())
        case "Split":
            return _split(node)
        case "Sequence":
            node.only(("type", "pretokenizers"))
            parts = map(read_pre_tokenizer, node["pretokenizers"].items())
            return PreTokenizerSequence(tuple(parts))
        case other:
            raise node["type"].unsupported(f"the pre-tokenizer {other!r} is not implemented")


def read_post_processor(node: Node) -> PostProcessor:
    """A TemplateProcessing may lack its `type`: the library knows it by its fields."""
    if "type" not in node.mapping() and "single" in node.mapping():
        return _template(node)
    match node["type"].string():
        case "ByteLevel":
            return ByteLevelPostProcessor(*_byte_level(node))
        case "TemplateProcessing":
            return _template(node)
        case "Sequence":
            node.only(("type", "processors"))
            parts = tuple(map(read_post_processor, node["processors"].items()))
            if _templates(PostProcessorSequence(parts)) > 1:
                raise node["processors"].unsupported("more than one template is not implemented")
            return PostProcessorSequence(parts)
        case other:
            raise node["type"].unsupported(f"the post-processor {other!r} is not implemented")


def read_decoder(node: Node) -> Decoder:
    """The options of a ByteLevel decoder must be there though nothing reads them."""
    match node["type"].string():
        case "ByteLevel":
            return ByteLevelDecoder(*_byte_level(node))
        case "Fuse":
            node.only(("type",))
            return Fuse()
        case "Sequence":
            node.only(("type", "decoders"))
            return DecoderSequence(tuple(map(read_decoder, node["decoders"].items())))
        case other:
            raise node["type"].unsupported(f"the decoder {other!r} is not implemented")


def _byte_level(node: Node) -> tuple[bool, bool, bool]:
    node.only(_BYTE_LEVEL)
    use_regex = "use_regex" not in node.mapping() or node["use_regex"].boolean()
    return node["add_prefix_space"].boolean(), node["trim_offsets"].boolean(), use_regex


def _split(node: Node) -> Split:
    node.only(("type", "pattern", "behavior", "invert"))
    behavior = node["behavior"].string()
    known: tuple[Behavior, ...] = get_args(Behavior)
    found = next((name for name in known if name == behavior), None)
    if found is None:
        raise node["behavior"].unsupported(f"the behavior {behavior!r} is not known")
    return Split(_pattern(node["pattern"]), found, node["invert"].boolean())


def _pattern(node: Node) -> Literal | Regex:
    if len(node.mapping()) != 1:
        raise node.bad('must be {"String": …} or {"Regex": …}')
    (kind,) = node.mapping()
    source = node[kind].string()
    match kind:
        case "String":
            return Literal(source)
        case "Regex":
            try:
                return Regex(source)
            except BadPattern as error:
                raise node[kind].bad(str(error)) from error
        case _:
            raise node[kind].unsupported("this kind of pattern is not known")


def _template(node: Node) -> TemplateProcessing:
    node.only(("type", "single", "pair", "special_tokens"))
    specials = {}
    for key, value in node["special_tokens"].mapping().items():
        entry = node["special_tokens"].at(key, value)
        entry.only(("id", "ids", "tokens"))
        ids = tuple(part.token_id() for part in entry["ids"].items())
        tokens = tuple(part.string() for part in entry["tokens"].items())
        if len(ids) != len(tokens):
            raise entry.bad(f"has {len(ids)} ids but {len(tokens)} tokens")
        specials[key] = SpecialToken(entry["id"].string(), ids, tokens)
    single = tuple(map(_template_piece, node["single"].items()))
    for piece, part in zip(single, node["single"].items(), strict=True):
        match piece:
            case SequencePiece("B"):
                raise part.bad("sequence B has no place in the template of a single text")
            case SpecialPiece(name) if name not in specials:
                raise part.bad(f"names {name!r}, which is not in special_tokens")
    return TemplateProcessing(single, tuple(map(_template_piece, node["pair"].items())), specials)


def _template_piece(node: Node) -> SequencePiece | SpecialPiece:
    if len(node.mapping()) != 1:
        raise node.bad('must be {"Sequence": …} or {"SpecialToken": …}')
    (kind,) = node.mapping()
    node[kind].only(("id", "type_id"))
    name, type_id = node[kind]["id"].string(), node[kind]["type_id"].token_id()
    match kind, name:
        case "Sequence", ("A" | "B") as sequence:
            return SequencePiece(sequence, type_id)
        case "SpecialToken", _:
            return SpecialPiece(name, type_id)
        case "Sequence", _:
            raise node[kind]["id"].bad(f"must be A or B, is {name!r}")
        case _:
            raise node[kind].unsupported("this kind of piece is not known")


def _templates(processor: PostProcessor) -> int:
    match processor:
        case TemplateProcessing():
            return 1
        case PostProcessorSequence(parts):
            return sum(map(_templates, parts))
    return 0
