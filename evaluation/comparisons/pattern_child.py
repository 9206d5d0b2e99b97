"""A process that asks a library of patterns: some patterns it never ends to match."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Literal

from evaluation.comparisons.pattern_verdicts import Cuts

Ask = Callable[[str, Sequence[str]], list[Cuts] | None]
"""The cuts of each text, or None where the library refuses the pattern."""


class Child:
    """The process, and another where it does not end in so many seconds."""

    def __init__(self, ask: Ask, seconds: float) -> None:
        self.ask, self.seconds = ask, seconds
        self._process: BaseProcess | None = None

    def cuts(self, pattern: str, texts: Sequence[str]) -> list[Cuts] | Literal["endless"] | None:
        """Of each text; None where the library refuses the pattern."""
        if self._process is None:
            self._connection, theirs = Pipe()
            context = get_context("fork")
            self._process = context.Process(target=_answer, args=(theirs, self.ask), daemon=True)
            self._process.start()
            theirs.close()
        self._connection.send((pattern, tuple(texts)))
        if self._connection.poll(self.seconds):
            found: list[Cuts] | None = self._connection.recv()
            return found
        self._process.kill()
        self._process.join()
        self._process = None
        return "endless"


def _answer(connection: Connection, ask: Ask) -> None:
    """Till no pattern comes."""
    with suppress(EOFError):
        while True:
            connection.send(ask(*connection.recv()))
