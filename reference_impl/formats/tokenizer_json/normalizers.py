"""The normalizer of tokenizer.json: each by its `type`, some by their fields.

Source: tokenizers 0.23.3 normalizers/mod.rs. Its own name for BertNormalizer is "Bert": under the
name that files have it is found by its fields. Precompiled never is: its reader borrows the
charsmap from the text of the file, which by then is not there.
"""

from tokparity.reference_impl import normalizers
from tokparity.reference_impl.formats.tokenizer_json.section import Section
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.serde_json.node import Node

_SECTION = Section(
    "normalizer",
    normalizers,
    NormalizerSequence,
    "normalizers",
    (
        "BertNormalizer",
        "Strip",
        "StripAccents",
        "NFC",
        "NFD",
        "NFKC",
        "NFKD",
        "Sequence",
        "Lowercase",
        "Nmt",
        "Replace",
        "Prepend",
        "ByteLevel",
    ),
    unknown=("BertNormalizer",),
    renamed={"Bert": "BertNormalizer"},
    sequence_array=("normalizers",),
)
NORMALIZERS = _SECTION.types
"""Every type but Sequence, by its name."""


def read_normalizer(node: Node) -> Normalizer:
    """One normalizer. Raises BadArtefact, Unsupported."""
    stage: Normalizer = _SECTION.read(node)
    return stage
