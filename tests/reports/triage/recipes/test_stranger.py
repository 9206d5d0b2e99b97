"""A script asks a subject of the user's own: a program, a class, a server, all made here."""

import json
import sys
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tokparity.harness.triage.script_run import Place, prove
from tokparity.oracles.subjects.spec import Server, subject_spec
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    RankFacts,
    Refusal,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reports.triage.exhibit import Holding, Part, Stranger
from tokparity.reports.triage.recipes.recipe import NoScript
from tokparity.reports.triage.scripts import Asked, script

PLAIN = EncodeOptions(add_special=False)
PROGRAM = """
import base64, json, sys, time
kept = ""
def ids(text):
    if isinstance(text, dict):
        return list(base64.b64decode(text["base64"]))
    if text == "die":
        raise SystemExit(3)
    if text == "hang":
        time.sleep(60)
    return [len(kept), *map(ord, text)]
for line in sys.stdin:
    request = json.loads(line)
    op, reply = request["op"], {"ok": True}
    if op == "load":
        own = request.get("vocabulary")
        kept = own or open(request["path"]).read() + request.get("pattern", "")
    if op == "encode":
        bad = request["texts"] == ["bad"]
        reply = {"results": [{"error": "no: this"} if bad else {"ids": ids(request["texts"][0])}]}
    if op == "decode":
        reply = {"results": [{"base64": base64.b64encode(bytes(request["ids"][0])).decode()}]}
    if op == "stream":
        reply = {"results": [{"parts": [chr(it) for it in request["replies"][0]["ids"]]}]}
    print(json.dumps({"id": request["id"], **reply}), flush=True)
"""
CLASS = """
class Mine:
    def load(self, request):
        self.kept = open(request["path"]).read()
    def encode(self, text, add_special, parse_special):
        if text == "bad":
            raise RuntimeError("no")
        return [len(self.kept), *(text if isinstance(text, bytes) else map(ord, text))], ()
    def decode(self, ids, skip_special):
        return "".join(map(chr, ids))
"""


def part(answer, asked, *, artefact="small", facts=None, **said):
    holding = Holding(artefact, "tokenizer.json", "0" * 64, 2, b"{}", None, facts)
    stranger = Stranger(asked, **said)
    return Part("got", "subject:mine", None, artefact, answer, False, holding, stranger)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The script of a case, run where the user stands: his program and his module are there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mytok.py").write_text(PROGRAM)
    (tmp_path / "my_module.py").write_text(CLASS)

    def proved(case, field, got, right):
        expected = Part("expected", "huggingface_tokenizers", None, got.artefact, right, True)
        made = script("title", Asked(case, field), got, expected)
        assert "tokparity" not in made.text
        (tmp_path / "repro.py").write_text(made.text)
        return prove(tmp_path / "repro.py", made, place=Place(own=True))

    return proved


def ids(*numbers):
    return Encoding(numbers)


@pytest.fixture
def program():
    return subject_spec(f"exec:{sys.executable} mytok.py")


CASES = [
    pytest.param(EncodeCase("aé\n", PLAIN), "ids", ids(2, 97, 233, 10), {}, id="encode"),
    pytest.param(
        EncodeCase("a", PLAIN),
        "ids",
        ids(4, 97),
        {"artefact": "own!", "vocabularies": ("own!",)},
        id="a-vocabulary-of-its-own",
    ),
    pytest.param(
        EncodeCase("a", PLAIN), "ids", ids(5, 97), {"facts": RankFacts("[x]", {})}, id="facts"
    ),
    pytest.param(EncodeCase("\udcff", PLAIN), "ids", ids(255), {}, id="bytes"),
    pytest.param(EncodeCase("bad", PLAIN), "ids", Refusal("error", "no: this"), {}, id="error"),
    pytest.param(EncodeCase("die", PLAIN), "ids", Refusal("crash", "exit code 3"), {}, id="crash"),
    pytest.param(EncodeCase("a" * 3000, PLAIN), "ids", ids(2, *[97] * 3000), {}, id="long"),
    pytest.param(
        DecodeCase((104, 255)), "text", Bytes(b"h\xff"), {"decodes": "bytes"}, id="decode"
    ),
    pytest.param(StreamCase((104, 105), ()), "parts", Streamed(("h", "i")), {}, id="stream"),
]


@pytest.mark.parametrize(("case", "field", "answer", "said"), CASES)
def test_a_program_is_asked_in_lines(run, program, case, field, answer, said):
    right = Streamed(("hi",)) if field == "parts" else Bytes(b"?") if field == "text" else ids(7)
    proof = run(case, field, part(answer, program, **said), right)
    assert proof.outcome == "reproduced", proof
    assert proof.ran_on == "subject:mine"


def test_a_program_that_hangs_is_ended(run, program, monkeypatch):
    monkeypatch.setattr("tokparity.reports.triage.recipes.stranger.PATIENCE", 1)
    got = part(Refusal("timeout", "no answer within 10 s"), program)
    assert run(EncodeCase("hang", PLAIN), "ids", got, ids(7)).outcome == "reproduced"


@pytest.mark.parametrize(
    ("answer", "right", "why"),
    [
        pytest.param(ids(7), ids(2, 97), "that was expected", id="sound"),
        pytest.param(ids(7), ids(8), "another answer", id="another"),
        pytest.param(Refusal("crash", ""), ids(2, 97), "that was expected", id="no-crash"),
    ],
)
def test_what_is_not_so_is_not_reproduced(run, program, answer, right, why):
    proof = run(EncodeCase("a", PLAIN), "ids", part(answer, program), right)
    assert proof.outcome == "does not reproduce"
    assert why in proof.reason


@pytest.mark.parametrize(
    ("text", "outcome"), [("a" * 3000, "does not reproduce"), ("die", "reproduced")]
)
def test_of_a_long_answer_a_stretch_and_of_a_refusal_its_words(run, program, text, outcome):
    got = part(Refusal("crash", "exit code 3"), program)
    proof = run(EncodeCase(text, PLAIN), "ids", got, ids(2, *[97] * 3000))
    assert proof.outcome == outcome, proof


@pytest.mark.parametrize(
    ("case", "field", "answer", "right"),
    [
        pytest.param(EncodeCase("a", PLAIN), "ids", ids(2, 97), ids(7), id="encode"),
        pytest.param(EncodeCase("\udcff", PLAIN), "ids", ids(2, 255), ids(7), id="bytes"),
        pytest.param(
            EncodeCase("bad", PLAIN),
            "ids",
            Refusal("error", "RuntimeError: no"),
            ids(7),
            id="error",
        ),
        pytest.param(DecodeCase((104, 105)), "text", Text("hi"), Text("ho"), id="decode"),
    ],
)
def test_a_class_is_called(run, case, field, answer, right):
    mine = subject_spec("python:my_module:Mine")
    proof = run(case, field, part(answer, mine), right)
    assert proof.outcome == "reproduced", proof


@pytest.fixture
def server():
    """A server of TEI's kind, on loopback: code points as ids, texts of them."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.answer({"data": [{"id": "my-model"}]})

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/decode":
                return self.answer(["".join(map(chr, body["ids"]))])
            if body.get("model") == "my-model":
                return self.answer({"tokens": [1]})
            if body.get("inputs") == "bad":
                return self.send_error(422)
            return self.answer([[{"id": ord(char)} for char in body["inputs"]]])

        def answer(self, reply):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(reply).encode())

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield running.server_port
        running.shutdown()


@pytest.mark.parametrize(
    ("kind", "case", "field", "answer", "right"),
    [
        pytest.param("tei", EncodeCase("ab", PLAIN), "ids", ids(97, 98), ids(7), id="encode"),
        pytest.param("tei", DecodeCase((104,)), "text", Text("h"), Text("x"), id="decode"),
        pytest.param(
            "tei", EncodeCase("bad", PLAIN), "ids", Refusal("error", "422: no"), ids(7), id="status"
        ),
        pytest.param("vllm", EncodeCase("x", PLAIN), "ids", ids(1), ids(7), id="model-by-its-name"),
    ],
)
def test_a_server_is_asked_over_http(run, server, kind, case, field, answer, right):
    proof = run(case, field, part(answer, Server(kind, "127.0.0.1", server)), right)
    assert proof.outcome == "reproduced", proof


def test_a_server_that_is_gone(run):
    got = part(Refusal("crash", "no connection"), Server("tei", "127.0.0.1", 9))
    assert run(EncodeCase("a", PLAIN), "ids", got, ids(7)).outcome == "reproduced"


@pytest.mark.parametrize(
    ("case", "field", "answer", "why"),
    [
        pytest.param(
            EncodeCase("a"), "offsets", Encoding((1,), ((0, 1),)), "offsets of", id="offsets"
        ),
        pytest.param(EncodeCase("a"), "ids", Refusal("memory", "5 GiB"), "memory", id="memory"),
    ],
)
def test_what_has_no_script_says_why(program, case, field, answer, why):
    expected = Part("expected", "huggingface_tokenizers", None, "small", ids(7), True)
    with pytest.raises(NoScript, match=why):
        script("title", Asked(case, field), part(answer, program), expected)


@pytest.mark.parametrize("there", [True, False])
def test_what_is_beside_the_file_is_handed_over_where_it_is_there(run, tmp_path, there):
    """Few programs look at it, so that a reader who has the file alone can run the script."""
    program = PROGRAM.replace(
        'open(request["path"]).read()',
        "str(__import__('os').listdir(request[\"path\"].rpartition('/')[0]))",
    )
    (tmp_path / "mytok.py").write_text(program)
    (tmp_path / "tokenizer.json").write_text("{}")
    if there:
        (tmp_path / "tokenizer.beside").mkdir()
        (tmp_path / "tokenizer.beside" / "config.json").touch()
    size = len(str(["tokenizer.json", "config.json"] if there else ["tokenizer.json"]))
    got = part(Encoding((size, 97)), subject_spec(f"exec:{sys.executable} mytok.py"))
    holding = replace(got.holding, content=None, file="tokenizer.json", beside=("config.json",))
    proof = run(EncodeCase("a", PLAIN), "ids", replace(got, holding=holding), Encoding((7,)))
    assert proof.outcome == "reproduced", proof
