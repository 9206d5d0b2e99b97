"""A search says when each mutant was reached, triggered and detected, and what never was."""

from dataclasses import replace

import pytest

from evaluation.finding_power.search import MutantSearch
from evaluation.finding_power.stream import BLOCK
from tokparity.harness.fault_models.catalogue import FAULT_MODELS

TEXTS = ["a", "b", "", "helloworld", "hello <|end|>  x"]


def test_events_are_in_order(stream, mutant, black_box):
    search = MutantSearch(stream("encode", TEXTS), BLOCK, 60.0, black_box)
    merges, strip, decoder = search.run(
        [
            mutant("merge-order-reversed", "model", reached="merged"),
            mutant("rstrip-ignored", "added_tokens", reached="added-token"),
            mutant("specials-kept", "decoder", reached="ids"),
        ]
    ).sought
    assert (merges.reached.cases, merges.triggered.cases, merges.detected.cases) == (4, 4, 4)
    assert merges.raw.case.text == "helloworld"
    assert (strip.reached.cases, strip.detected.cases) == (5, 5)
    assert decoder.reached is not None
    assert (decoder.triggered, decoder.detected) == (None, None)
    assert 0 < merges.detected.seconds == strip.detected.seconds, "of the whole block"
    assert (merges.characters, strip.characters) == (12, 28)


def test_a_search_ends_when_all_are_detected(stream, mutant, black_box):
    search = MutantSearch(stream("encode", TEXTS), 100 * BLOCK, 600.0, black_box)
    found = search.run([mutant("merge-order-reversed", "model")])
    assert (found.cases, found.out_of_time, found.false_alarms) == (BLOCK, False, 0)


@pytest.mark.parametrize(
    ("cases", "seconds", "ran", "out_of_time"),
    [
        pytest.param(2 * BLOCK, 600.0, 2 * BLOCK, False, id="cases"),
        pytest.param(100 * BLOCK, 1e-6, BLOCK, True, id="seconds"),
    ],
)
def test_a_search_is_bounded(stream, mutant, black_box, cases, seconds, ran, out_of_time):
    search = MutantSearch(stream("encode", ["a"]), cases, seconds, black_box)
    found = search.run([mutant("merge-order-reversed", "model")])
    assert (found.cases, found.out_of_time) == (ran, out_of_time)
    assert found.sought[0].detected is None


def test_no_case_beyond_the_budget_counts(stream, mutant, black_box):
    wrong = mutant("merge-order-reversed", "model", reached="merged")
    [in_time] = MutantSearch(stream("encode", TEXTS), 4, 600.0, black_box).run([wrong]).sought
    assert (in_time.detected.cases, in_time.characters) == (4, 12)
    found = MutantSearch(stream("encode", TEXTS), 3, 600.0, black_box).run([wrong])
    [late] = found.sought
    assert (late.reached, late.triggered, late.detected) == (None, None, None)
    assert (found.cases, late.characters, found.out_of_time) == (3, 2, False)


def test_a_search_without_any_case_ends_by_its_time(stream, mutant, black_box):
    empty = stream("decode", [])
    empty._cases = lambda number, first: []
    found = MutantSearch(empty, BLOCK, 1e-6, black_box).run(
        [mutant("specials-kept", "decoder", "decode")]
    )
    assert (found.cases, found.out_of_time, found.sought[0].detected) == (0, True, None)


def test_a_mutant_with_a_wrong_canary_is_asked_everything(stream, mutant, black_box):
    one = mutant("merge-order-reversed", "model")
    lying = replace(FAULT_MODELS["merge-order-reversed"], stage="normalizer")
    search = MutantSearch(stream("encode", ["helloworld"]), BLOCK, 60.0, black_box)
    [right, wrong] = search.run([one, replace(one, fault_model=lying)]).sought
    assert (right.canaries.blind, wrong.canaries.blind) == (False, True)
    assert wrong.detected == right.detected
