"""The pre-tokenizer of tokenizer.json: each by its `type`, which all look at.

Source: tokenizers 0.23.3 pre_tokenizers/mod.rs. Its own name for CharDelimiterSplit is "Delimiter",
which then is not that of the stage: only the name that files have is read.
"""

from tokparity.reference_impl import pre_tokenizers
from tokparity.reference_impl.formats.tokenizer_json.section import Section
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.serde_json.node import Node

_SECTION = Section(
    "pre-tokenizer",
    pre_tokenizers,
    PreTokenizerSequence,
    "pretokenizers",
    (
        "BertPreTokenizer",
        "ByteLevel",
        "CharDelimiterSplit",
        "Metaspace",
        "Whitespace",
        "Sequence",
        "Split",
        "Punctuation",
        "WhitespaceSplit",
        "Digits",
        "UnicodeScripts",
        "FixedLength",
    ),
    unknown=("CharDelimiterSplit",),
)
PRE_TOKENIZERS = _SECTION.types
"""Every type but Sequence, by its name."""


def read_pre_tokenizer(node: Node) -> PreTokenizer:
    """One pre-tokenizer. Raises BadArtefact, Unsupported."""
    stage: PreTokenizer = _SECTION.read(node)
    return stage
