import ctypes
import subprocess
import sys

import pytest

from tokparity.oracles.worker import own_stack
from tokparity.oracles.worker.own_stack import USUAL, call_on_new_stack

ROOM = 1 << 20


def touching(depth):
    """A call that uses one byte of its stack, so deep."""
    return lambda: ctypes.memset(own_stack._top() - depth, 1, 1) and None


@pytest.mark.parametrize(
    ("depth", "found"),
    [(USUAL - 1, False), (USUAL, False), (USUAL + 1, True), (USUAL + 4096, True)],
)
def test_a_call_overflows_where_it_uses_more_than_a_usual_stack(depth, found):
    assert call_on_new_stack(touching(depth), ROOM) == (None, found)


def test_what_one_call_left_behind_is_not_the_next_ones():
    assert [call_on_new_stack(touching(USUAL + at), ROOM)[1] for at in (1, 0, 100, 0)] == [
        *(True, False, True, False)
    ]


def test_what_the_call_raises_is_raised():
    with pytest.raises(KeyError, match="mine"):
        call_on_new_stack(lambda: {}["mine"], ROOM)


WITHOUT_ROOM = """
import resource
from tokparity.oracles.worker.own_stack import call_on_new_stack
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
try:
    call_on_new_stack(lambda: None, 1 << 30)
except MemoryError as error:
    print(error)
print(call_on_new_stack(lambda: 5, 1 << 20))
"""


def test_a_stack_that_the_process_may_not_have_is_a_lack_of_memory():
    run = subprocess.run([sys.executable, "-c", WITHOUT_ROOM], capture_output=True, text=True)
    assert run.stdout.splitlines() == [
        "no stack of 1,082,130,432 bytes: can't start new thread",
        "(5, False)",
    ]
