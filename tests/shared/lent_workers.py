"""Workers of the libraries, started once in a process: what one slot closes another is given.

A worker that was started for a test holds nothing of another's. That processes are started, and
end with whoever started them, is tested with `OracleWorker` itself, and with runs in processes of
their own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tokparity.harness.shards import slot
from tokparity.oracles.protocol import ORACLES
from tokparity.oracles.worker.client import Handle, OracleWorker
from tokparity.reference_impl.contract import Artefact, Refusal


class LentWorker(OracleWorker):
    """Closed, it lets go of what it loaded, and waits to be lent again; `end` ends it."""

    idle: "list[LentWorker]" = []  # noqa: RUF012 -- of all, and meant to be

    def __init__(self, oracle: str, **limits: Any) -> None:
        super().__init__(oracle, **limits)
        self.limits = limits
        self.loaded: list[Handle] = []
        self.spent = 0.0

    @classmethod
    def lend(cls, oracle: str, **limits: Any) -> "LentWorker":
        """An idle one with these limits, or a new one."""
        wanted = (ORACLES[oracle], limits)
        for worker in cls.idle:
            if (worker.spec, worker.limits) == wanted:
                cls.idle.remove(worker)
                worker.spent += worker.cpu_seconds()
                return worker
        return cls(oracle, **limits)

    def load(self, artefact: Artefact) -> Handle | Refusal:
        handle = super().load(artefact)
        if not isinstance(handle, Refusal):
            self.loaded.append(handle)
        return handle

    def cpu_seconds(self) -> float:
        """Since it was lent."""
        return super().cpu_seconds() - self.spent

    def close(self) -> None:
        self._settle()
        if self not in self.idle:
            for handle in self.loaded:
                self.drop(handle)
            self.loaded.clear()
            self.idle.append(self)

    def end(self) -> None:
        super().close()


@contextmanager
def lent_workers() -> Iterator[None]:
    """Slots of this process share workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slot, "OracleWorker", LentWorker.lend)
        yield
    while LentWorker.idle:
        LentWorker.idle.pop().end()
