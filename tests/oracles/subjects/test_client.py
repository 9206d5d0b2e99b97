import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from fake_subject import BYTES
from jsonschema import Draft202012Validator
from subject_fixtures import gone

from tokparity.oracles.subjects import client as module
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.messages import schema
from tokparity.oracles.subjects.program import Limits, ProgramProcess
from tokparity.oracles.subjects.spec import BadSubject, Program
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    FullCase,
    RankFacts,
    Refusal,
    Settings,
    StreamCase,
    Streamed,
    Text,
)

PLAIN = EncodeOptions(add_special=False, parse_special=False)
WITH_BOS = EncodeOptions(add_special=True, parse_special=False)
DECODE = DecodeOptions()


@pytest.fixture
def loaded(client_of, artefact):
    """A client of a fake, and the handle of a file in it."""

    def make(behaviour, *arguments, **limits):
        client = client_of(behaviour, *arguments, **limits)
        handle = client.load(artefact())
        assert isinstance(handle, Handle), handle
        return client, handle

    return make


def answer(text):
    return Encoding(tuple(text.encode()))


def encode(client, handle, texts, options=PLAIN):
    return list(client.submit_encode(handle, texts, options).result().observations())


def decode(client, handle, ids, options=DECODE):
    return list(client.submit_decode(handle, ids, options).result().observations())


def test_answers_come_in_order_and_exactly(loaded):
    client, handle = loaded("Echo")
    texts = ["hello", "", "n\u00e9 \U0001f600", '\x00\n"\\', "a" * 300_000]
    assert encode(client, handle, texts) == list(map(answer, texts))
    assert encode(client, handle, ["a"], WITH_BOS) == [Encoding((256, 97))]
    ids = [(104, 105), (), (0xC3, 0xA9)]
    assert decode(client, handle, ids) == [Text("hi"), Text(""), Text("\u00e9")]
    assert encode(client, handle, []) == []
    assert (client.restarts, client.version, client.hello().name) == (0, "1.2.3", "Echo")


def test_a_wrong_tokenizer_is_not_repaired(loaded):
    client, handle = loaded("DropsLast")
    assert encode(client, handle, ["abc"]) == [Encoding((97, 98))]


@pytest.mark.parametrize(
    ("behaviour", "at", "kind", "detail", "restarts"),
    [
        ("Raises", 0, "error", "ValueError: no such thing", 0),
        ("Raises", 4, "error", "ValueError: no such thing", 0),
        ("RefusesTheBatch", 2, "error", "one of these is bad", 0),
        ("Dies", 0, "crash", "exit code 3; last line: going", 2),
        ("Dies", 2, "crash", "exit code 3; last line: going", 2),
        ("Dies", 4, "crash", "exit code 3; last line: going", 1),
        ("Aborts", 2, "crash", "signal 6 (SIGABRT)", 2),
        ("Hangs", 2, "timeout", "no answer within 0.2", 2),
        ("Spins", 2, "timeout", "no answer within 0.2", 2),
        ("Drips", 2, "timeout", "no answer within 0.2", 2),
        ("PrintsGarbage", 2, "error", "reply: is no JSON: ", 2),
        ("PrintsAList", 2, "error", "reply: is a JSON list", 2),
        ("WritesAHugeLine", 2, "error", "reply: a line of more than 2 MiB", 2),
        ("TakesMemory", 2, "memory", "MiB in use", 2),
        ("ClosesStdout", 2, "error", "it closed its stdout and stayed", 2),
    ],
)
def test_one_text_costs_one_refusal(loaded, at, behaviour, kind, detail, restarts):
    slow = 0.2 if kind == "timeout" else 20.0
    client, handle = loaded(behaviour, seconds=slow, memory_mb=60)
    client._limits = Limits(memory_mb=60, reply_mb=2)
    client._process._limits = client._limits
    texts = ["one", "two", "\u00e9", "", "last"]
    texts[at] = f"a text that {behaviour.lower()}"
    answers = encode(client, handle, texts)
    refusal = answers[at]
    assert isinstance(refusal, Refusal)
    assert refusal.kind == kind
    assert refusal.detail.startswith(detail) or kind == "memory"
    assert detail in refusal.detail
    others = [it for number, it in enumerate(answers) if number != at]
    assert others == [answer(it) for number, it in enumerate(texts) if number != at]
    assert client.restarts == restarts


def test_what_kills_twice_is_not_asked_a_third_time(loaded):
    client, handle = loaded("Dies")
    texts = ["one", "this dies", "two"]
    first = encode(client, handle, texts)
    restarts = client.restarts
    assert encode(client, handle, texts) == first
    assert encode(client, handle, texts) == first
    assert client.restarts <= restarts + 2
    last = client.restarts
    assert encode(client, handle, texts) == first
    assert client.restarts == last


def test_one_hang_may_be_an_accident(loaded, tmp_path):
    client, handle = loaded("SlowOnce", tmp_path / "was slow", seconds=0.2)
    (first,) = encode(client, handle, ["this slowonce"])
    assert (first.kind, (tmp_path / "was slow").exists()) == ("timeout", True)
    assert encode(client, handle, ["this slowonce"]) == [answer("this slowonce")]


def test_an_accident_blames_nobody(loaded, tmp_path):
    client, handle = loaded("DiesOnce", tmp_path / "died")
    texts = ["one", "this diesonce", "two"]
    assert encode(client, handle, texts) == list(map(answer, texts))
    assert (tmp_path / "died").exists()
    assert client.restarts == 1


def test_killed_from_outside_between_two_batches_it_is_asked_again(loaded):
    client, handle = loaded("Echo")
    assert encode(client, handle, ["a"]) == [answer("a")]
    os.kill(client._process.pid, signal.SIGKILL)
    assert encode(client, handle, ["a", "b"]) == [answer("a"), answer("b")]
    assert client.restarts == 1


@pytest.mark.parametrize(
    ("behaviour", "detail"),
    [
        ("StringIds", "reply: results[0].ids: '104' is no integer: ids are numbers"),
        ("AnswersOutOfOrder", "reply: id: "),
        ("LosesOne", "reply: results: 0 for 1 cases"),
    ],
)
def test_an_adapter_that_is_always_wrong_is_given_up(loaded, behaviour, detail):
    client, handle = loaded(behaviour)
    answers = encode(client, handle, ["hi"] * 30)
    assert all(isinstance(it, Refusal) and it.kind == "error" for it in answers)
    assert answers[0].detail.startswith(detail)
    assert answers[-1].detail.startswith("not tried: the worker died 8 times in a row")
    assert client.restarts < 12


@pytest.mark.parametrize(
    ("behaviour", "kind", "detail"),
    [
        ("DiesAtTheStart", "crash", "exit code 1; last line: no such library"),
        ("NeverFlushes", "timeout", "no answer within 0.5 s"),
        ("SpeaksProtocol2", "error", "reply: protocol: 2 is not 1"),
        ("UnknownCapability", "error", "reply: capabilities.speed: "),
    ],
)
def test_a_bad_start_is_one_refusal_for_all(
    client_of, artefact, monkeypatch, behaviour, kind, detail
):
    monkeypatch.setattr(module, "START_SECONDS", 0.5)
    client = client_of(behaviour)
    refusal = client.hello()
    assert (refusal.kind, refusal.detail[: len(detail)]) == (kind, detail)
    assert client.load(artefact()) == refusal
    assert client.version == f"unavailable: {refusal.detail}"
    assert client.restarts == 0


def test_a_program_that_is_not_there_is_an_error_of_the_spec(artefact):
    with SubjectClient(Program(("/nowhere/tok",))) as client, pytest.raises(BadSubject):
        client.hello()


@pytest.mark.parametrize(
    ("behaviour", "refusal"),
    [
        ("LoadsNothing", Refusal("error", "no such model")),
        ("PrintsToStdout", None),
    ],
)
def test_what_it_does_not_load_is_refused(client_of, artefact, behaviour, refusal):
    answered = client_of(behaviour).load(artefact())
    assert answered == refusal or answered.detail.startswith("reply: is no JSON: 'loading the tok")


def test_a_format_that_it_does_not_load_is_not_asked(client_of, artefact):
    client = client_of("LoadsNothing")
    assert client.load(artefact(format="gguf")) == Refusal(
        "unsupported", "is gguf; it says it loads tokenizer.json"
    )


def test_a_built_in_vocabulary_is_asked_for_by_its_name(client_of, artefact):
    client = client_of("BuiltIn")
    handle = client.load(artefact(), "gpt2")
    assert encode(client, handle, ["a"]) == [answer("a")]
    assert client.load(artefact(name="other")) == Refusal(
        "unsupported", "is tokenizer.json; it says it loads gpt2"
    )


def test_what_it_cannot_express_is_not_asked(loaded):
    client, handle = loaded("Echo")
    parse = EncodeOptions(add_special=False, parse_special=True)
    for refusal in (
        *encode(client, handle, ["a"], parse),
        *encode(client, handle, ["\udcff"]),
        *decode(client, handle, [(1,)], DecodeOptions(remove_special=True)),
        *client.submit_full(handle, [FullCase("a")], PLAIN).result().observations(),
        *client.submit_cases(handle, [StreamCase((1,))], DECODE).result().found,
        client.probe(handle, "model", ["a"]),
    ):
        assert isinstance(refusal, Refusal)
        assert refusal.kind == "unsupported"
    mixed = encode(client, handle, ["a", "\udcff", "b"])
    assert [mixed[0], mixed[2]] == [answer("a"), answer("b")]
    client, handle = loaded("DecodesNothing")
    assert decode(client, handle, [(1,)])[0].kind == "unsupported"


def test_every_kind_of_question(loaded):
    client, handle = loaded("TakesBytes")
    assert encode(client, handle, ["a\u00e9", "\udcff"]) == [
        Encoding((97, 0xC3, 0xA9), ((0, 2),) * 3),
        Encoding((0xFF,), ((0, 1),)),
    ]
    assert decode(client, handle, [(0xFF,)]) == [Bytes(b"\xff")]
    cases = [StreamCase((97, 0), (98,)), StreamCase(())]
    parts = client.submit_cases(handle, cases, DECODE).result().found
    assert parts == [Streamed(("a", None)), Streamed(())]
    assert client.probe(handle, "model", ["a", "b"]) == [["model", "a"], ["model", "b"]]


def test_two_batches_one_behind_the_other(loaded):
    client, handle = loaded("Echo")
    first = client.submit_encode(handle, ["a"], PLAIN)
    second = client.submit_encode(handle, ["b"], PLAIN)
    assert list(second.result().observations()) == [answer("b")]
    assert list(first.result().observations()) == [answer("a")]


@pytest.fixture
def sent(monkeypatch):
    """The requests that are sent, in order."""
    requests, original = [], ProgramProcess.send

    def send(process, request):
        requests.append({"id": 1, **request})
        original(process, request)

    monkeypatch.setattr(ProgramProcess, "send", send)
    return requests


def test_two_files_take_turns(client_of, artefact, sent):
    client = client_of("Echo")
    one, two = client.load(artefact("one", b"1")), client.load(artefact("two", b"2"))
    for handle in (one, two, two, one):
        assert encode(client, handle, ["a"]) == [answer("a")]
    loads = [request["name"] for request in sent if request["op"] == "load"]
    assert loads == ["one", "two", "one", "two", "one"]


def test_what_it_keeps_of_one_file_is_not_met_by_another(client_of, artefact):
    client = client_of("KeepsTheFirstFile")
    names = ["one", "two"]
    handles = [client.load(artefact(name, name.encode())) for name in names]
    for handle, name in zip([*handles, *handles], [*names, *names], strict=True):
        assert encode(client, handle, ["a"]) == [answer(name)]
    before = client.restarts
    client.drop(handles[1])
    assert encode(client, handles[1], ["a"]) == [answer("two")]
    assert client.restarts == before + 1
    assert client.load(artefact("bad", b"3")) == Refusal("error", "it is bad")
    assert encode(client, client.load(artefact("four", b"4")), ["a"]) == [answer("four")]


def test_every_request_and_every_reply_is_of_the_schemas(client_of, artefact, sent):
    client, replies = client_of("TakesBytes"), []
    client.on_reply = replies.append
    facts = RankFacts(r"\p{L}+", {"<a>": 300}, "made for a test")
    handle = client.load(artefact(facts=facts))
    encode(client, handle, ["a\u00e9\n", "\udcff"], WITH_BOS)
    decode(client, handle, [(1, 2), ()], DecodeOptions(skip_special=True))
    client.submit_cases(handle, [StreamCase((97,), (98,))], DECODE).result()
    client.probe(handle, "model", ["a"])
    assert Path(sent[1]["path"]).samefile(handle.artefact.path)
    client.close()
    assert [request["op"] for request in sent] == [
        "start", "load", "encode", "decode", "stream", "stage", "stop",
    ]  # fmt: skip
    for request in sent:
        Draft202012Validator(schema("request")).validate(json.loads(json.dumps(request)))
    for reply in replies:
        Draft202012Validator(schema("reply")).validate(reply)
    assert len(replies) == 6
    assert sent[1] == {
        "id": 1, "op": "load", "name": "any", "format": "tokenizer.json",
        "path": sent[1]["path"], "pattern": r"\p{L}+", "special_tokens": {"<a>": 300},
    }  # fmt: skip


def test_a_file_is_read_without_its_limits(client_of, artefact, sent):
    limited = BYTES | {"truncation": {"max_length": 2}, "padding": {"strategy": {"Fixed": 3}}}
    file = artefact(content=json.dumps(limited).encode())
    client = client_of("Echo")
    client.load(file)
    client.load(replace(file, settings=Settings(limits=False)))
    configured, unlimited = [it["path"] for it in sent if it["op"] == "load"]
    assert file.settings == AS_CONFIGURED
    assert Path(configured).samefile(file.path)
    assert unlimited != configured
    written = json.loads(Path(unlimited).read_text("utf-8"))
    assert written == BYTES
    client.close()
    assert not Path(configured).exists()
    assert not Path(unlimited).exists()


@pytest.mark.parametrize("content", [b"[1]", b"{", b"[" * 100_000])
def test_a_file_that_cannot_be_handed_over_is_refused(client_of, artefact, content):
    file = replace(artefact(content=content), settings=Settings(limits=False))
    refusal = client_of("Echo").load(file)
    assert refusal.kind == "error"
    assert refusal.detail.startswith("the file cannot be handed over: ")


def test_closing_asks_it_to_stop_and_leaves_nothing(client_of, artefact, tmp_path):
    client = client_of("ForksAChildThatSpins", tmp_path / "pid")
    handle = client.load(artefact())
    assert len(encode(client, handle, ["forksachildthatspins"])) == 1
    group, child = client._process.pid, int((tmp_path / "pid").read_text())
    client.close()
    assert gone(group)
    assert not psutil.pid_exists(child)
    assert client.cpu_seconds() > 0


def test_the_time_of_those_that_died_counts(loaded):
    client, handle = loaded("Spins", seconds=0.5)
    encode(client, handle, ["this spins"])
    assert client.cpu_seconds() >= 0.4


def test_other_cases_are_not_asked(loaded):
    client, handle = loaded("TakesBytes")
    (refusal,) = client.submit_cases(handle, [DecodeCase((1,))], DECODE).result().found
    assert refusal.kind == "unsupported"
