"""The work of stages, case by case, is what a trace shows."""

from dataclasses import replace

from evaluation.finding_power.stage_work import StageWork, stretches_of, word_of
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, FullCase
from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.fast import FastWords

PLAIN = EncodeOptions(False, False)


def test_the_work_is_what_a_trace_shows(slot, made):
    tokenizer = slot.tokenizer(made)
    text = "hello <a>b e\u0301 12"
    cases = [EncodeCase(text), EncodeCase(text, PLAIN), FullCase("hello", "12"), DecodeCase((1,))]
    work = StageWork(tokenizer, cases)
    asked = work.inputs
    assert [len(one) for one in asked] == [1, 1, 2, 0]
    for case, [one] in zip(cases[:2], asked[:2], strict=True):
        stages = {
            stage.stage: stage for stage in tracing.trace(tokenizer, text, case.options).stages
        }
        found = [token.id for _, token in work.stretches[one] if token is not None]
        split = [piece.id for piece in stages["added_tokens"].pieces if piece.id is not None]
        assert found == split
        model = FastWords(tokenizer.pre_tokenizer, tokenizer.model)
        words = [word for words in work.cut[one] for word in words]
        ids = [i for word in words for i in model.word(word.text).ids]
        shown = [piece.id for piece in stages["model"].pieces if piece.id not in split]
        assert ids == shown
    assert work.words["hello"] == [0, 1, 2]


def test_what_is_refused_is_no_work(slot, made):
    tokenizer = replace(slot.tokenizer(made), normalizer=Refuses())
    assert stretches_of(tokenizer, ("a", True)) is None
    assert StageWork(tokenizer, [EncodeCase("a")]).words == {}
    assert word_of(tokenizer, "a") == FastWords(tokenizer.pre_tokenizer, tokenizer.model).word("a")


class Refuses:
    """A normalizer without an answer to what it is asked in a test."""

    def normalize(self, text):
        if text.text == "a":
            raise RegexLimit("a")
        return text
