"""The `post_processor` section of tokenizer.json.

Source of what may be missing: tokenizers 0.23 processors/mod.rs, where each kind is tried in
turn and most do not look at their `type`: a post-processor is what its fields say.
"""

from tokparity.reference_impl import post_processors
from tokparity.reference_impl.post_processors.bert import read_special
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import stage_types

POST_PROCESSORS = stage_types(post_processors)
"""Every type but Sequence, by its name."""

_OF_ROBERTA = ("trim_offsets", "add_prefix_space")


def read_post_processor(node: Node) -> PostProcessor:
    """Bert, Roberta and the template may lack their `type`. Raises BadArtefact, Unsupported."""
    kind = node["type"].string() if "type" in node.mapping() else _kind_of(node)
    if kind == "Sequence":
        node.only(("type", "processors"))
        return PostProcessorSequence(tuple(map(read_post_processor, node["processors"].items())))
    if kind in ("BertProcessing", "RobertaProcessing"):
        for name in ("sep", "cls"):  # first: their faults are named before an unknown option
            read_special(node[name])
        # Whatever it is called: it is the one whose fields it has.
        is_roberta = all(field in node.mapping() for field in _OF_ROBERTA)
        kind = "RobertaProcessing" if is_roberta else "BertProcessing"
    if kind not in POST_PROCESSORS:
        raise node["type"].unsupported(f"the post-processor {kind!r} is not implemented")
    stage: PostProcessor = POST_PROCESSORS[kind].read(node)
    return stage


def _kind_of(node: Node) -> str:
    if "sep" in node.mapping():
        return "BertProcessing"
    if "single" in node.mapping():
        return "TemplateProcessing"
    raise node.at("type", None).bad("is missing")
