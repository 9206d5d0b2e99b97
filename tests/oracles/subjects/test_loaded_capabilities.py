"""A subject may say, when it has loaded a file, that it can do less with it."""

import pytest

from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.messages import BadReply, Capabilities, read_loaded
from tokparity.oracles.subjects.spec import subject_spec
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    StreamCase,
    Streamed,
)

SAID = Capabilities(("vocab.txt", "gguf"), ("qwen3",), (False, True), (False, True))


def test_what_it_loads_stays_as_it_said():
    now = read_loaded({"ok": True, "capabilities": {"parse_special": [False]}}, SAID)
    assert (now.formats, now.vocabularies) == (SAID.formats, SAID.vocabularies)
    assert (now.parse_special, now.add_special) == ((False,), (False,))
    assert read_loaded({"ok": True}, SAID) == SAID


@pytest.mark.parametrize(
    ("reply", "field"),
    [
        pytest.param({"ok": 1}, "ok", id="not-ok"),
        pytest.param({"ok": True, "capabilities": {"can": 1}}, "capabilities.can", id="unknown"),
        pytest.param(
            {"ok": True, "capabilities": {"decodes": "ids"}}, "capabilities.decodes", id="no-word"
        ),
    ],
)
def test_what_is_no_reply_names_its_field(reply, field):
    with pytest.raises(BadReply) as raised:
        read_loaded(reply, SAID)
    assert raised.value.field == field


SUBJECT = """
import json, sys
LESS = {"small": {"parse_special": [False]}}
for line in sys.stdin:
    request = json.loads(line)
    reply = {"ok": True}
    if request["op"] == "start":
        can = {"formats": ["vocab.txt"], "parse_special": [False, True]}
        reply = {"protocol": 1, "name": "less", "version": "1", "capabilities": can}
    if request["op"] == "load" and request["name"] in LESS:
        reply["capabilities"] = LESS[request["name"]]
    if request["op"] == "encode":
        reply = {"results": [{"ids": [1]} for _ in request["texts"]]}
    print(json.dumps({"id": request["id"], **reply}), flush=True)
"""


def test_each_artefact_is_asked_what_can_be_done_with_it(tmp_path):
    program = tmp_path / "less.py"
    program.write_text(SUBJECT)
    with SubjectClient(subject_spec(f"exec:python3 {program}")) as client:
        handles = [
            client.load(Artefact(name, "vocab.txt", program, name * 8)) for name in ("small", "big")
        ]
        parsed = EncodeOptions(add_special=False)
        for _ in range(2):
            small, big = (
                next(client.submit_encode(handle, ["a"], parsed).result().observations())
                for handle in handles
            )
            assert small.kind == "unsupported"
            assert big == Encoding((1,), None)


UNITS = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    reply = {"ok": True}
    if request["op"] == "start":
        can = {"formats": ["vocab.txt"], "parse_special": [False], "decodes": "bytes",
               "streams": True}
        reply = {"protocol": 1, "name": "units", "version": "1", "capabilities": can}
    if request["op"] == "load":
        of_bytes = request["name"] == "bytes"
        reply["capabilities"] = {"offsets": "bytes" if of_bytes else "characters",
                                 "decodes": "bytes" if of_bytes else "text",
                                 "streams": of_bytes, "parse_special": [False]}
    if request["op"] == "encode":
        reply = {"results": [{"ids": [1], "offsets": [[0, 2]]} for _ in request["texts"]]}
    if request["op"] == "decode":
        reply = {"results": [{"base64": "w6k="} for _ in request["ids"]]}
    if request["op"] == "stream":
        reply = {"results": [{"parts": ["a"]} for _ in request["replies"]]}
    print(json.dumps({"id": request["id"], **reply}), flush=True)
"""


def test_answers_are_read_as_what_was_loaded_first_has_them(tmp_path):
    program = tmp_path / "units.py"
    program.write_text(UNITS)
    with SubjectClient(subject_spec(f"exec:python3 {program}")) as client:
        first, _ = (
            client.load(Artefact(name, "vocab.txt", program, name * 8))
            for name in ("bytes", "text")
        )
        plain = EncodeOptions(add_special=False, parse_special=False)
        encoded = client.submit_encode(first, ["é"], plain).result()
        assert list(encoded.observations()) == [Encoding((1,), ((0, 1),))]
        decoded = client.submit_decode(first, [(1,)], DecodeOptions()).result()
        assert list(decoded.observations()) == [Bytes("é".encode())]
        streamed = client.submit_cases(first, [StreamCase((1,))], DecodeOptions()).result()
        assert streamed.found == [Streamed(("a",))]
