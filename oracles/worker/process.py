"""One worker process as its client sees it: start, ask, watch, bury.

What is not here: what is asked (`client`), and any second try: a process that died stays dead.
"""

import contextlib
import fcntl
import json
import mmap
import os
import re
import select
import signal
import site
import struct
import subprocess
import sys
import tempfile
import time
import weakref
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker import frames
from tokparity.oracles.worker.stopwatch import WALL_FACTOR, Stopwatch
from tokparity.reference_impl.contract import Refusal

PROGRAM = (
    "import json, sys; sys.path[:0] = json.loads(sys.argv[1])['roots']; "
    "from tokparity.oracles.worker.server import main; main()"
)
ENVIRONMENT = {
    "GGML_NO_BACKTRACE": "1",  # llama.cpp would start a debugger on itself, a second a crash
    "HF_HUB_OFFLINE": "1",  # an oracle needs no network
    "OMP_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "RUST_BACKTRACE": "0",
}


def environment_of(threads: int) -> dict[str, str]:
    """What a process of a library finds in its environment, for so many threads of a batch call."""
    several = "true" if threads > 1 else "false"
    return ENVIRONMENT | {"RAYON_NUM_THREADS": str(threads), "TOKENIZERS_PARALLELISM": several}


PASSED_ON = ("HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "PATH", "TMPDIR")
TICK = 0.1
"""Seconds between two looks at the index of the case in hand."""
GRACE = 1.0
"""Seconds between the closing of a worker's pipe and its end, on a `Stopwatch`."""
LOG_KEPT = 1 << 20
LOG_TAIL = 4096


class Died(Exception):
    """The process is gone, or was ended for cause; `index` is the case in hand, if known."""

    def __init__(self, refusal: Refusal, index: int | None) -> None:
        super().__init__(refusal)
        self.refusal, self.index = refusal, index


class WorkerProcess:
    """A running worker. One request at a time: `send`, then `receive`.

    `hello` is its first frame: the library's version and what options it supports, or why
    it cannot serve. `cpu_seconds` is user and system time, as of the last answer or its end.
    """

    def __init__(self, spec: OracleSpec, memory_mb: int, start_timeout: float) -> None:
        self.cpu_seconds = 0.0
        self._seq = 0
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 -- lives as long as the process
        # Appended to, so that cutting it back below leaves no hole where the worker goes on.
        fcntl.fcntl(self._log, fcntl.F_SETFL, os.O_APPEND | os.O_RDWR)
        self._log_start = 0
        self._home = tempfile.TemporaryDirectory(prefix="tokparity-worker-")
        with tempfile.TemporaryFile() as progress:
            progress.truncate(16)
            self._progress = mmap.mmap(progress.fileno(), 16)
            self._start(spec, memory_mb, progress.fileno())
        self._readable = select.poll()
        self._readable.register(self._from, select.POLLIN)
        self.hello, _ = self.receive(lambda _: start_timeout, limit=1 << 20)

    def _start(self, spec: OracleSpec, memory_mb: int, progress: int) -> None:
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()
        os.set_blocking(self._to, False)
        root = find_spec("tokparity")  # looked up: what is above this folder is not imported here
        assert root is not None
        assert root.origin is not None
        here = str(Path(root.origin).resolve().parents[1])
        settings = {
            # In front of the standard library, so only where the interpreter has not got it.
            "roots": [*([] if here in site.getsitepackages() else [here]), *spec.path],
            "module": spec.module,
            "adapter": spec.adapter,
            "decodes": spec.decodes,
            "offsets": spec.reports_offsets,
            "memory_bytes": memory_mb << 20,
            "file_bytes": spec.file_mb << 20,
            "read_fd": theirs_in,
            "write_fd": theirs_out,
            "progress_fd": progress,
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM, json.dumps(settings)],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            cwd=self._home.name,
            env={name: os.environ[name] for name in PASSED_ON if name in os.environ}
            | environment_of(spec.threads),
            pass_fds=(theirs_in, theirs_out, progress),
            start_new_session=True,  # Ctrl-C is the client's, who then ends the whole group
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._finalizer = weakref.finalize(self, end_group, self._process)

    @property
    def pid(self) -> int:
        """Its process id, which is its process group too."""
        return self._process.pid

    def quiet(self) -> bool:
        """Whether it is there and says nothing, as it should between two requests."""
        return self._finalizer.alive and not self._readable.poll(0)

    def send(self, header: dict[str, Any], blobs: Sequence[frames.Blob], timeout: float) -> None:
        """Hand over one request. What goes wrong here is told by `receive`."""
        self._seq += 1
        size = os.fstat(self._log.fileno()).st_size
        if size > LOG_KEPT:
            self._log.truncate(0)
        self._log_start = 0 if size > LOG_KEPT else size
        rest = memoryview(frames.pack({**header, "seq": self._seq}, blobs))
        pipes = select.poll()
        pipes.register(self._to, select.POLLOUT)
        pipes.register(self._from, select.POLLIN)
        deadline = time.monotonic() + WALL_FACTOR * timeout  # it may not get to read at once
        while rest and time.monotonic() < deadline:
            with contextlib.suppress(BlockingIOError):
                try:
                    rest = rest[os.write(self._to, rest) :]
                except BrokenPipeError:
                    return
            if rest and any(fd == self._from for fd, _ in pipes.poll(TICK * 1000)):
                return  # it answers, or dies, before it has heard everything

    def receive(
        self, allowed: Callable[[int | None], float], limit: int
    ) -> tuple[dict[str, Any], list[memoryview]]:
        """The answer to the last request: at most `limit` bytes of it.

        `allowed` says how many seconds the case of an index may take on a `Stopwatch` (None:
        whatever is not one case). Raises `Died` for a crash, a hang and garbage; the process
        is ended.
        """
        try:
            head = self._read(frames.HEAD.size, allowed)
            header_size, blobs_size = frames.body_size(head, limit)
            body = self._read(header_size + blobs_size, allowed)
            header, blobs = frames.unpack(body, header_size)
            if header.get("seq") != self._seq:
                raise frames.Garbage("an answer to another request")
        except frames.Garbage as garbage:
            raise self.condemn(garbage) from garbage
        except BaseException:  # Ctrl-C too: an answer cut in two is of no use to anyone
            self.close()
            raise
        cpu = header.get("cpu", 0.0)
        self.cpu_seconds = cpu if isinstance(cpu, float) else self.cpu_seconds
        return header, blobs

    def condemn(self, garbage: frames.Garbage) -> Died:
        """End a process that sent garbage. No case is named: an earlier one may have caused it."""
        self.close()
        return Died(Refusal("error", f"garbage from the worker: {garbage}"), None)

    def close(self) -> None:
        """End the process and all it started; nothing of it is left. May be called twice."""
        if self._finalizer.alive:
            self._bury(0.0)

    def _read(self, size: int, allowed: Callable[[int | None], float]) -> bytes:
        data = bytearray()
        index, watch = self._in_hand(), Stopwatch(self.pid)
        while len(data) < size:
            if self._readable.poll(TICK * 1000):
                part = os.read(self._from, min(size - len(data), 1 << 20))
                if not part:
                    index = self._in_hand()
                    raise Died(self._obituary(self._bury(GRACE)), index)
                data += part
                watch.restart()
            elif (now_in_hand := self._in_hand()) != index:
                index = now_in_hand
                watch.restart()
            elif watch.over(limit := allowed(index)):
                raise Died(Refusal("timeout", f"no answer within {limit:g} s"), index)
        return bytes(data)

    def _in_hand(self) -> int | None:
        seq, index = struct.unpack("qq", self._progress[:16])
        return index if seq == self._seq and index >= 0 else None

    def _bury(self, grace: float) -> int | None:
        """The exit code (negative: a signal), or None where it did not go by itself in `grace`."""
        self._finalizer.detach()
        pid = self._process.pid
        watch = Stopwatch(pid)
        ended, status, usage = os.wait4(pid, os.WNOHANG)
        while not ended and grace and not watch.over(grace):
            time.sleep(0.002)
            ended, status, usage = os.wait4(pid, os.WNOHANG)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)  # what it started may have outlived it
        if not ended:
            _, status, usage = os.wait4(pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu_seconds = usage.ru_utime + usage.ru_stime
        self._tail = self._log_tail()
        os.close(self._to)
        os.close(self._from)
        self._progress.close()
        self._log.close()
        self._home.cleanup()
        return self._process.returncode if ended else None

    def _log_tail(self) -> list[str]:
        """The last lines printed since the request."""
        size = os.fstat(self._log.fileno()).st_size
        start = max(self._log_start, size - LOG_TAIL)
        return last_lines(os.pread(self._log.fileno(), LOG_TAIL, start))

    def _obituary(self, code: int | None) -> Refusal:
        if code is None:
            last = f"; last line: {self._tail[-1]}" if self._tail else ""
            return Refusal("error", f"garbage from the worker: it closed its pipe and stayed{last}")
        if code in (-signal.SIGALRM, -signal.SIGPROF):
            return Refusal("timeout", "the worker's own alarm")
        return obituary(code, self._tail)


def last_lines(printed: bytes) -> list[str]:
    """The lines that a process printed last, without addresses, which differ each time."""
    text = re.sub(r"0x[0-9a-f]+", "0x…", printed.decode("utf-8", "replace"))
    return [line.strip()[:300] for line in text.splitlines() if line.strip()]


def obituary(code: int, tail: Sequence[str]) -> Refusal:
    """What a process died of, by its exit code (negative: a signal) and its last lines.

    >>> obituary(-11, ["boom"])
    Refusal(kind='crash', detail='signal 11 (SIGSEGV); last line: boom')
    """
    # Rust aborts where Python raises: library/std/src/alloc.rs, `rust_oom`.
    if any("memory allocation of" in line or "MemoryError" in line for line in tail):
        return Refusal("memory", tail[-1])
    last = f"; last line: {tail[-1]}" if tail else ""
    if code < 0:
        return Refusal("crash", f"signal {-code} ({signal_name(-code)}){last}")
    return Refusal("crash", f"exit code {code}{last}")


def signal_name(number: int) -> str:
    """What a signal is called; the real-time ones have a number alone.

    >>> signal_name(11), signal_name(40)
    ('SIGSEGV', '40')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
