"""`Renderer`: chat templates from anywhere, each in bounded time, memory and text.

A template can ask for anything with a few characters (`'a' * 10**12`, `10**10**9`, a text that
doubles in a loop), and much of it happens inside one call, which nothing in the same process can
end. So it is rendered in a process of its own, which the kernel ends (decision 20). The process
serves many templates; one that was ended is started anew.
"""

import contextlib
import json
import signal
import subprocess
import sys
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from tokparity.reference_impl.chat import errors
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import BadConversation, ChatError, TemplateLimit
from tokparity.reference_impl.chat.generation import MarkedText
from tokparity.reference_impl.chat.template import ChatTemplate

SECONDS = 5
"""Of processor time for a rendering, and up to two more: the kernel counts whole ones."""
MEMORY_BYTES = 1 << 30
CHARACTERS = 1 << 24
"""Of a rendered text: more than any model reads."""
_PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from tokparity.reference_impl.chat.worker import main; main(int(sys.argv[2]))"
)


class _Killed(Exception):
    """The process ended, and none of our bounds ended it."""


class Renderer:
    """The process, started when it is first needed. For one thread at a time; close it, or use
    it in a `with`.

    >>> with Renderer() as renderer:
    ...     renderer.render(ChatTemplate("{{ messages|length }}"), Conversation(({},)))
    '1'
    """

    def __init__(
        self, seconds: int = SECONDS, memory_bytes: int = MEMORY_BYTES, characters: int = CHARACTERS
    ) -> None:
        self._seconds, self._memory_bytes, self._characters = seconds, memory_bytes, characters
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process; one that is busy, too."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with contextlib.suppress(OSError):
                process.communicate()

    def render(
        self, template: ChatTemplate, conversation: Conversation, now: datetime | None = None
    ) -> str:
        """The text alone of what is `rendered`."""
        return self.rendered(template, conversation, now).text

    def rendered(
        self, template: ChatTemplate, conversation: Conversation, now: datetime | None = None
    ) -> MarkedText:
        """As `ChatTemplate.rendered`, which see for the errors; TemplateLimit for what is ended."""
        answer = self._ask(
            {
                "source": template.source,
                "special_tokens": dict(template.special_tokens),
                "conversation": conversation.to_json(),
                "now": None if now is None else now.isoformat(),
                "seconds": self._seconds,
                "characters": self._characters,
            }
        )
        if "text" in answer:
            ranges = tuple((start, end) for start, end in answer["generation"])
            return MarkedText(str(answer["text"]), ranges)
        if "memory" in answer:
            self.close()
            raise TemplateLimit(f"it takes more than {self._memory_bytes >> 20} MiB of memory")
        name, arguments = answer["error"]
        kind: type[ChatError] = getattr(errors, name)
        raise kind(*arguments)

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            line = json.dumps(request).encode("ascii") + b"\n"
        except RecursionError:
            raise BadConversation("the messages are nested too deeply") from None
        try:
            return self._answer(line)
        except _Killed:  # it may have been an accident, such as a signal from outside
            try:
                return self._answer(line)
            except _Killed as error:
                raise TemplateLimit(str(error)) from None

    def _answer(self, line: bytes) -> dict[str, Any]:
        process = self._process = self._process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # then there is no answer either
            process.stdin.write(line)
            process.stdin.flush()
        line = process.stdout.readline()
        if line.endswith(b"\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        status = process.wait()
        self.close()
        if -status == signal.SIGXCPU:
            raise TemplateLimit(f"it takes more than {self._seconds} seconds of processor time")
        raise _Killed(f"its process ended with {_named(status)}")

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-I", "-c", _PROGRAM, json.dumps(sys.path), str(self._memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )


def _named(status: int) -> str:
    """How a process ended, in words."""
    if status >= 0:
        return f"code {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
