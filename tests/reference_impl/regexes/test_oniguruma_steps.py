"""Steps alone: what they do to a run."""

from tokparity.reference_impl.regexes import oniguruma_machine as machine
from tokparity.reference_impl.regexes import oniguruma_steps as steps
from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.oniguruma_machine import FAILED, Run
from tokparity.reference_impl.regexes.rust_automaton import predicate


def run_at(at, end=3, text="aab"):
    run = Run(text, 0, 0, Clock(9.0), 2)
    run.begin_at(0)
    run.at, run.end = at, end
    return run


def test_a_character_behind_the_end_is_not_taken():
    assert steps.One(predicate("a")).step(run_at(0), 4) == 5
    assert steps.One(predicate("a")).step(run_at(1, end=1), 4) == FAILED
    assert steps.Text("aab").step(run_at(0, end=2), 4) == FAILED


def test_one_more_character_back_as_long_as_there_is_one():
    run = run_at(3)
    assert steps.BackAndFurther(1, 2).step(run, 4) == 6
    assert run.back() == 5
    assert steps.Further().step(run, 5) == 6
    assert run.back() == 5
    assert (run.at, run.left) == (1, 1)
    assert steps.Further().step(run, 5) == 6
    assert run.stack == []


def test_a_round_that_changed_a_group_took_something():
    run = run_at(1)
    steps.RoundStart(1).step(run, 0)
    assert steps.Changed(1).step(run, 7) == 9
    run.push_group(machine.START, 1)
    run.starts[1], run.ends[1] = 1, None
    run.push_group(machine.END, 1)
    assert steps.Changed(1).step(run, 7) == 9
    assert steps.Changed(1, frozenset({1})).step(run, 7) == 8


def test_the_end_is_put_back_by_name_alone():
    run = run_at(1)
    steps.Remember(machine.LIMIT, 3).step(run, 0)
    steps.EndHere().step(run, 1)
    run.push(machine.WAY, 9, 0)
    assert (run.back(), run.end) == (9, 1)
    steps.EndAgain(machine.LIMIT, 3).step(run, 2)
    assert run.end == 3
