"""A Chromium that opens one page after another: to start it takes longer than most pages do.

It is spoken to by its DevTools protocol through two pipes, which needs no other library. Each page
has a context of its own, as a private window has, and is closed once it said what it has to say.
"""

import base64
import fcntl
import json
import os
import select
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TALK = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"}
"""What a reader would see in the console."""
PROBE = "(document.getElementById('probe') || {}).textContent || ''"


class Browser:
    """`page`: what the element called `probe` holds, once it is there, and the console's lines."""

    def __init__(self, program: str, profile: Path) -> None:
        theirs, self._to = _pipe()
        self._from, answers = _pipe()

        def where_it_looks() -> None:
            os.dup2(theirs, 3)
            os.dup2(answers, 4)

        command = [program, "--headless", "--no-sandbox", "--disable-gpu"]
        command += [f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(3, 4),
            preexec_fn=where_it_looks,
        )
        os.close(theirs)
        os.close(answers)
        self._calls, self._rest = 0, b""
        self._events: deque[dict[str, Any]] = deque()

    def close(self) -> None:
        os.close(self._to)  # it ends where nobody speaks to it any more
        os.close(self._from)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def page(
        self, address: str, scheme: str, width: int, seconds: float, picture: Path | None = None
    ) -> tuple[str, list[dict[str, Any]]]:
        """`picture`: where one of the whole page is kept, as PNG. TimeoutError where the page does
        not say anything for so long."""
        until = time.monotonic() + seconds
        with self._window(until) as window:
            for call, given in (
                ("Runtime.enable", {}),
                ("Log.enable", {}),
                ("Emulation.setDeviceMetricsOverride", {"width": width, **SCREEN}),
                ("Emulation.setEmulatedMedia", {"features": [{"value": scheme, **SCHEME}]}),
                ("Page.navigate", {"url": address}),
            ):
                self._ask(until, call, window, **given)
            while not (said := self._value(PROBE, window, until)):
                time.sleep(0.02)
            if picture is not None:
                whole = {"format": "png", "captureBeyondViewport": True}
                shot = self._ask(until, "Page.captureScreenshot", window, **whole)
                picture.write_bytes(base64.b64decode(shot["data"]))
            told = [event for event in self._events if event["method"] in TALK]
        return said, told

    @contextmanager
    def _window(self, until: float) -> Iterator[str]:
        self._events.clear()
        context = self._ask(until, "Target.createBrowserContext")["browserContextId"]
        page = {"url": "about:blank", "browserContextId": context}
        target = self._ask(until, "Target.createTarget", **page)["targetId"]
        attached = self._ask(until, "Target.attachToTarget", targetId=target, flatten=True)
        try:
            yield attached["sessionId"]
        finally:
            self._ask(until, "Target.disposeBrowserContext", browserContextId=context)

    def _value(self, script: str, window: str, until: float) -> str:
        answer = self._ask(until, "Runtime.evaluate", window, expression=script)
        return str(answer["result"].get("value", ""))

    def _ask(
        self, until: float, method: str, window: str | None = None, **given: Any
    ) -> dict[str, Any]:
        self._calls += 1
        message = {"id": self._calls, "method": method, "params": given}
        message |= {} if window is None else {"sessionId": window}
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read(until)
            if "id" not in answer:
                self._events.append(answer)
            elif answer["id"] == self._calls:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def _read(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            readable, _, _ = select.select([self._from], [], [], max(0, until - time.monotonic()))
            more = os.read(self._from, 1 << 16) if readable else b""
            if not more:
                raise TimeoutError("the browser says nothing, or has ended")
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer


SCREEN = {"height": 900, "deviceScaleFactor": 1, "mobile": False}
SCHEME = {"name": "prefers-color-scheme"}


def _pipe() -> list[int]:
    """Both ends above the numbers at which the browser looks for its own."""
    ends = os.pipe()
    above = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return above
