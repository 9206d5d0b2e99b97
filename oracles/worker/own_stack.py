"""Call a library on a stack made for the call, and learn whether a usual one would have overflowed.

A library that recurses once a character ends its process where the stack ends: by a signal that
says nothing, at a depth that depends on the machine's limits. With room to spare the call returns,
and one page of memory tells how deep it went. What is not here: what that means (the adapter).
"""

import ctypes
from collections.abc import Callable
from functools import cache
from threading import Thread, stack_size
from typing import Any, TypeVar

Answer = TypeVar("Answer")

USUAL = 8 << 20
"""Bytes of stack that Linux gives a process, and glibc a thread, unless told otherwise."""
MOST = 2 << 30
_PAGE = 4096
_NOTHING = bytes(_PAGE)


def call_on_new_stack(call: Callable[[], Answer], room: int) -> tuple[Answer, bool]:
    """What a call gives, and whether it went deeper than a stack of the usual size.

    `room`: bytes to go deeper in than that, of which at most 2 GiB are given; memory is taken only
    as it is used. A call that needs more ends the process, as it would have anywhere. Raises what
    the call raises, MemoryError where the process may not have so much.

    >>> call_on_new_stack(lambda: 7, 1 << 20)
    (7, False)
    """
    answers: list[tuple[Answer, bool]] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            deepest = _top() - USUAL - _PAGE
            ctypes.memset(deepest, 0, _PAGE)  # the stack of a thread that ended is used again
            answer = call()
            answers.append((answer, ctypes.string_at(deepest, _PAGE) != _NOTHING))
        except BaseException as error:
            errors.append(error)

    before = stack_size(min(USUAL + room + 2 * _PAGE, MOST) // _PAGE * _PAGE)
    try:
        thread = Thread(target=run)
        thread.start()
    except RuntimeError as error:
        raise MemoryError(f"no stack of {USUAL + room:,} bytes: {error}") from None
    finally:
        stack_size(before)
    thread.join()
    if errors:
        raise errors[0]
    return answers[0]


@cache
def _pthread() -> Any:
    """The functions of the C library that tell where a thread's stack is."""
    functions = ctypes.CDLL(None)
    functions.pthread_self.restype = ctypes.c_void_p
    functions.pthread_getattr_np.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    functions.pthread_attr_getstack.argtypes = (ctypes.c_void_p,) * 3
    functions.pthread_attr_destroy.argtypes = (ctypes.c_void_p,)
    return functions


def _top() -> int:
    """The address behind this thread's stack, which grows down from there."""
    pthread = _pthread()
    attributes = ctypes.create_string_buffer(64)  # pthread_attr_t of glibc: 56 bytes
    lowest, size = ctypes.c_void_p(), ctypes.c_size_t()
    failed = pthread.pthread_getattr_np(pthread.pthread_self(), attributes)
    if failed:
        raise OSError(failed, "pthread_getattr_np")
    pthread.pthread_attr_getstack(attributes, ctypes.byref(lowest), ctypes.byref(size))
    pthread.pthread_attr_destroy(attributes)
    return (lowest.value or 0) + size.value
