"""Padding and truncation that a box does in its own way are a bug each, and hide nothing."""

from dataclasses import replace

import pytest

from tokparity.harness.bugs.answers import Known
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.limits import Limits, Restored
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.truncation import Truncation

PAD = 0


@pytest.fixture
def limited(honest):
    return replace(honest, padding=Padding(12, pad_id=PAD), truncation=Truncation(20))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        pytest.param({}, ("", ""), id="as-the-file-says"),
        pytest.param({"padding": None}, ("does not pad", ""), id="not-padded"),
        pytest.param({"padding": Padding(12, "Left")}, ("pads on the left", ""), id="other-side"),
        pytest.param({"padding": Padding(9)}, ("pads to another length", ""), id="shorter"),
        pytest.param({"truncation": None}, ("", "does not truncate"), id="not-truncated"),
        pytest.param(
            {"truncation": Truncation(20, direction="Left")},
            ("", "truncates on the left"),
            id="truncated-on-the-other-side",
        ),
    ],
)
def test_what_a_box_does_instead(limited, changes, words):
    box, honest = Known(replace(limited, **changes)), Known(limited)
    limits = Limits.of(box, honest)
    assert (limits.padding, limits.truncation) == words
    restored = Restored(box, limits)
    assert all(restored(bare(text)) == honest(bare(text)) for text in ("", "a", "a b", "a b " * 30))


def test_what_is_around_every_text_is_no_limit(limited):
    """Special tokens that nobody asked for, behind a text that was cut at the limit."""

    def around(question):
        answer = Known(limited)(question)
        return (*answer, 5, 5) if isinstance(answer, tuple) else answer

    assert not Limits.of(around, Known(limited)).truncation


def test_what_else_is_wrong_is_left(limited):
    box = Known(replace(FAULT_MODELS["digits-joined"].apply(limited), padding=None))
    restored = Restored(box, Limits.of(box, Known(limited)))
    assert restored(bare("a")) == Known(limited)(bare("a"))
    assert restored(bare("12")) != Known(limited)(bare("12"))


@pytest.mark.parametrize("withheld", [False, True])
def test_neither_hides_another_bug(limited, ask_of, cases, withheld):
    models = [FAULT_MODELS[name] for name in ("no-padding", "no-truncation", "digits-joined")]
    hypotheses = Hypotheses.of(limited, ((model, model.apply(limited)) for model in models))
    tokenizer = limited
    for model in models:
        tokenizer = model.apply(tokenizer)
    bugs = Separation.of(hypotheses, ask_of(tokenizer), cases, lambda _: withheld).run().bugs
    assert [bug.symptom for bug in bugs[:2]] == ["does not pad", "does not truncate"]
    assert bugs[0].case.text == ""
    assert len(bugs[1].case.text) <= 22
    [other] = bugs[2:]
    assert "pre_tokenizer" in (other.stage, *other.others)


def test_a_case_that_another_bug_makes_wrong_is_not_of_the_limit(limited, ask_of):
    models = [FAULT_MODELS[name] for name in ("no-truncation", "digits-joined")]
    hypotheses = Hypotheses.of(limited, ((model, model.apply(limited)) for model in models))
    box = ask_of(models[1].apply(models[0].apply(limited)))
    long, short = bare("a b " * 30), bare("x 12")
    [limit, _] = Separation.of(hypotheses, box, [long, short]).run().bugs
    assert limit.symptom == "does not truncate"
    assert limit.cases == {long}
