"""The `post_processor` section of tokenizer.json.

Source: tokenizers 0.23 processors/mod.rs, where each kind is tried in turn and most do not look at
their `type`: a post-processor is what its fields say.
"""

from tokparity.reference_impl import post_processors
from tokparity.reference_impl.formats.tokenizer_json.section import Section
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.serde_json.node import Node

_SECTION = Section(
    "post-processor",
    post_processors,
    PostProcessorSequence,
    "processors",
    ("RobertaProcessing", "BertProcessing", "ByteLevel", "TemplateProcessing", "Sequence"),
    tagged=False,
)
POST_PROCESSORS = _SECTION.types
"""Every type but Sequence, by its name."""


def read_post_processor(node: Node) -> PostProcessor:
    """One post-processor. Raises BadArtefact, Unsupported."""
    stage: PostProcessor = _SECTION.read(node)
    return stage
