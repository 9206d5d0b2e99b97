"""One cache of words for what is equal, and no more of them than are wanted."""

import gc
import weakref
from dataclasses import replace

import pytest
from small_artefacts import bpe, encode

from tokparity.harness.explanations.explainer import Explainer
from tokparity.harness.explanations.shared_words import SharedWords
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reports.records.explanation import BoundExplanation, Explanation


@pytest.fixture
def model(maker):
    def named(*letters):
        return load(maker.json(bpe(("?", *letters), unk_token="?"))).model

    return named


def test_an_equal_model_has_the_same_cache_and_another_one_its_own(model):
    words = SharedWords(4, 4)
    assert words(None, model("a")) is words(None, model("a"))
    assert words(None, model("b")) is not words(None, model("a"))


def test_a_model_is_made_once_whatever_cuts_its_words(model):
    words, cuts = SharedWords(4, 4), (Digits(False), Digits(True))
    one, other = (words(cut, model("a")) for cut in cuts)
    assert one is not other
    assert one._model is other._model


def test_no_more_are_kept_than_were_asked_for_last(model):
    words, one, two, three = SharedWords(2, 2), model("a"), model("b"), model("c")
    first, second = words(None, one), words(None, two)
    assert words(None, one) is first
    words(None, three)
    assert words(None, one) is first  # asked for after the second
    assert words(None, two) is not second


def test_texts_are_cut_once_until_they_are_forgotten(model):
    words, stretch = SharedWords(2, 2), Aligned.of("aa")
    made = words(None, model("a"))
    once = made.cut(stretch)
    assert words(None, model("b")).cut(stretch) is once  # cut alike, whatever the model
    words.forget_texts()
    assert made.cut(stretch) is not once


def test_all_goes_at_once_with_the_explainer_that_had_it(maker):
    """Hundreds of MB of a large vocabulary do not wait for the cycle collector."""
    tokenizer = load(maker.json(bpe(("?", "a"), unk_token="?"), normalizer={"type": "NFC"}))
    bound = BoundExplanation(
        Explanation("e", "normalizer", "without-normalizer", "*", was="NFC"), True
    )
    explainer = Explainer((bound,), lambda at_left: tokenizer)
    case = encode("a")
    answer = tokenizer.encode(case.text, case.options)
    explainer.explain([(case, (answer, replace(answer, ids=(0,))))])
    kept = [weakref.ref(words) for *_, words in explainer._words._words]
    gc.disable()
    try:
        del explainer
        assert len(kept) == 1
        assert not any(each() for each in kept)
    finally:
        gc.enable()
