"""The collector of cycles in a process that encodes: run seldom."""

import gc


def collect_less() -> None:
    """Let the cycle collector run seldom: encoding makes no cycles, and it costs a tenth."""
    gc.set_threshold(100_000, 20, 100)
