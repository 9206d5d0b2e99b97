"""Ranges of tokens in the text: in order, inside it, and, where nothing is dropped, all of it."""

from collections.abc import Iterator

from tokparity.harness.properties.lossless import dropping, losing, rewriting, unknowing
from tokparity.harness.properties.property import INVARIANT, Property, Reading, Subject, each
from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.formats.tokenizer_json.post_processors import POST_PROCESSORS
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.post_processors.sentencepiece import (
    SentencepieceBosEos,
)
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.tokens import PostProcessor


def repeating(stage: PostProcessor | None) -> Iterator[str]:
    """Why a text's tokens may not come once, and in their order, out of a post-processor."""
    match stage:
        case PostProcessorSequence(parts):
            for part in parts:
                yield from repeating(part)
        case None | LlamaBosEos() | SentencepieceBosEos():
            return
        case _:
            if loss := losing(POST_PROCESSORS, stage, "may move tokens"):
                yield f"the post-processor {loss}"


def trimming(stage: PostProcessor | None) -> Iterator[str]:
    """Why ranges may lose the white space at their ends in a post-processor."""
    match stage:
        case PostProcessorSequence(parts):
            for part in parts:
                yield from trimming(part)
        case _:
            declared = next((t for t in POST_PROCESSORS.values() if t.stage is type(stage)), None)
            if declared and declared.trims and (reason := declared.trims(stage)):
                yield f"the post-processor {declared.name} {reason}"


def _in_order(subject: Subject) -> Reading:
    tokenizer = subject.tokenizer
    why = [*rewriting(tokenizer.normalizer), *repeating(tokenizer.post_processor)]
    # A space that is not in the text has the range of the character behind it: trimmed, it would
    # start behind that.
    prefixed = [reason for reason in dropping(tokenizer.pre_tokenizer) if "adds a space" in reason]
    if prefixed:
        why += trimming(tokenizer.post_processor)
    match tokenizer.model:
        case BPE(continuing_subword_prefix=prefix, end_of_word_suffix=suffix) if prefix or suffix:
            why.append("the model counts its affixes as text")  # `words.offsets`
    return INVARIANT if not why else Reading("observation", why[0])


def _out_of_order(subject: Subject, text: str, encoding: Encoding) -> str | None:
    assert encoding.offsets is not None
    before = 0
    for at, (start, end) in enumerate(encoding.offsets):
        if not 0 <= start <= end <= len(text):
            return f"token {at} has the range {start}:{end} in {len(text)} characters"
        if start < before:
            return f"token {at} starts at {start}, before {before}"
        before = start
    return None


OFFSETS = Property(
    "offsets in order",
    "ranges start before they end, inside the text, each not before the one before",
    _in_order,
    each(_out_of_order),
)


def _covering(subject: Subject) -> Reading:
    tokenizer = subject.tokenizer
    processor = tokenizer.post_processor
    rewritten = (*rewriting(tokenizer.normalizer), *dropping(tokenizer.pre_tokenizer))
    why = [*rewritten, *unknowing(tokenizer), *repeating(processor), *trimming(processor)]
    return INVARIANT if not why else Reading("none", why[0])


def _not_covered(subject: Subject, text: str, encoding: Encoding) -> str | None:
    assert encoding.offsets is not None
    covered = {at for start, end in encoding.offsets for at in range(start, end)}
    left = next((at for at in range(len(text)) if at not in covered), None)
    return None if left is None else f"character {left} is in no token"


COVERING = Property(
    "offsets cover", "every character of the text is in some token", _covering, each(_not_covered)
)
