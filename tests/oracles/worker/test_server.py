import mmap
from array import array
from pathlib import Path

import pytest

from tokparity.oracles.worker import frames
from tokparity.oracles.worker import server as worker
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import Artefact, Encoding, Refusal, Text
from tokparity.reference_impl.errors import RegexLimit


class PanicException(BaseException):
    """As pyo3 has it: no Exception."""


@pytest.mark.parametrize(
    ("error", "refusal"),
    [
        (ValueError("one\ntwo"), Refusal("error", "ValueError: one")),
        (TypeError(), Refusal("error", "TypeError: ")),
        (SystemExit(3), Refusal("error", "SystemExit: 3")),
        (MemoryError(), Refusal("memory", "MemoryError: ")),
        (
            PanicException("Onig: Regex search error: retry-limit-in-match over"),
            Refusal(
                "regex-limit",
                "PanicException: Onig: Regex search error: retry-limit-in-match over",
            ),
        ),
        (
            SystemError("Max limit for backtracking count exceeded"),
            Refusal("regex-limit", "SystemError: Max limit for backtracking count exceeded"),
        ),
        (RegexLimit("too deep"), Refusal("regex-limit", "RegexLimit: too deep")),
        (
            PanicException("index out of bounds"),
            Refusal("error", "PanicException: index out of bounds"),
        ),
    ],
    ids=repr,
)
def test_what_kind_of_no_answer(error, refusal):
    assert worker._refusal(error) == refusal


def test_a_long_message_is_cut():
    assert len(worker._refusal(ValueError("x" * 10_000)).detail) == worker.DETAIL_LIMIT


class Stumbles:
    """Half-extends the arrays before it fails on "bad"; notes the index it was called with."""

    progress = None
    seen: list = []  # noqa: RUF012 -- a fresh list is set by each test

    @classmethod
    def load(cls, artefact):
        if artefact.name == "bad":
            raise PanicException("no")
        return cls()

    def encode(self, text, options):
        return Encoding((len(text),), ((0, len(text)),))

    def encode_into(self, text, options, out):
        self.seen.append(tuple(self.progress))
        out.ids.extend([1, 2])
        out.offsets.extend([0, 1])
        if text == "bad":
            raise ValueError("bad")
        out.offsets.extend([1, 2])
        out.counts.append(2)

    def decode(self, ids, options):
        return Text("\ud800" if ids == [0] else "ok")


@pytest.fixture
def server():
    Stumbles.progress = memoryview(mmap.mmap(-1, 16)).cast("q")
    Stumbles.seen = []
    return worker._Server(Stumbles, True, "text", Stumbles.progress)


def ask(server, op, blobs=(), number=1, drop=(), **more):
    header = {"op": op, "seq": 9, "handle": number, "drop": drop, "give_back": False, **more}
    return server.answer(header, list(map(memoryview, blobs)))


def artefact(name):
    return write(Artefact(name, "tokenizer.json", Path("nowhere"), ""))


def test_a_failed_case_leaves_nothing_in_the_arrays(server):
    assert ask(server, "load", artefact=artefact("good")) == ({}, [])
    header, (ids, counts, offsets) = ask(
        server, "encode", frames.texts_to_blobs(["a", "bad", "b"]), options=[True, True]
    )
    assert header == {"refusals": {"1": ["error", "ValueError: bad"]}}
    assert array("i", ids).tolist() == [1, 2, 1, 2]
    assert array("i", counts).tolist() == [2, 0, 2]
    assert array("i", offsets).tolist() == [0, 1, 1, 2] * 2


def test_the_index_is_noted_before_each_case(server):
    ask(server, "load", artefact=artefact("good"))
    ask(server, "encode", frames.texts_to_blobs(["a", "b", "c"]), options=[True, True])
    assert Stumbles.seen == [(9, 0), (9, 1), (9, 2)]


def test_decoded_text_that_is_none_is_an_error(server):
    ask(server, "load", artefact=artefact("good"))
    header, _ = ask(server, "decode", frames.ids_to_blobs([[1], [0]]), options=[False])
    assert list(header["refusals"]) == ["1"]
    assert header["refusals"]["1"][0] == "error"


def test_an_artefact_that_panics_is_a_refusal(server):
    header, _ = ask(server, "load", artefact=artefact("bad"))
    assert header == {"refusal": ["error", "PanicException: no"]}


def test_dropped_artefacts_are_gone(server):
    ask(server, "load", artefact=artefact("good"))
    ask(server, "load", number=2, drop=[1], artefact=artefact("good"))
    with pytest.raises(KeyError):
        ask(server, "probe", stage="model", inputs=[""])
