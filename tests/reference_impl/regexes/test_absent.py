"""What absent functions are taken apart into."""

from tokparity.reference_impl.regexes.absent import ANYTHING, range_clear, stopper, without
from tokparity.reference_impl.regexes.cursor import Cursor
from tokparity.reference_impl.regexes.nodes import Alternation, Characters, Mark, Repeat, Return

A = Characters("a", ignore_case=False)


def test_one_character_repeated_is_the_step_itself():
    tree = without(Cursor(""), A, Repeat(A, 0, None, greedy=True))
    assert [type(part) for part in tree.parts] == [Mark, Alternation, Return]


def test_any_other_expression_is_matched_up_to_the_end_that_was_found():
    tree = without(Cursor(""), A, Characters("bc", ignore_case=False))
    assert len(tree.parts) == 7
    assert tree.parts[4] == Characters("bc", ignore_case=False)


def test_the_end_that_a_stopper_sets_lasts():
    assert stopper(Cursor(""), A).parts[2].lasting
    assert range_clear(Cursor("")).parts[1].lasting
    assert not without(Cursor(""), A, Repeat(ANYTHING, 0, None, greedy=True)).parts[1].lasting
