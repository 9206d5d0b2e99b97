"""The process that asks a library: its answer, and none in time."""

import time

from evaluation.comparisons.pattern_child import Child


def answer(pattern, texts):
    if pattern == "endless":
        time.sleep(60)
    return None if pattern == "bad" else [[len(text)] for text in texts]


def test_what_never_ends_is_given_up_and_the_next_is_asked():
    child = Child(answer, 2.0)
    assert child.cuts("a", ["x", "xy"]) == [[1], [2]]
    assert child.cuts("bad", ["x"]) is None
    assert child.cuts("endless", ["x"]) == "endless"
    assert child.cuts("a", ["xyz"]) == [[3]]
