"""Steps alone: what they do to a run."""

from tokparity.reference_impl.regexes import oniguruma_steps as steps
from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.rust_automaton import predicate as compiled
from tokparity.reference_impl.regexes.rust_machine import FAILED, Run


def run_at(at, saves, text="aab"):
    return Run(text, 0, True, Clock(9.0), at, 0, list(saves), len(saves))


def test_a_character_behind_the_limit_is_not_taken():
    step = steps.Within(compiled("a"), 0)
    assert step.step(run_at(0, [1]), 4) == 5
    assert step.step(run_at(1, [1]), 4) == FAILED


def test_one_more_character_back_as_long_as_there_is_one():
    run = run_at(2, [2])
    assert steps.Further(0, 1).step(run, 4) == 5
    assert run.choices == [(3, 2, 0)]
    assert steps.Further(0, 0).step(run, 4) == 5
    assert len(run.choices) == 1


def test_a_round_that_changed_a_group_took_something():
    step = steps.Changed(4, ((1, 5),))
    same, moved, first = ([*group, 0, *before] for group, before in (
        ((0, 1, 0, 1), (0, 1)), ((0, 1, 0, 1), (0, 0)), ((0, 1, 0, 1), (None, None)),
    ))  # fmt: skip
    assert step.step(run_at(0, [*same[:2], *same[2:]]), 7) == 9
    assert step.step(run_at(0, moved), 7) == 8
    assert step.step(run_at(0, first), 7) == 8


def test_a_group_again_ignores_case_in_no_more_bytes():
    step = steps.Again(0, ignore_case=True, limit=None)
    assert step.step(run_at(1, [0, 1], "kK"), 4) == 5
    assert step.step(run_at(1, [0, 1], "k\u212a"), 4) == FAILED
