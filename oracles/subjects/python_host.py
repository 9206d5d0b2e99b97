"""Serves a Python callable as a subject: `python:MODULE:FACTORY` runs this in an interpreter.

    python -m tokparity.oracles.subjects.python_host MODULE:FACTORY

`FACTORY()` makes the subject; what it has decides what it can do, all but `load` and `encode` may
be missing:

    capabilities          a dict, as the protocol has it
    name, version         strings
    load(request)         the file or vocabulary that the others answer for
    encode(text, add_special=…, parse_special=…)      ids, or (ids, offsets)
    encode_batch(texts, add_special=…, parse_special=…)   one of these for each
    decode(ids, skip_special=…)                       a str, or bytes
    stream(ids, prompt_ids, skip_special=…)           a part for each id: a str or None

An exception is the answer to its case. Not here: the library's own words (`messages`).
"""

import base64
import importlib
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

PROTOCOL = 1


def serve(subject: Any) -> None:
    """Answer the lines of stdin on stdout until `stop`. What else is printed goes to stderr."""
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # of the subject and its libraries
    sys.stdout = sys.stderr
    for line in sys.stdin.buffer:
        request = json.loads(line)
        reply = {"id": request["id"], **_answered(partial(_reply, subject, request))}
        out.write(json.dumps(reply) + "\n")
        out.flush()
        if request["op"] == "stop":
            return


def _answered(answer: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The answer, or its error: of Rust's panics too, which are no Exception."""
    try:
        return answer()
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}"}


def _reply(subject: Any, request: dict[str, Any]) -> dict[str, Any]:
    match request["op"]:
        case "start":
            return {
                "protocol": PROTOCOL,
                "name": getattr(subject, "name", type(subject).__name__),
                "version": str(getattr(subject, "version", "unknown")),
                "capabilities": getattr(subject, "capabilities", {}),
            }
        case "load":
            subject.load(request)
            return {"ok": True}
        case "encode":
            options = {name: request[name] for name in ("add_special", "parse_special")}
            texts = [_text(text) for text in request["texts"]]
            if hasattr(subject, "encode_batch"):
                return {"results": list(map(_encoding, subject.encode_batch(texts, **options)))}
            return _each(texts, lambda text: _encoding(subject.encode(text, **options)))
        case "decode":
            decode = partial(subject.decode, skip_special=request["skip_special"])
            return _each(request["ids"], lambda ids: _decoded(decode(ids)))
        case "stream":
            stream = partial(subject.stream, skip_special=request["skip_special"])
            replies = [(reply["ids"], reply["prompt_ids"]) for reply in request["replies"]]
            return _each(replies, lambda reply: {"parts": list(stream(*reply))})
        case "stop":
            return {"ok": True}
        case op:
            raise ValueError(f"no such op: {op}")


def _each(cases: list[Any], answer: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    return {"results": [_answered(partial(answer, case)) for case in cases]}


def _text(text: Any) -> Any:
    return text if isinstance(text, str) else base64.b64decode(text["base64"])


def _encoding(answer: Any) -> dict[str, Any]:
    if isinstance(answer, tuple):
        ids, offsets = answer
        return {"ids": list(map(int, ids)), "offsets": [list(map(int, span)) for span in offsets]}
    return {"ids": list(map(int, answer))}


def _decoded(answer: Any) -> dict[str, Any]:
    if isinstance(answer, bytes | bytearray):
        return {"base64": base64.b64encode(answer).decode("ascii")}
    return {"text": answer}


def main() -> None:
    """Serve the subject that the factory named on the command line makes."""
    module, _, factory = sys.argv[1].partition(":")
    sys.path.insert(0, "")
    serve(getattr(importlib.import_module(module), factory)())


if __name__ == "__main__":
    main()
