"""Servers as subjects: small ones that speak each kind's routes, and a real llama-server."""

import json
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.server import ROUTES
from tokparity.oracles.subjects.spec import subject_spec
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)

BOS = 1000


def _ids(text, add=False):
    return [BOS] * add + [ord(char) for char in text]


def _text(ids):
    return "".join(map(chr, ids))


ANSWERS = {
    "llama-server": {
        "/props": lambda body: {"build_info": "b11549"},
        "/tokenize": lambda body: {"tokens": _ids(body["content"], body["add_special"])},
        "/detokenize": lambda body: {"content": _text(body["tokens"])},
    },
    "vllm": {
        "/version": lambda body: {"version": "0.11"},
        "/v1/models": lambda body: {"data": [{"id": "my/model"}]},
        "/tokenize": lambda body: {
            "tokens": _ids(
                body["prompt"], body["add_special_tokens"] and body["model"] == "my/model"
            )
        },
        "/detokenize": lambda body: {"prompt": _text(body["tokens"])},
    },
    "tei": {
        "/info": lambda body: {"version": "1.8"},
        "/tokenize": lambda body: [
            [{"id": it} for it in _ids(body["inputs"], body["add_special_tokens"])]
        ],
        "/decode": lambda body: [_text(body["ids"])],
    },
    "ollama": {
        "/api/version": lambda body: {"version": "0.9"},
        "/api/tags": lambda body: {"models": [{"name": "tiny"}]},
        "/api/tokenize": lambda body: {"tokens": _ids(body["content"])},
        "/api/detokenize": lambda body: {"content": _text(body["tokens"])},
    },
}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    answers: ClassVar = {}

    def _answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        try:
            status, said = 200, self.answers[self.path](body)
        except (KeyError, ValueError) as error:
            status, said = 500, {"error": str(error)}
        raw = said if isinstance(said, bytes) else json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    do_GET = do_POST = _answer  # noqa: N815 -- the names that http.server calls

    def log_message(self, *_):
        pass


@contextmanager
def serving(answers):
    handler = type("Handler", (_Handler,), {"answers": answers})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def asked(kind, answers):
    with serving(answers) as port:
        client = SubjectClient(subject_spec(f"http:{kind}://127.0.0.1:{port}"))
        with client:
            yield client


@pytest.fixture
def artefact(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text("{}")
    return Artefact("mine", "tokenizer.json", path, "00")


PLAIN = EncodeOptions(add_special=False)


def _encoded(client, handle, texts, options=PLAIN):
    return list(client.submit_encode(handle, texts, options).result().observations())


@pytest.mark.parametrize("kind", ROUTES)
def test_each_kind_of_server_is_asked_by_its_routes(kind, artefact):
    with asked(kind, ANSWERS[kind]) as client:
        hello = client.hello()
        assert hello.name == kind
        assert hello.version != "unknown"
        handle = client.load(artefact)
        assert _encoded(client, handle, ["ab", "é"]) == [Encoding((97, 98)), Encoding((233,))]
        decoded = client.submit_decode(handle, [(97,), ()], DecodeOptions()).result()
        assert list(decoded.observations()) == [Text("a"), Text("")]
        if True in hello.capabilities.add_special:
            added = _encoded(client, handle, ["a"], EncodeOptions(add_special=True))
            assert added == [Encoding((BOS, 97))]


def test_a_server_is_asked_about_one_file(artefact, tmp_path):
    other = tmp_path / "other.json"
    other.write_text("{ }")
    with asked("tei", ANSWERS["tei"]) as client:
        assert not isinstance(client.load(artefact), Refusal)
        refusal = client.load(Artefact("other", "tokenizer.json", other, "01"))
    assert refusal == Refusal("error", "a server has one model: it is asked about another file")


def test_it_stays_with_its_file_after_a_hiccup(artefact, tmp_path):
    other = tmp_path / "other.json"
    other.write_text("{ }")
    with asked("tei", ANSWERS["tei"]) as client:
        client.load(artefact)
        client.rest()
        refusal = client.load(Artefact("other", "tokenizer.json", other, "01"))
    assert refusal == Refusal("error", "a server has one model: it is asked about another file")


def test_a_server_that_drips_is_too_slow(artefact, monkeypatch):
    def drips(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "100000")
        handler.end_headers()
        with suppress(OSError):
            for _ in range(200):
                handler.wfile.write(b" ")
                time.sleep(0.05)

    with asked("tei", ANSWERS["tei"]) as client:
        client.seconds = 0.3
        handle = client.load(artefact)
        monkeypatch.setattr(_Handler, "do_POST", drips)
        begun = time.monotonic()
        (refusal,) = _encoded(client, handle, ["a"])
    assert refusal.kind == "timeout"
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        pytest.param(lambda body: {"tokens": _ids(body["nothing"])}, "500: ", id="status"),
        pytest.param(lambda body: b"<html>", "no JSON: ", id="no-json"),
        pytest.param(lambda body: {"ids": []}, "an answer without 'tokens'", id="other-field"),
    ],
)
def test_what_is_no_answer_refuses_its_case_alone(answer, detail, artefact):
    routes = ANSWERS["llama-server"]
    some = {**routes, "/tokenize": lambda body: (
        answer(body) if body["content"] == "x" else routes["/tokenize"](body))}  # fmt: skip
    with asked("llama-server", some) as client:
        handle = client.load(artefact)
        first, second, third = _encoded(client, handle, ["a", "x", "b"])
    assert (first, third) == (Encoding((97,)), Encoding((98,)))
    assert isinstance(second, Refusal)
    assert second.detail.startswith(detail)


def test_no_server_is_a_refusal():
    with serving({}) as port:
        pass
    with SubjectClient(subject_spec(f"http:tei://127.0.0.1:{port}")) as client:
        hello = client.hello()
    assert isinstance(hello, Refusal)
    assert hello.kind == "crash"
    assert hello.detail.startswith(f"no connection to tei at 127.0.0.1:{port}: ")


REAL = """
import sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.hostnames, params.port = ["127.0.0.1"], 0
params.n_ctx, params.n_parallel, params.n_threads_http, params.cpuparams.n_threads = 64, 1, 1, 1
params.fit_params = params.warmup = params.ui = False
params.verbosity = -1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
import os
os._exit(0)
"""


def test_a_real_llama_server_gives_the_ids_of_its_library(tmp_path):
    from evaluation.chat_engines.engines.served_model import write_served_model
    from tokparity.oracles.worker.client import OracleWorker

    path = tmp_path / "served.gguf"
    tokens = {"bos_token": "<s>", "eos_token": "</s>"}
    write_served_model(path, "{{ messages }}", tokens, adds_bos=True)
    server = subprocess.Popen(
        [sys.executable, "-c", REAL, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = server.stdout.readline().decode().strip().removeprefix("http://")
        artefact = Artefact("served", "gguf", path, "00")
        with (
            SubjectClient(subject_spec(f"http:llama-server://{address}")) as client,
            OracleWorker("ggml_llama_cpp") as library,
        ):
            handle, native = client.load(artefact), library.load(artefact)
            texts = ["hello wörld", "a</s>b", "", "日本"]
            for options in (EncodeOptions(True, True), EncodeOptions(False, False)):
                expected = library.encode(native, texts, options).ids
                assert client.submit_encode(handle, texts, options).result().ids == expected
                assert len(expected) > 20
    finally:
        server.communicate(timeout=20)
