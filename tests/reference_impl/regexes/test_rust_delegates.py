"""What is left to regex-automata, and which groups come back of it."""

from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.rust_automaton import Automaton
from tokparity.reference_impl.regexes.rust_delegates import Behind, Delegate, Without, store
from tokparity.reference_impl.regexes.rust_machine import FAILED, Run
from tokparity.reference_impl.regexes.rust_syntax import parse


def run_at(at, text="aab", saves=(None,) * 4):
    return Run(text, 0, True, Clock(9.0), at, 0, list(saves), len(saves))


def test_the_first_way_and_its_groups():
    run = run_at(0)
    assert Delegate(Automaton((parse("(a)+b"),), 2), (1, 2)).step(run, 4) == 5
    assert (run.at, run.saves[2:]) == (3, [1, 2])
    assert Delegate(Automaton((parse("b"),), 1), (1, 1)).step(run_at(0), 4) == FAILED


def test_backwards_up_to_here():
    nodes = (parse("a+"),)
    step = Behind(Automaton(nodes, 1, backwards=True), Automaton(nodes, 1), (1, 1))
    run = run_at(2)
    assert (step.step(run, 4), run.at) == (5, 0)
    assert step.step(run_at(3), 4) == FAILED


def test_on_as_long_as_the_body_does_not_match():
    step, run = Without(Automaton((parse("b"),), 1)), run_at(1)
    assert (step.step(run, 4), run.at, run.choices) == (4, 2, [(5, 1, 0)])
    assert (step.step(run, 4), run.at) == (5, 2)


def test_behind_a_group_that_lies_further_on_is_kept():
    run = run_at(0, saves=(None, None, 1, 2))
    store(run, [0, 1, 0, 1], (1, 2), later=True)
    assert run.saves[2:] == [1, 2]
    store(run, [0, 1, 0, 1], (1, 2), later=False)
    assert run.saves[2:] == [0, 1]
