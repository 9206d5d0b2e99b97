"""Serves Python code as a subject: a factory of the user's own, or the calls of a bundled adapter.

    python -m tokparity.oracles.subjects.python_host MODULE:FACTORY
    python python_host.py --calls JSON

It imports the standard library alone, as it runs in environments that have nothing of ours.

`FACTORY()` makes the subject; what it has decides what it can do, all but `load` and `encode` may
be missing:

    capabilities          a dict, as the protocol has it
    name, version         strings
    load(request)         the file or vocabulary that the others answer for
    loaded_capabilities   what it can do with that, where it is less
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
from operator import index
from typing import Any, TextIO

PROTOCOL = 1


def replies() -> TextIO:
    """Stdout for replies alone: what a subject and its libraries print goes to stderr from now on,
    what they print while they are imported too."""
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return out


def serve(subject: Any, out: TextIO) -> None:
    """Answer the lines of stdin on `out` until `stop`."""
    for line in sys.stdin.buffer:
        request = json.loads(line)
        reply = {"id": request["id"], **_answered(partial(_reply, subject, request))}
        out.write(json.dumps(reply) + "\n")
        out.flush()
        if request["op"] == "stop":
            return


class Calls:
    """A subject of expressions in `t`, what a load left, and `X` (`library.Way`)."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.name, self.version = said["name"], said["version"]
        self.capabilities, self._ways = said["capabilities"], said["ways"]
        self._encode: dict[str, Callable[[Any], Any]] = {}
        self._decode: dict[str, Callable[[Any], Any]] = {}

    def load(self, request: dict[str, Any]) -> None:
        key = "vocabularies" if "vocabulary" in request else "formats"
        wanted = request.get("vocabulary") or request["format"]
        way = next((way for way in self._ways if wanted in way[key]), None)
        if way is None:
            raise ValueError(f"it loads no {wanted}")
        path = request.get("path", "")
        scope = {
            "F": path,
            "D": os.path.dirname(path),  # noqa: PTH120 -- a string for strings
            "R": request,
            "V": way["vocabularies"].get(wanted),
            "RANKS": partial(_ranks, path),
        }
        self.loaded_capabilities = way["capabilities"]
        exec(way["load"], scope)  # noqa: S102 -- the calls of our own table
        self._encode, self._decode = (
            {name: eval(f"lambda X: {call}", scope) for name, call in way[op].items()}  # noqa: S307 -- as above
            for op in ("encode", "decode")
        )

    def encode(self, text: Any, add_special: bool, parse_special: bool) -> Any:
        added, parsed = ("added", "added_text"), ("parsed", "text")
        name = (added if add_special else parsed)[not parse_special]
        return self._called(self._encode, name)(text)

    def decode(self, ids: list[int], skip_special: bool) -> Any:
        return self._called(self._decode, "skipped" if skip_special else "all")(ids)

    @staticmethod
    def _called(calls: dict[str, Callable[[Any], Any]], name: str) -> Callable[[Any], Any]:
        if name not in calls:
            raise Lacking(f"it has no call for this: {name}")
        return calls[name]


def _ranks(path: str) -> dict[bytes, int]:
    """A rank file: base64 and a rank a line (`tiktoken.load.load_tiktoken_bpe`)."""
    with open(path, "rb") as file:  # noqa: PTH123 -- as little as can be is imported here
        rows = (line.split() for line in file if line.strip())
        return {base64.b64decode(token): int(rank) for token, rank in rows}


class Lacking(Exception):
    """A way to load lacks what another way of the same library can do."""


class NoAnswer(Exception):
    """What a call gave is no ids, or no text: nothing was raised."""


def _answered(answer: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The answer, or its error: of Rust's panics too, which are no Exception."""
    try:
        return answer()
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except Lacking as error:
        return {"error": str(error), "unsupported": True}
    except NoAnswer as error:
        return {"error": str(error)}
    except BaseException as error:
        return {"error": f"{type(error).__name__}: {error}"}


def _reply(subject: Any, request: dict[str, Any]) -> dict[str, Any]:
    match request["op"]:
        case "start":
            return {
                "protocol": PROTOCOL,
                "name": getattr(subject, "name", type(subject).__name__),
                "version": str(getattr(subject, "version", "unknown")),
                "capabilities": {
                    "decodes": "text" if hasattr(subject, "decode") else None,
                    "streams": hasattr(subject, "stream"),
                    **getattr(subject, "capabilities", {}),
                },
            }
        case "load":
            subject.load(request)
            narrower = getattr(subject, "loaded_capabilities", None)
            return {"ok": True, **({"capabilities": narrower} if narrower else {})}
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
        return {"ids": _ids(ids), "offsets": [list(map(index, span)) for span in offsets]}
    return {"ids": _ids(answer)}


def _ids(answer: Any) -> list[int]:
    """Whole numbers, one an id: "157" and {1: 2} can be gone through as well, and are no ids."""
    if isinstance(answer, str | bytes | dict):
        raise NoAnswer(f"encode gave {_kind(answer)}, and no list of ids")
    return list(map(index, answer))


def _kind(answer: Any) -> str:
    return "None" if answer is None else f"a {type(answer).__name__}"


def _decoded(answer: Any) -> dict[str, Any]:
    if isinstance(answer, bytes | bytearray):
        return {"base64": base64.b64encode(answer).decode("ascii")}
    if not isinstance(answer, str):
        raise NoAnswer(f"decode gave {_kind(answer)}, and no text")
    return {"text": answer}


def main() -> None:
    """Serve what the command line says."""
    out = replies()
    if sys.argv[1] == "--calls":
        serve(Calls(json.loads(sys.argv[2])), out)
        return
    module, _, factory = sys.argv[1].partition(":")
    sys.path.insert(0, "")
    serve(getattr(importlib.import_module(module), factory)(), out)


if __name__ == "__main__":
    main()
