import pytest

from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.messages import Capabilities
from tokparity.oracles.subjects.spec import subject_spec
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
    StreamCase,
    Streamed,
    Text,
)

MODULE = '''
import os
import sys

print("a library that says hello")
os.write(1, b"and so does its core")

class Small:
    """The least that a subject is."""

    def load(self, request):
        self.path = request["path"]

    def encode(self, text, *, add_special, parse_special):
        print("noise on stdout")
        os.write(1, b"noise of a library")
        if "raise" in text:
            raise ValueError("no such thing")
        if "panic" in text:
            raise Panic("index out of bounds")
        if "exit" in text:
            sys.exit(7)
        if "memory" in text:
            raise MemoryError
        if "like ids" in text:
            return {"like ids: a string": "157", "like ids: a dict": {1: 2},
                    "like ids: fractions": [1.9]}[text]
        return [*([1] if add_special else []), *map(ord, text)]

class Panic(BaseException):
    pass

class Whole(Small):
    """All that a subject may have."""

    name, version = "My Tok", 2
    capabilities = {"formats": ["tokenizer.json"], "add_special": [False, True], "bytes": True,
                    "skip_special": [False, True], "decodes": "bytes", "streams": True,
                    "offsets": "characters"}

    def encode_batch(self, texts, *, add_special, parse_special):
        if any("raise" in text for text in texts if isinstance(text, str)):
            raise ValueError("one of these")
        return [(list(text.encode() if isinstance(text, str) else text),
                 [(0, len(text))] * len(text)) for text in texts]

    def decode(self, ids, *, skip_special):
        if not ids:
            return ""
        return bytes(id for id in ids if id or not skip_special)

    def stream(self, ids, prompt_ids, *, skip_special):
        return [chr(id) if id else None for id in ids]

class Loads(Small):
    capabilities = {"formats": ["tokenizer.json"]}

class Refuses(Loads):
    def load(self, request):
        raise OSError("no such file")

def breaks():
    raise RuntimeError("no licence")
'''
PLAIN = EncodeOptions(add_special=False)


@pytest.fixture
def subject(tmp_path, monkeypatch):
    """A client of a factory of MODULE, which lies in the current folder."""
    (tmp_path / "mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    clients = []

    def make(factory):
        clients.append(SubjectClient(subject_spec(f"python:{factory}")))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


def encode(client, handle, texts, options=PLAIN):
    return list(client.submit_encode(handle, texts, options).result().observations())


def test_exceptions_are_answers_and_what_ends_it_is_a_crash(subject, artefact):
    client = subject("mine:Loads")
    handle = client.load(artefact())
    texts = ["ab", "raise", "panic", "c"]
    assert encode(client, handle, texts) == [
        Encoding((97, 98)),
        Refusal("error", "ValueError: no such thing"),
        Refusal("error", "Panic: index out of bounds"),
        Encoding((99,)),
    ]
    assert client.restarts == 0
    ended, full = encode(client, handle, ["exit", "memory"])
    assert (ended.kind, ended.detail[:11]) == ("crash", "exit code 7")
    assert full == Refusal("memory", "MemoryError")
    assert "noise of a library" in ended.detail
    assert encode(client, handle, ["ab"]) == [Encoding((97, 98))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a string", "encode gave a str, and no list of ids"),
        ("a dict", "encode gave a dict, and no list of ids"),
        ("fractions", "TypeError: "),
    ],
)
def test_what_is_only_like_ids_is_an_error(subject, artefact, text, said):
    client = subject("mine:Loads")
    (refusal,) = encode(client, client.load(artefact()), [f"like ids: {text}"])
    assert refusal.kind == "error"
    assert refusal.detail.startswith(said)


def test_a_subject_that_has_everything(subject, artefact):
    client = subject("mine:Whole")
    hello = client.hello()
    assert (hello.name, hello.version) == ("My Tok", "2")
    assert hello.capabilities.offsets == "characters"
    handle = client.load(artefact())
    options = EncodeOptions(add_special=True)
    assert encode(client, handle, ["ab", "\udcff"], options) == [
        Encoding((97, 98), ((0, 2), (0, 2))),
        Encoding((255,), ((0, 1),)),
    ]
    skip = DecodeOptions(skip_special=True)
    decoded = client.submit_decode(handle, [(0, 97), ()], skip).result()
    assert list(decoded.observations()) == [Bytes(b"a"), Bytes(b"")]
    streamed = client.submit_cases(handle, [StreamCase((97, 0))], DecodeOptions()).result()
    assert streamed.found == [Streamed(("a", None))]


def test_a_batch_that_raises_is_asked_text_by_text(subject, artefact):
    client = subject("mine:Whole")
    handle = client.load(artefact())
    assert encode(client, handle, ["a", "raise", "b"]) == [
        Encoding((97,), ((0, 1),)),
        Refusal("error", "ValueError: one of these"),
        Encoding((98,), ((0, 1),)),
    ]
    assert client.restarts == 0


def test_a_subject_that_says_nothing_loads_nothing(subject, artefact):
    client = subject("mine:Small")
    assert (client.hello().name, client.hello().version) == ("Small", "unknown")
    assert client.hello().capabilities == Capabilities(decodes=None)
    assert client.load(artefact()).kind == "unsupported"


def test_what_it_has_not_is_not_asked(subject, artefact):
    client = subject("mine:Loads")
    handle = client.load(artefact())
    assert isinstance(handle, Handle)
    (refusal,) = client.submit_decode(handle, [(97,)], DecodeOptions()).result().observations()
    assert refusal.kind == "unsupported"
    assert subject("mine:Refuses").load(artefact()) == Refusal("error", "OSError: no such file")


@pytest.mark.parametrize(
    ("factory", "said"),
    [
        ("nowhere:Tok", "ModuleNotFoundError: No module named 'nowhere'"),
        ("mine:Nobody", "AttributeError: module 'mine' has no attribute 'Nobody'"),
        ("mine:breaks", "RuntimeError: no licence"),
    ],
)
def test_a_factory_that_fails_says_why(subject, factory, said):
    refusal = subject(factory).hello()
    assert refusal == Refusal("crash", f"exit code 1; last line: {said}")


def test_text_is_decoded_as_it_is(subject, artefact, tmp_path):
    (tmp_path / "other.py").write_text(
        "class Tok:\n"
        "    capabilities = {'formats': ['tokenizer.json']}\n"
        "    def load(self, request): pass\n"
        "    def decode(self, ids, skip_special): return '\\u00e9\\ud800'[: len(ids)]\n"
    )
    client = subject("other:Tok")
    handle = client.load(artefact())
    one, two = client.submit_decode(handle, [(1,), (1, 2)], DecodeOptions()).result().observations()
    assert one == Text("\u00e9")
    assert two.detail.startswith("half a character, a surrogate")
