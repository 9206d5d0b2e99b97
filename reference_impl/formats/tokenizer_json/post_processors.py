"""The `post_processor` section of tokenizer.json.

Source of what may be missing: tokenizers 0.23 processors/mod.rs, where each kind is tried in
turn and most do not look at their `type`: a post-processor is what its fields say.
"""

from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_byte_level
from tokparity.reference_impl.post_processors.bert import BertProcessing, Special
from tokparity.reference_impl.post_processors.byte_level import ByteLevel
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.post_processors.sequence import Sequence
from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.serde_json.node import Node

_TRIMMING = ("trim_offsets", "add_prefix_space")


def read_post_processor(node: Node) -> PostProcessor:
    """Bert, Roberta and the template may lack their `type`."""
    match node["type"].string() if "type" in node.mapping() else _kind_of(node):
        case "BertProcessing" | "RobertaProcessing":
            return _bert_or_roberta(node)
        case "ByteLevel":
            return ByteLevel(*read_byte_level(node))
        case "TemplateProcessing":
            return _template(node)
        case "Sequence":
            node.only(("type", "processors"))
            return Sequence(tuple(map(read_post_processor, node["processors"].items())))
        case other:
            raise node["type"].unsupported(f"the post-processor {other!r} is not implemented")


def _kind_of(node: Node) -> str:
    if "sep" in node.mapping():
        return "BertProcessing"
    if "single" in node.mapping():
        return "TemplateProcessing"
    raise node.at("type", None).bad("is missing")


def _bert_or_roberta(node: Node) -> BertProcessing | RobertaProcessing:
    """Called Bert, it is a Roberta if it has all fields of one; and the other way round."""
    sep, cls = _special(node["sep"]), _special(node["cls"])
    if not all(field in node.mapping() for field in _TRIMMING):
        node.only(("type", "sep", "cls"))
        return BertProcessing(sep, cls)
    node.only(("type", "sep", "cls", *_TRIMMING))
    trim, prefix = (node[field].boolean() for field in _TRIMMING)
    return RobertaProcessing(sep, cls, trim, prefix)


def _special(node: Node) -> Special:
    parts = node.items()
    if len(parts) != 2:
        raise node.bad(f"must be a piece and its id, has {len(parts)} entries")
    return parts[0].string(), parts[1].token_id()


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
