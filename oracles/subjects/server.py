"""A server's tokenizer as a subject: `http:llama-server://HOST:PORT`, vLLM, TEI, Ollama.

Nothing is started or ended here: the server is the user's own, holds one model, and is asked over
one connection, a text a request. It cannot be handed a file, so the first artefact that it is asked
about is taken for its model's, and any other refused. Not here: the words of our own protocol,
whose replies these are made into (`messages`).
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from tokparity.oracles.subjects.messages import PROTOCOL, Capabilities
from tokparity.oracles.subjects.spec import Server
from tokparity.oracles.worker.process import Died
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import Format, Refusal

if TYPE_CHECKING:
    from http.client import HTTPConnection, HTTPResponse

ANSWER_BYTES = 64 << 20
"""The longest answer that is read."""
JSON = {"Content-Type": "application/json"}
Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Routes:
    """How one kind of server is asked: where, with what, and where its answer holds ids or text.

    `encode` and `decode` make a body of (model, text or ids, options). `ids`, `text` and the second
    of `model` are expressions in `answer`, its JSON: scripts hold them too. `version` is a path and
    the field that says it; the first of `model` a path.
    """

    encode_path: str
    encode: Callable[[str, str, Body], Body]
    ids: str
    decode_path: str
    decode: Callable[[str, list[int], Body], Body]
    text: str
    version: tuple[str, str]
    model: tuple[str, str] | None
    parses: tuple[bool, ...]
    skips: tuple[bool, ...]


ROUTES: Mapping[str, Routes] = {
    # tools/server/README.md of llama.cpp b11549: POST /tokenize, POST /detokenize, GET /props
    "llama-server": Routes(
        "/tokenize",
        lambda model, text, said: {
            "content": text,
            "add_special": said["add_special"],
            "parse_special": said["parse_special"],
        },
        'answer["tokens"]',
        "/detokenize",
        lambda model, ids, said: {"tokens": ids},
        'answer["content"]',
        ("/props", "build_info"),
        None,
        (False, True),
        (False,),
    ),
    # vLLM, vllm/entrypoints/openai/protocol.py: TokenizeCompletionRequest, DetokenizeRequest
    "vllm": Routes(
        "/tokenize",
        lambda model, text, said: {
            "model": model,
            "prompt": text,
            "add_special_tokens": said["add_special"],
        },
        'answer["tokens"]',
        "/detokenize",
        lambda model, ids, said: {"model": model, "tokens": ids},
        'answer["prompt"]',
        ("/version", "version"),
        ("/v1/models", 'answer["data"][0]["id"]'),
        (True,),
        (False,),
    ),
    # text-embeddings-inference, docs/openapi.json: TokenizeRequest, DecodeRequest
    "tei": Routes(
        "/tokenize",
        lambda model, text, said: {"inputs": text, "add_special_tokens": said["add_special"]},
        '[token["id"] for token in answer[0]]',
        "/decode",
        lambda model, ids, said: {"ids": ids, "skip_special_tokens": said["skip_special"]},
        "answer[0]",
        ("/info", "version"),
        None,
        (True,),
        (False, True),
    ),
    # The routes that are proposed for Ollama, and that servers which follow it have
    "ollama": Routes(
        "/api/tokenize",
        lambda model, text, said: {"model": model, "content": text},
        'answer["tokens"]',
        "/api/detokenize",
        lambda model, ids, said: {"model": model, "tokens": ids},
        'answer["content"]',
        ("/api/version", "version"),
        ("/api/tags", 'answer["models"][0]["name"]'),
        (True,),
        (False,),
    ),
}
"""Servers by what stands before "://" in their spec."""


class ServerConnection:
    """A server that answers requests of our protocol, one at a time: `send`, then `receive`."""

    def __init__(self, server: Server) -> None:
        self._server, self._routes = server, ROUTES[server.kind]
        self._connection: HTTPConnection | None = None
        self._model = server.model
        self._path: str | None = None
        self._request: Body = {}
        self._sent = 0

    def send(self, request: Body) -> None:
        """Note a request; `receive` asks it."""
        self._sent += 1
        self._request = request

    def receive(self, allowed: float) -> Body:
        """The reply to the last request; each call to the server may take so many seconds.

        Raises `Died` where there is no server, or none any more.
        """
        from http.client import HTTPException  # with ssl a sixth of what a job imports

        try:
            return {"id": self._sent, **self._reply(self._request, allowed)}
        except TimeoutError as error:
            self.close()
            raise Died(Refusal("timeout", f"no answer within {allowed:g} s"), None) from error
        except (OSError, HTTPException) as error:
            self.close()
            where = f"{self._server.kind} at {self._server.host}:{self._server.port}"
            raise Died(Refusal("crash", f"no connection to {where}: {error}"), None) from error

    def close(self) -> None:
        """Close the connection; the server stays."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def cpu_seconds(self) -> float:
        """What the server computes is not known here."""
        return 0.0

    def stderr_tail(self) -> list[str]:
        """What the server prints is not seen here."""
        return []

    def _reply(self, request: Body, allowed: float) -> Body:
        routes = self._routes
        match request["op"]:
            case "start":
                return self._hello(allowed)
            case "load":
                path = request["path"]
                if self._path not in (None, path):
                    return {"error": "a server has one model: it is asked about another file"}
                self._path = path
                return {"ok": True}
            case "encode":
                return self._each(
                    request["texts"],
                    lambda text: {
                        "ids": _part(
                            routes.ids,
                            self._ask(
                                routes.encode_path,
                                routes.encode(self._model, text, request),
                                allowed,
                            ),
                        )
                    },
                )
            case "decode":
                return self._each(
                    request["ids"],
                    lambda ids: {
                        "text": _part(
                            routes.text,
                            self._ask(
                                routes.decode_path,
                                routes.decode(self._model, list(ids), request),
                                allowed,
                            ),
                        )
                    },
                )
            case op:
                return {"error": f"no such op: {op}"}

    def _hello(self, allowed: float) -> Body:
        path, field = self._routes.version
        try:
            version = str(self._ask(path, None, allowed)[field])
        except (_Refused, KeyError, TypeError):
            version = "unknown"
        if self._routes.model is not None and not self._model:
            path, name = self._routes.model
            try:
                self._model = _part(name, self._ask(path, None, allowed))
            except (_Refused, KeyError, TypeError, IndexError):
                return {"error": f"it names no model at {path}: add it to the spec, …/MODEL"}
        adds = (False, True) if self._server.kind != "ollama" else (False,)
        capabilities = Capabilities(
            formats=get_args(Format),
            add_special=adds,
            parse_special=self._routes.parses,
            skip_special=self._routes.skips,
        )
        said = {"name": self._server.kind, "version": version}
        return {"protocol": PROTOCOL, **said, "capabilities": write(capabilities)}

    @staticmethod
    def _each(cases: list[Any], answer: Callable[[Any], Body]) -> Body:
        def one(case: Any) -> Body:
            try:
                return answer(case)
            except _Refused as error:
                return {"error": str(error)}
            except (KeyError, TypeError, IndexError) as error:
                return {"error": f"an answer without {error!s:.80}"}

        return {"results": [one(case) for case in cases]}

    def _ask(self, path: str, body: Body | None, allowed: float) -> Any:
        """The JSON of an answer. Raises `_Refused`, OSError, HTTPException."""
        from http.client import HTTPConnection

        if self._connection is None:
            self._connection = HTTPConnection(self._server.host, self._server.port)
        self._connection.timeout = allowed
        if self._connection.sock is not None:
            self._connection.sock.settimeout(allowed)
        sent = None if body is None else json.dumps(body).encode("ascii")
        try:
            self._connection.request("GET" if body is None else "POST", path, sent, JSON)
            answer = self._connection.getresponse()
            raw = _body(answer, time.monotonic() + allowed)
        except BaseException:  # a connection that broke off is of no use to the next request
            self.close()
            raise
        if len(raw) > ANSWER_BYTES:
            self.close()
            raise _Refused(f"an answer of more than {ANSWER_BYTES >> 20} MiB")
        if answer.status != 200:
            raise _Refused(f"{answer.status}: {raw[:200].decode('utf-8', 'replace')}")
        try:
            return json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise _Refused(f"no JSON: {raw[:80]!a}") from error


def _body(answer: "HTTPResponse", until: float) -> bytes:
    """All of an answer, or more than is read of one. Raises TimeoutError: a server may drip."""
    raw = bytearray()
    while len(raw) <= ANSWER_BYTES and (part := answer.read1(1 << 16)):
        raw += part
        if time.monotonic() > until:
            raise TimeoutError
    answer.close()  # of the answer, not of the connection
    return bytes(raw)


def _part(expression: str, answer: Any) -> Any:
    """What an expression of our own table finds in an answer. KeyError, TypeError, IndexError."""
    return eval(expression, {"answer": answer})  # noqa: S307 -- the answer is no code


class _Refused(Exception):
    """The server's own error for one request."""
