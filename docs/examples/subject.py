"""A subject in Python: the `tokenizers` library behind the subject protocol, version 1.

    tokparity smoke "exec:python subject.py"
    tokparity check my/tokenizer.json --subject "exec:python subject.py"

Put your own library where `tokenizers` is. docs/reference/subject-protocol.md has every message.
"""

import json
import sys
from typing import Any

import tokenizers
from tokenizers import Tokenizer

CAPABILITIES = {
    "formats": ["tokenizer.json"],
    "add_special": [False, True],
    "parse_special": [True, False],
    "skip_special": [False, True],
    "decodes": "text",
    "offsets": "characters",
}
loaded: dict[str, Tokenizer] = {}


def reply_to(request: dict[str, Any]) -> dict[str, Any]:
    """The reply to one request, without its id."""
    match request["op"]:
        case "start":
            about = {"name": "my-tokenizer", "version": tokenizers.__version__}
            return {"protocol": 1, **about, "capabilities": CAPABILITIES}
        case "load":
            loaded["now"] = Tokenizer.from_file(request["path"])
            return {"ok": True}
        case "encode":
            return {"results": [encoding(text, request) for text in request["texts"]]}
        case "decode":
            return {"results": [decoded(ids, request["skip_special"]) for ids in request["ids"]]}
        case "stop":
            return {"ok": True}
        case op:
            return {"error": f"no such op: {op}"}


def encoding(text: str, request: dict[str, Any]) -> dict[str, Any]:
    """The ids of one text, and where in it each token stands. What fails is its answer."""
    try:
        loaded["now"].encode_special_tokens = not request["parse_special"]
        answer = loaded["now"].encode(text, add_special_tokens=request["add_special"])
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}
    ids, offsets = answer.ids, answer.offsets
    return {"ids": ids, "offsets": offsets}


def decoded(ids: list[int], skip_special: bool) -> dict[str, Any]:
    """The text of ids."""
    try:
        return {"text": loaded["now"].decode(ids, skip_special_tokens=skip_special)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    asked = json.loads(line)
    try:
        reply = reply_to(asked)
    except Exception as problem:  # of `load`: what is wrong with the file
        reply = {"error": f"{type(problem).__name__}: {problem}"}
    print(json.dumps({"id": asked["id"], **reply}), flush=True)
    if asked["op"] == "stop":
        break
