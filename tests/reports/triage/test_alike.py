"""Whether two causes are one."""

import pytest

from tokparity.reports.records.finding import IN_COMMON, OTHERS
from tokparity.reports.triage.alike import do_alike, have_alike, told_once
from tokparity.reports.triage.causes import NOT_ALONE


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


FIRST = "It leaves out ▁. It leaves id 4 out. It answers as a tokenizer that drops spaces."
UNSURE = FIRST.removesuffix(".") + NOT_ALONE


@pytest.mark.parametrize(
    ("first", "other", "told"),
    [
        pytest.param(FIRST, FIRST.replace("4", "17"), "The same.", id="another-id"),
        pytest.param(FIRST, UNSURE, "The same.", id="fewer-cases"),
        pytest.param(
            UNSURE, FIRST, "The same. It answers as a tokenizer that drops spaces.", id="more-cases"
        ),
        pytest.param(
            f"{FIRST} It does so where there is: U+0020.",
            f"{FIRST} It does so where there is: white space.",
            "The same; when, its own section says.",
            id="another-condition",
        ),
        pytest.param(FIRST, "It has a. It leaves id 4 out.", None, id="another-deed"),
    ],
)
def test_of_another_file_only_what_is_new_is_told(first, other, told):
    assert told_once(first, [("b", other)]) == [(["b"], told or other)]


def test_files_of_one_cause_are_told_together():
    others = [("b", FIRST.replace("4", "5")), ("c", "It has a."), ("d", FIRST.replace("4", "6"))]
    assert told_once(FIRST, others) == [(["b", "d"], "The same."), (["c"], "It has a.")]
    assert told_once(FIRST, [("b", FIRST), ("c", "")]) == []
