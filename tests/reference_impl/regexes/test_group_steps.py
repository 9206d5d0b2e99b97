"""Groups, calls and references alone: what they do to a run."""

from tokparity.reference_impl.regexes import group_steps as steps
from tokparity.reference_impl.regexes import oniguruma_machine as machine
from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.group_steps import again
from tokparity.reference_impl.regexes.oniguruma_machine import FAILED, Run


def a_run(text="abab"):
    run = Run(text, 0, 0, Clock(9.0), 2)
    run.begin_at(0)
    return run


def test_a_group_again_ignores_case_in_no_more_bytes():
    assert again("kK", 0, 1, 1, 2, ignore_case=True) == 1
    assert again("k\u212a", 0, 1, 1, 2, ignore_case=True) == -1
    assert again("ſS", 0, 1, 1, 2, ignore_case="ascii") == -1


def test_a_group_within_itself_ends_where_it_began():
    run = a_run()
    for place, step in ((0, steps.GroupStart(1)), (1, steps.GroupStart(1)),
                        (2, steps.GroupEnd(1, recursive=True)),
                        (3, steps.GroupEnd(1, recursive=True))):  # fmt: skip
        run.at = place
        step.step(run, 0)
    assert (run.starts[1], run.ends[1]) == (0, 3)


def test_calls_nest_no_deeper_than_twenty():
    run = a_run()
    assert [steps.Calls(1, 3).step(run, 0) for _ in range(21)] == [3] * 20 + [FAILED]
    assert steps.Returns().step(run, 3) == 1
    assert run.calls == machine.MOST_CALLS - 1


def test_whether_a_group_has_matched_at_a_level():
    run = a_run()
    run.push_group(machine.END, 1)
    run.ends[1] = 0
    run.push(machine.CALL, 9, 0)
    assert steps.HasMatched((1,), None).step(run, 4) == 5
    assert steps.HasMatched((1,), 0).step(run, 4) == FAILED
    assert steps.HasMatched((1,), -1).step(run, 4) == 5
