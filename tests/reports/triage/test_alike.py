"""Whether two causes are one."""

import pytest

from tokparity.reports.records.finding import IN_COMMON, OTHERS
from tokparity.reports.triage.alike import do_alike, have_alike


def test_that_others_look_like_it_is_nothing_alike():
    assert not have_alike(f"{IN_COMMON}a; {OTHERS}", f"{IN_COMMON}b; {OTHERS}")


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        pytest.param("gives no answer (len 3)", "gives no answer (len 4)", True, id="messages"),
        pytest.param("gives no answer (len 3)", "gives no answer (no id)", False, id="others"),
        pytest.param("leaves out \\u0301", "leaves out \\u0302", False, id="characters"),
    ],
)
def test_numbers_of_a_message_are_of_one_input(one, other, is_one):
    assert do_alike(f"It {one} where a is due. More.", f"It {other} where a is due.") is is_one
