"""Memory of a process that encodes: the collector runs seldom, and what is free is given back."""

import ctypes
import gc


def collect_less() -> None:
    """Let the cycle collector run seldom: encoding makes no cycles, and it costs a tenth."""
    gc.set_threshold(100_000, 20, 100)


def give_back() -> None:
    """Collect, and give the system what is free, where the C library can: glibc keeps hundreds of
    MB that large vocabularies had, in holes between what is still in use."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
