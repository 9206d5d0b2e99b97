"""The `model` section of tokenizer.json where it is a BPE.

Source: tokenizers 0.23 models/mod.rs (which model), models/bpe/serialization.rs (fields),
models/bpe/model.rs `BpeBuilder::build` (merges).
"""

from typing import Any

from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.serde_json.node import Node

_FIELDS = (
    "type",
    "dropout",
    "unk_token",
    "continuing_subword_prefix",
    "end_of_word_suffix",
    "fuse_unk",
    "byte_fallback",
    "ignore_merges",
    "vocab",
    "merges",
)


def read_bpe(model: Node) -> BPE:
    """A model whose `type` is BPE, or missing. Raises BadArtefact, Unsupported."""
    model.only(_FIELDS)
    _check_dropout(model)
    vocab = read_vocab(model["vocab"])
    prefix = model.optional("continuing_subword_prefix", Node.string)
    prefix_length = len(prefix.encode()) if prefix else 0
    merges, products = _merges(model["merges"], vocab, prefix_length)
    return BPE(
        vocab=vocab,
        merges=merges,
        products=products,
        unk_token=model.optional("unk_token", Node.string),
        continuing_subword_prefix=prefix,
        end_of_word_suffix=model.optional("end_of_word_suffix", Node.string),
        fuse_unk=_flag(model, "fuse_unk"),
        byte_fallback=_flag(model, "byte_fallback"),
        ignore_merges=_flag(model, "ignore_merges"),
    )


def _flag(model: Node, name: str) -> bool:
    return model.optional(name, Node.boolean) or False


def _check_dropout(model: Node) -> None:
    dropout = model.get("dropout")
    if dropout is None:
        return
    if isinstance(dropout.value, bool) or not isinstance(dropout.value, int | float):
        raise dropout.bad("must be a number from 0 to 1")
    if not 0 <= dropout.value <= 1:
        raise dropout.bad(f"must be a number from 0 to 1, is {dropout.value}")
    if dropout.value:
        raise dropout.unsupported("dropout makes encoding random: set it to null to compare")


def read_vocab(node: Node) -> dict[str, int]:
    """piece → id of any model that lists its pieces so. Two pieces may share an id."""
    vocab: dict[str, int] = node.mapping()
    if any(type(token_id) is not int or not 0 <= token_id < 1 << 31 for token_id in vocab.values()):
        for piece, token_id in vocab.items():
            Node(node.path, f"{node.field}[{piece!r}]", token_id).token_id()
    return vocab


def _merges(
    node: Node, vocab: dict[str, int], prefix_length: int
) -> tuple[dict[int, int], list[int]]:
    """pair → rank, and rank → product. Of a pair that is there twice the later rank counts."""
    ranks: dict[int, int] = {}
    products: list[int] = []
    for left, right, index in _pairs(node):
        try:
            ranks[pair_key(vocab[left], vocab[right])] = len(products)
            products.append(vocab[left + _without_prefix(right, prefix_length)])
        except KeyError as error:
            raise node.at(index, None).bad(f"names the unknown piece {error.args[0]!r}") from None
    return ranks, products


def _without_prefix(right: str, prefix_length: int) -> str:
    """The library takes off as many *bytes* as the prefix has, whatever they are."""
    if not prefix_length:
        return right
    data = right.encode()
    if len(data) < prefix_length:
        raise KeyError(right)
    return data[prefix_length:].decode("utf-8", "surrogateescape")


def _pairs(node: Node) -> list[tuple[str, str, int]]:
    """(left, right, index in the file). Two spellings: "a b", and since 0.20 ["a", "b"]."""
    merges: list[Any] = (
        node.value if isinstance(node.value, list) else [n.value for n in node.items()]
    )
    if merges and isinstance(merges[0], str):
        return _spaced_pairs(node, merges)
    pairs = []
    for index, merge in enumerate(merges):
        if (
            not isinstance(merge, list)
            or len(merge) != 2
            or not all(isinstance(piece, str) for piece in merge)
        ):
            raise node.at(index, merge).bad("must be a pair of strings, like all other merges here")
        pairs.append((merge[0], merge[1], index))
    return pairs


def _spaced_pairs(node: Node, merges: list[Any]) -> list[tuple[str, str, int]]:
    pairs = []
    for index, merge in enumerate(merges):
        if not isinstance(merge, str):
            raise node.at(index, merge).bad("must be a string, like all other merges here")
        if merge.startswith("#version"):
            continue
        parts = merge.split(" ")
        if len(parts) != 2:
            raise node.at(index, merge).bad(
                f"must be two pieces with one space between, is {merge!r}"
            )
        pairs.append((parts[0], parts[1], index))
    return pairs
