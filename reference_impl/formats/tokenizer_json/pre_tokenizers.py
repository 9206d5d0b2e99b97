"""The pre-tokenizer of tokenizer.json: each by its `type`, which must be there.

Source of what may be missing: the `Deserialize` code in tokenizers 0.23.3
pre_tokenizers/mod.rs and of each pre-tokenizer, whose module declares its type.
"""

from tokparity.reference_impl import pre_tokenizers
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import stage_types

PRE_TOKENIZERS = stage_types(pre_tokenizers)
"""Every type but Sequence, by its name."""


def read_pre_tokenizer(node: Node) -> PreTokenizer:
    """One pre-tokenizer. Raises BadArtefact, Unsupported."""
    kind = node["type"].string()
    if kind == "Sequence":
        node.only(("type", "pretokenizers"))
        return PreTokenizerSequence(tuple(map(read_pre_tokenizer, node["pretokenizers"].items())))
    if kind not in PRE_TOKENIZERS:
        raise node["type"].unsupported(f"the pre-tokenizer {kind!r} is not implemented")
    stage: PreTokenizer = PRE_TOKENIZERS[kind].read(node)
    return stage
