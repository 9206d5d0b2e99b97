r"""Programs: which parts are delegated, and what is refused."""

import time

import pytest

from evaluation.tables.dialects import taken_there
from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes import rust_machine as machine
from tokparity.reference_impl.regexes.rust import compile_pattern
from tokparity.reference_impl.regexes.rust_facts import analyzed
from tokparity.reference_impl.regexes.rust_program import program_of
from tokparity.reference_impl.regexes.rust_syntax import parse


def code(pattern):
    program = program_of(pattern, analyzed(pattern, parse(pattern)))
    return [type(instruction).__name__ for instruction in program.code]


@pytest.mark.parametrize(
    ("pattern", "instructions"),
    [
        (r"\Ga*b", "Continues Delegate"),
        (r"\Ga*\Gb|c", "Split Continues Split One Jump Continues One Jump One"),
        (r"\G(?=a*)b", "Continues Save Delegate Return One"),
        (r"\G(?<=a*)b", "Continues Save Behind Return One"),
        (r"\G(?~a)", "Continues Without"),
        (r"\G(a)\1", "Continues Save One Save SameAgain"),
    ],
)
def test_what_is_delegated(pattern, instructions):
    assert f" Save {instructions} Save End" in " " + " ".join(code(pattern))


def test_a_hard_look_behind_of_several_lengths_is_refused():
    assert not taken_there("(?<=(?>a|bc))d")
    with pytest.raises(BadPattern, match="of several lengths"):
        compile_pattern("(?<=(?>a|bc))d")


def test_a_call_that_grows_beyond_bounds_is_refused_soon():
    start = time.process_time()
    with pytest.raises(BadPattern, match="calls that grow to more than 100000 steps"):
        compile_pattern(r"(a\g<1>?\g<1>?b)")
    assert time.process_time() - start < 5


def test_a_search_ends_where_there_is_nothing():
    program = program_of(r"a\Gb", analyzed(r"a\Gb", parse(r"a\Gb")))
    assert isinstance(program.code[0], machine.Anywhere)
