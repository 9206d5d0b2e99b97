"""The stack: what goes back with a way, and what an atomic group drops."""

from tokparity.reference_impl.regexes import oniguruma_machine as machine
from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.oniguruma_machine import ENDED, Program, Run
from tokparity.reference_impl.regexes.oniguruma_steps import Fails, Matched, Split, Text


def a_run():
    run = Run("aab", 0, 0, Clock(9.0), 2)
    run.begin_at(0)
    return run


def test_a_way_back_puts_back_groups():
    run = a_run()
    run.push(machine.WAY, 7, 2)
    run.push_group(machine.START, 1)
    run.starts[1] = 3
    assert (run.back(), run.at, run.starts[1]) == (7, 2, None)
    assert run.back() == ENDED


def test_an_atomic_group_drops_ways_but_for_those_that_outlive_it():
    run = a_run()
    run.push(machine.MARK, 1, 0)
    run.push(machine.LASTING_WAY, 5, 0)
    run.push(machine.WAY, 6, 0)
    assert run.cut_to_mark(1) == 0
    assert run.back() == 5
    assert run.back() == ENDED


def test_what_is_remembered_is_of_this_depth_of_calls():
    run = a_run()
    run.push(machine.LIMIT, 1, 3)
    run.push(machine.CALL, 9, 0)
    assert run.remembered(machine.LIMIT, 1) is None
    run.push(machine.RETURN, 0, 0)
    assert run.remembered(machine.LIMIT, 1) == 3


def test_the_longest_of_all_where_it_is_asked_for():
    code = [Split(1, 3), Text("a"), Matched(), Text("ab"), Matched(), Fails()]
    assert Program(code, 1).search("aab", 0, Clock(9.0)) == (0, 1)
    assert Program(code, 1, longest=True).search("aab", 0, Clock(9.0)) == (1, 3)
