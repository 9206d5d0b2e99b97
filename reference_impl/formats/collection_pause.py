"""No search for garbage while much is made that stays: a vocabulary of 262,144 special tokens.

Python looks at every living object again and again as their number grows, a third of the time that
such a vocabulary takes to load. Not here: anything about memory, none of it is in cycles.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Cycles are not collected inside; whether they are outside is as before.

    >>> with uncollected():
    ...     gc.isenabled()
    False
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
