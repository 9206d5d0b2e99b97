"""The pre-tokenizer of tokenizer.json: each by its `type`, which must be there.

Source of what may be missing: the `Deserialize` code in tokenizers 0.23.3
pre_tokenizers/mod.rs and of each pre-tokenizer.
"""

from typing import get_args

from tokparity.reference_impl.formats.tokenizer_json.pattern import read_pattern
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevel
from tokparity.reference_impl.pre_tokenizers.char_delimiter_split import CharDelimiterSplit
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.fixed_length import FixedLength
from tokparity.reference_impl.pre_tokenizers.metaspace import Metaspace, PrependScheme
from tokparity.reference_impl.pre_tokenizers.punctuation import Punctuation
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, Sequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.splitting import Behavior
from tokparity.reference_impl.pre_tokenizers.unicode_scripts import UnicodeScripts
from tokparity.reference_impl.pre_tokenizers.whitespace import Whitespace
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.serde_json.node import Node

_WITHOUT_OPTIONS: dict[str, type[PreTokenizer]] = {
    "BertPreTokenizer": BertPreTokenizer,
    "UnicodeScripts": UnicodeScripts,
    "Whitespace": Whitespace,
    "WhitespaceSplit": WhitespaceSplit,
}


def read_pre_tokenizer(node: Node) -> PreTokenizer:
    """One pre-tokenizer. Raises BadArtefact, Unsupported."""
    match node["type"].string():
        case kind if kind in _WITHOUT_OPTIONS:
            node.only(("type",))
            return _WITHOUT_OPTIONS[kind]()
        case "ByteLevel":
            return ByteLevel(*read_byte_level(node))
        case "CharDelimiterSplit":
            node.only(("type", "delimiter"))
            return CharDelimiterSplit(_character(node["delimiter"]))
        case "Digits":
            node.only(("type", "individual_digits"))
            return Digits(node["individual_digits"].boolean())
        case "FixedLength":
            node.only(("type", "length"))
            return (
                FixedLength(_length(node["length"]))
                if "length" in node.mapping()
                else FixedLength()
            )
        case "Metaspace":
            return _metaspace(node)
        case "Punctuation":
            node.only(("type", "behavior"))
            if "behavior" not in node.mapping():
                return Punctuation()
            return Punctuation(_behavior(node["behavior"]))
        case "Split":
            node.only(("type", "pattern", "behavior", "invert"))
            pattern, behavior = read_pattern(node["pattern"]), _behavior(node["behavior"])
            return Split(pattern, behavior, node["invert"].boolean())
        case "Sequence":
            node.only(("type", "pretokenizers"))
            return Sequence(tuple(map(read_pre_tokenizer, node["pretokenizers"].items())))
        case other:
            raise node["type"].unsupported(f"the pre-tokenizer {other!r} is not implemented")


def read_byte_level(node: Node) -> tuple[bool, bool, bool]:
    """`add_prefix_space`, `trim_offsets`, `use_regex` of any ByteLevel component.

    `use_regex` came with 0.13; it is true where it is missing.
    """
    node.only(("type", "add_prefix_space", "trim_offsets", "use_regex"))
    use_regex = "use_regex" not in node.mapping() or node["use_regex"].boolean()
    return node["add_prefix_space"].boolean(), node["trim_offsets"].boolean(), use_regex


def _metaspace(node: Node) -> Metaspace:
    """`add_prefix_space` and `str_rep` are of older files; of them, only a false one has a say.

    It must not contradict the scheme, which is "always" where it is missing.
    """
    node.only(("type", "replacement", "prepend_scheme", "split", "add_prefix_space", "str_rep"))
    scheme: PrependScheme = "always"
    if "prepend_scheme" in node.mapping():
        scheme = _scheme(node["prepend_scheme"])
    if node.optional("add_prefix_space", Node.boolean) is False and scheme != "never":
        raise node["add_prefix_space"].bad(f"is false, but prepend_scheme is {scheme!r}")
    node.optional("str_rep", Node.string)
    split = node.optional("split", Node.boolean)
    return Metaspace(_character(node["replacement"]), scheme, split is not False)


def _scheme(node: Node) -> PrependScheme:
    known: tuple[PrependScheme, ...] = get_args(PrependScheme)
    for scheme in known:
        if scheme == node.string():
            return scheme
    raise node.unsupported(f"the scheme {node.string()!r} is not known")


def _behavior(node: Node) -> Behavior:
    known: tuple[Behavior, ...] = get_args(Behavior)
    for behavior in known:
        if behavior == node.string():
            return behavior
    raise node.unsupported(f"the behavior {node.string()!r} is not known")


def _character(node: Node) -> str:
    if len(node.string()) != 1:
        raise node.bad(f"must be one character, is {node.string()!r}")
    return node.string()


def _length(node: Node) -> int:
    length = node.value
    if type(length) is not int or not 0 <= length < 1 << 64:
        raise node.bad("must be a whole number from 1 to 2^64 - 1")
    if length == 0:
        raise node.bad("must not be 0: the library panics on every text")
    return length
