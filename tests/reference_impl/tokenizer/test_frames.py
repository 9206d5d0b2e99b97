"""A frame is what the post-processor puts around any text; what does more has none."""

import pytest

from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.post_processors.bert import BertProcessing
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.tokenizer.frames import frame_of
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

A, B, S, E = SequencePiece("A"), SequencePiece("B"), SpecialPiece("<s>"), SpecialPiece("</s>")
SPECIAL = {"<s>": SpecialToken("<s>", (7,), ("<s>",)), "</s>": SpecialToken("</s>", (8, 9), ())}
KEPT = ByteLevelPostProcessor(True, trim_offsets=False)


def template(*single):
    return TemplateProcessing(single, (A, B), SPECIAL)


def tokenizer_of(processor, **limits):
    return Tokenizer(WordLevel({"?": 0}, "?"), post_processor=processor, **limits)


@pytest.mark.parametrize(
    ("processor", "frame"),
    [
        (None, ((), ())),
        (KEPT, ((), ())),
        (template(A), ((), ())),
        (template(S, A, E), ((7,), (8, 9))),
        (template(A, E, E), ((), (8, 9, 8, 9))),
        (PostProcessorSequence((KEPT, template(S, A))), ((7,), ())),
        (PostProcessorSequence((template(S, A), template(S, A))), None),
        (PostProcessorSequence((template(S, A), template(A))), None),
        (PostProcessorSequence((KEPT, PostProcessorSequence((template(S, A),)))), ((7,), ())),
        (template(A, A), None),
        (template(S), None),
        (template(S, B), None),
        (template(SpecialPiece("<x>"), A), None),
        (ByteLevelPostProcessor(True, trim_offsets=True), None),
        (BertProcessing(("</s>", 8), ("<s>", 7)), None),
    ],
)
def test_what_stands_around_any_text(processor, frame):
    tokenizer = tokenizer_of(processor)
    assert frame_of(tokenizer, True) == frame
    if frame is not None:
        for ids in ([], [1], [1, 2, 3]):
            spans = [at for number in range(len(ids)) for at in (number, number + 1)]
            made = tokenizer.finish([Tokens(list(ids), spans, list(map(str, ids)))], True)
            assert made.ids == [*frame[0], *ids, *frame[1]]
            assert made.offsets == [0, 0] * len(frame[0]) + spans + [0, 0] * len(frame[1])


def test_without_special_tokens_there_is_none():
    assert frame_of(tokenizer_of(template(S, A, E)), False) == ((), ())


def test_what_is_cut_off_or_padded():
    assert frame_of(tokenizer_of(None, padding=Padding(4)), True) is None
