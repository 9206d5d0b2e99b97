"""`ProgramProcess`: a stranger's program, asked one line at a time and bounded in all it may take.

It has a process group of its own and is started by no shell; children that leave the group are
ended with it, as far as they were seen. Its time is that of itself and its
children (`Stopwatch`); what memory they have in use, how long a reply is and how much of stderr is
kept, is bounded. Not here: what the lines say (`messages`), and any second try (`client`).
"""

import contextlib
import fcntl
import os
import resource
import select
import subprocess
import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psutil

from tokparity.oracles.subjects.messages import BadReply, line_of, read_line
from tokparity.oracles.subjects.spec import BadSubject, Program
from tokparity.oracles.worker.process import GRACE, TICK, Died, end_group, last_lines, obituary
from tokparity.oracles.worker.stopwatch import Stopwatch
from tokparity.reference_impl.contract import Refusal

PIPE_BYTES = 1 << 20
"""Room for a request and its reply: both sides work while neither waits for the other to read."""
STDERR_KEPT = 4096
BYTES_A_SECOND = 1 << 20
"""A reply that has begun may take as long again, and a second a MiB."""
LOOK_AT_MEMORY = 1.0
"""Seconds between two looks at the memory in use: each costs a millisecond or two."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a subject may take: MiB in use by it and its children, and MiB of one reply."""

    memory_mb: int = 4096
    reply_mb: int = 256


@contextlib.contextmanager
def _unlimited_memory() -> Iterator[None]:
    """What is started within may map what it likes: engines of JavaScript and Go map far more than
    they use, and what is used is looked at."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class ProgramProcess:
    """A running subject. One request at a time: `send`, then `receive`.

    Errors: BadSubject where the program cannot be started.
    """

    def __init__(self, program: Program, limits: Limits) -> None:
        self._limits = limits
        self._sent = 0
        self._read = bytearray()
        self._unwritten = memoryview(b"")
        self._stderr = bytearray()
        self._cpu = 0.0
        self._looked = time.monotonic()
        try:
            with _unlimited_memory():
                self._process = subprocess.Popen(
                    list(program.arguments),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,  # Ctrl-C is ours, who then end the whole group
                    # else what is built on llama.cpp starts a debugger on itself, seconds a crash
                    env={"GGML_NO_BACKTRACE": "1"} | os.environ,
                )
        except (OSError, ValueError) as error:
            command = " ".join(program.arguments)
            raise BadSubject(f"exec:{command}", f"cannot be started: {error}") from error
        self._family: set[psutil.Process] = set()
        self._finalizer = weakref.finalize(self, _end, self._process, self._family)
        self._poll = select.poll()
        self._to, self._from, self._log = (
            pipe.fileno()
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
            if pipe is not None
        )
        for pipe in (self._to, self._from, self._log):
            os.set_blocking(pipe, False)
            with contextlib.suppress(OSError):  # more than this user may have in pipes
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._poll.register(self._from, select.POLLIN)
        self._poll.register(self._log, select.POLLIN)

    @property
    def pid(self) -> int:
        """Its process id, which is its process group too."""
        return self._process.pid

    def cpu_seconds(self) -> float:
        """User and system time of it and its children, as of the last reply or its end."""
        return self._cpu

    def stderr_tail(self) -> list[str]:
        """The last lines that it printed on stderr."""
        return last_lines(bytes(self._stderr))

    def send(self, request: dict[str, Any]) -> None:
        """Hand over one request, as far as there is room; `receive` sees to the rest."""
        self._sent += 1
        self._unwritten = memoryview(line_of({"id": self._sent, **request}))
        self._write()

    def receive(self, allowed: float) -> dict[str, Any]:
        """The reply to the last request, within so many seconds on a `Stopwatch`.

        Raises `Died` for a crash, a hang, too much memory and what is no reply; it is ended then.
        """
        try:
            reply = read_line(self._line(allowed))
            if reply.get("id") != self._sent:
                said = f"{reply.get('id')!a:.40} is not {self._sent}"
                raise BadReply("id", f"{said}: one reply a request, in their order")
        except BadReply as error:
            raise self.condemn(error) from error
        except BaseException:  # Ctrl-C too: a reply cut in two is of no use to anyone
            self.close()
            raise
        self._look()
        return reply

    def condemn(self, error: BadReply) -> Died:
        """End a process that sent garbage. No case is named: an earlier one may have caused it."""
        self.close()
        return Died(Refusal("error", str(error)), None)

    def stop(self) -> None:
        """Ask it to end, between two requests, and wait a moment; then end all that is left."""
        if self._finalizer.alive:
            self.note_usage()
            self.send({"op": "stop"})
            watch = Stopwatch(self.pid)
            while self._process.poll() is None and not watch.over(GRACE):
                time.sleep(0.002)
        self.close()

    def close(self) -> None:
        """End the process and all it started. May be called twice."""
        if self._finalizer.alive:
            self.note_usage()
            self._finalizer()

    def _line(self, allowed: float) -> bytes:
        watch, whole = Stopwatch(self.pid), Stopwatch(self.pid)
        while b"\n" not in self._read:
            if len(self._read) > self._limits.reply_mb << 20:
                raise BadReply("", f"a line of more than {self._limits.reply_mb} MiB")
            if self._exchange():
                if b"\n" in self._read:
                    break  # nobody needs to look at a process that has answered
                watch.restart()
            if watch.over(allowed) or whole.over(2 * allowed + len(self._read) / BYTES_A_SECOND):
                self._look(at_once=True)  # what fills the memory is slow for that reason
                raise self._died(Refusal("timeout", f"no answer within {allowed:g} s"))
            self._look()
        line, _, self._read = self._read.partition(b"\n")
        return bytes(line)

    def _exchange(self) -> bool:
        """Write what is to be written, read what is there; whether a part of a reply came."""
        came = False
        ready = self._poll.poll(TICK * 1000)
        if not ready and self._process.poll() is not None and not self._poll.poll(0):
            raise self._ended()  # what it started may still hold its stdout open
        for pipe, _ in ready:
            if pipe == self._to:
                self._write()
            elif part := os.read(pipe, PIPE_BYTES):
                if pipe == self._from:
                    self._read += part
                    came = True
                else:
                    self._stderr += part
                    del self._stderr[:-STDERR_KEPT]
            elif pipe == self._from:
                raise self._ended()
            else:
                self._poll.unregister(pipe)
        return came

    def _write(self) -> None:
        try:
            while self._unwritten:
                self._unwritten = self._unwritten[os.write(self._to, self._unwritten) :]
        except BlockingIOError:
            self._poll.register(self._to, select.POLLOUT)
            return
        except BrokenPipeError:  # it is gone: reading tells
            self._unwritten = memoryview(b"")
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._to)

    def _ended(self) -> Died:
        """It closed its stdout: of what, if it ends by itself, and with what last words."""
        watch = Stopwatch(self.pid)
        while self._process.poll() is None and not watch.over(GRACE):
            time.sleep(0.002)
        with contextlib.suppress(BlockingIOError):
            while part := os.read(self._log, PIPE_BYTES):
                self._stderr = (self._stderr + part)[-STDERR_KEPT:]
        code = self._process.returncode
        if code is None:
            return self._died(Refusal("error", "it closed its stdout and stayed"))
        return self._died(obituary(code, self.stderr_tail()))

    def _look(self, *, at_once: bool = False) -> None:
        """Now and then, or at once: how much memory it takes. Raises `Died`."""
        if at_once or time.monotonic() - self._looked > LOOK_AT_MEMORY:
            self._looked = time.monotonic()
            if (used := self.note_usage()) > self._limits.memory_mb << 20:
                raise self._died(Refusal("memory", f"{used >> 20} MiB in use"))

    def _died(self, refusal: Refusal) -> Died:
        self.close()
        return Died(refusal, None)

    def note_usage(self) -> int:
        """Note the CPU time of it and its children; the bytes of memory that they have in use."""
        used, cpu = 0, 0.0
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(self.pid)
            children = process.children(recursive=True)
            self._family.update(children)
            for member in (process, *children):
                with contextlib.suppress(psutil.NoSuchProcess):
                    cpu += sum(member.cpu_times()[:4])
                    used += member.memory_info().rss
        self._cpu = max(self._cpu, cpu)
        return used


def _end(process: subprocess.Popen[bytes], family: set[psutil.Process]) -> None:
    """End a process and all that it started, and close our ends of its pipes. A child with a
    session of its own is in no group of ours: those that are there now, or were `family`."""
    with contextlib.suppress(psutil.Error):
        family |= set(psutil.Process(process.pid).children(recursive=True))
    end_group(process)
    for child in family:
        with contextlib.suppress(psutil.Error):  # gone; of another process of its id it is told
            child.kill()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
