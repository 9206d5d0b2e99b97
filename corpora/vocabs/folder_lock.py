"""Holding a folder: only one process or thread at a time is past this line.

The system lets go when the process ends, however it ends: no lock file is ever left over.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Wait for the folder and hold it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def hold_if_free(folder: Path) -> Iterator[bool]:
    """Hold the folder where nobody does; whether that is so."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(handle)
