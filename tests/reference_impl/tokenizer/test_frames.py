"""A frame is what the post-processor puts around any text; what does more has none."""

from itertools import accumulate, chain

import numpy as np
import pytest

from tokparity.reference_impl.batch.token_rows import TokenRows
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.post_processors.bert import BertProcessing
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.roberta import RobertaProcessing
from tokparity.reference_impl.post_processors.sentencepiece import SentencepieceBosEos
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.tokenizer.frames import Framing, framing_of
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.truncation import Truncation

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
        (BertProcessing(("</s>", 8), ("<s>", 7)), ((7,), (8,))),
        (LlamaBosEos(("bos", 7, "<s>"), ("eos", 8, "</s>")), ((7,), (8,))),
        (LlamaBosEos(None, ("eos", 8, "</s>")), ((), (8,))),
        (LlamaBosEos(("bos", 0, "<s>")), ((0,), ())),
        (LlamaBosEos(("bos", None, "<s>")), None),
        (RobertaProcessing(("</s>", 8), ("<s>", 7), False, False), None),
        (SentencepieceBosEos(("<s>", 7), ("</s>", 8)), ((7,), (8,))),
        (SentencepieceBosEos(("<s>", 7), None, add_eos=False), ((7,), ())),
        (SentencepieceBosEos(None, ("</s>", 8)), None),
        (SentencepieceBosEos(("<s>", 7), ("</s>", 8), reverse=True), None),
    ],
)
def test_what_stands_around_any_text(processor, frame):
    tokenizer = tokenizer_of(processor)
    framing = framing_of(tokenizer, True)
    assert framing == (None if frame is None else Framing(*frame))
    if frame is not None:
        for ids in ([], [1], [1, 2, 3]):
            spans = [at for number in range(len(ids)) for at in (number, number + 1)]
            made = tokenizer.finish([Tokens(list(ids), spans, list(map(str, ids)))], True)
            assert made.ids == [*frame[0], *ids, *frame[1]]
            assert made.offsets == [0, 0] * len(frame[0]) + spans + [0, 0] * len(frame[1])


@pytest.mark.parametrize(
    "processor",
    [template(S, A, E), BertProcessing(("</s>", 8), ("<s>", 7)), LlamaBosEos(("bos", None, "<s>"))],
)
def test_without_special_tokens_there_is_none(processor):
    assert framing_of(tokenizer_of(processor), False) == Framing((), ())


def test_ranges_that_are_made_shorter():
    trims = ByteLevelPostProcessor(True, trim_offsets=True)
    assert framing_of(tokenizer_of(trims), True) == Framing((), (), trims)


@pytest.mark.parametrize("add_special", [False, True])
@pytest.mark.parametrize("processor", [None, template(S, A, E)])
@pytest.mark.parametrize(
    "limits",
    [
        {"truncation": Truncation(4)},
        {"truncation": Truncation(5, "OnlyFirst")},
        {"padding": Padding(4)},
        {"padding": Padding(None, multiple_of=3, pad_id=5)},
        {"padding": Padding(4, multiple_of=3)},
        {"truncation": Truncation(6), "padding": Padding(6)},
        {"truncation": Truncation(4), "padding": Padding(2)},
    ],
    ids=str,
)
def test_limits_of_many_texts_are_those_of_each(limits, processor, add_special):
    tokenizer = tokenizer_of(processor, **limits)
    texts = [list(range(size)) for size in range(9)]
    spans = [[at for place in text for at in (place, place + 1)] for text in texts]
    bounds = [*accumulate(map(len, texts), initial=0)]
    ids, offsets = (np.array([*chain.from_iterable(some)], np.int32) for some in (texts, spans))
    rows = framing_of(tokenizer, add_special).applied(TokenRows(ids, offsets, bounds))
    for row, (text, span) in enumerate(zip(texts, spans, strict=True)):
        made = tokenizer.finish([Tokens(text, span, [*map(str, text)])], add_special)
        start, stop = rows.bounds[row : row + 2]
        assert rows.ids[start:stop].tolist() == made.ids
        assert rows.offsets[2 * start : 2 * stop].tolist() == made.offsets


@pytest.mark.parametrize(
    "limits",
    [
        {"padding": Padding(4, "Left")},
        {"padding": Padding(1 << 20)},
        {"truncation": Truncation(4, direction="Left")},
        {"truncation": Truncation(4, stride=1)},
        {"truncation": Truncation(4, "OnlySecond")},
        {"truncation": Truncation(3)},
    ],
    ids=str,
)
def test_limits_that_are_left_to_the_definition(limits):
    """Three special tokens leave no room in three."""
    assert framing_of(tokenizer_of(template(S, A, E), **limits), True) is None
