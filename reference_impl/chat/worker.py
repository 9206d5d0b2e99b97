"""The program of the process in which a template is rendered that may be anything.

A line of JSON in, a line of JSON out. What it may use is set by the kernel's limits before it
reads a template: `bounded` says which and why. Not here: starting it again (`bounded`).
"""

import json
import resource
import sys
import time
from datetime import datetime
from typing import IO, Any

from tokparity.reference_impl.chat import errors
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate


def main(memory_bytes: int) -> None:
    """Serve until the input closes, or until memory runs out: what is left then is not trusted."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while line := sys.stdin.buffer.readline():
        answer = respond(json.loads(line))
        _write(sys.stdout.buffer, answer)
        if "memory" in answer:
            return


def respond(request: dict[str, Any]) -> dict[str, Any]:
    """`text` and `generation`, or `error` (class, arguments), or `memory`."""
    _allow(request["seconds"])
    template = ChatTemplate(request["source"], request["special_tokens"])
    now = None if request["now"] is None else datetime.fromisoformat(request["now"])
    try:
        conversation = Conversation.from_json(request["conversation"])
        rendered = template.rendered(conversation, now, request["characters"])
        return {"text": rendered.text, "generation": rendered.generation}
    except errors.ChatError as error:
        return {"error": [type(error).__name__, list(error.args)]}
    except (MemoryError, RecursionError):
        return {"memory": True}


def _allow(seconds: int) -> None:
    """So much more processor time: the kernel ends a process that takes it."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, hard))


def _write(out: IO[bytes], answer: dict[str, Any]) -> None:
    out.write(json.dumps(answer).encode("ascii") + b"\n")
    out.flush()
