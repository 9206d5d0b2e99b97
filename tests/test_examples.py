"""The example subjects are small, sound, and what they say they are."""

import copy
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from harness_fixtures import document, every_stage, file, ranks, save, slot
from jsonschema import Draft202012Validator

from tokparity.corpora.embedded import rank_bytes
from tokparity.harness.compare.sides import DecodeBatch, EncodeBatch
from tokparity.harness.compare.verdict import as_text
from tokparity.harness.run.check import checked_subject
from tokparity.harness.subjects.smoke import TEXTS, checks_of
from tokparity.harness.vectors.export import exported
from tokparity.harness.vectors.vector import write_vectors
from tokparity.oracles.subjects.messages import schema
from tokparity.reference_impl.contract import Artefact, DecodeOptions, EncodeOptions, RankFacts

__all__ = ["document", "every_stage", "file", "ranks", "save", "slot"]

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
WORDS = (
    *TEXTS,
    "we'll don't",
    "a  b \t\n c ",
    "x1y22 333",
    "\n",
    "hello hell",
    "\u3000a\u00a0 \u4e00b",
)
ASCII = tuple(text for text in WORDS if text.isascii())


def made(name, *command):
    """Compile an example where the compiler is at hand."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not at hand: docs/examples/{name} is not tried")
    subprocess.run(command, check=True, timeout=300)


@pytest.fixture(scope="session")
def commands(tmp_path_factory):
    folder = tmp_path_factory.mktemp("examples")

    def command(name):
        source, program = str(EXAMPLES / name), str(folder / f"{name}.out")
        match Path(name).suffix:
            case ".py":
                return f"{sys.executable} {source}"
            case ".mjs":
                made(name, "node", "--check", source)
                return f"node {source}"
            case ".c":
                made(name, "cc", "-O2", "-Wall", "-Werror", "-o", program, source)
                return program
            case _:
                made(name, "rustc", "-O", "-D", "warnings", "-o", program, source)
                return program

    return command


@pytest.fixture
def artefact_of(save, file, ranks, document, every_stage):
    """A small file of the kind that an example loads."""

    def artefact(name):
        match Path(name).suffix:
            case ".py":
                return save(every_stage)
            case ".mjs":
                plain = copy.deepcopy(document)
                plain["model"]["ignore_merges"] = False
                plain["added_tokens"][0]["rstrip"] = False
                plain["normalizer"] = {"type": "NFC"}
                return save(plain)
            case ".c":
                words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "hell", "##o", "a"]
                words += [*"bcxy0123456789,().+=!'", *(f"##{it}" for it in "xy0123456789w")]
                words += ["we", "don", "t", "ll", "world", "one", "two", "three", "the"]
                return file("vocab.txt", "vocab.txt", "\n".join(words).encode())
            case _:
                return ranks(GPT2)

    return artefact


EXACT = {"subject.py": WORDS, "subject.mjs": WORDS, "subject.c": ASCII, "subject.rs": WORDS}
"""The texts on which an example is what the library is."""
CONSUMERS = ("vectors.mjs", "vectors.c")
"""The examples that read a file of vectors."""


@pytest.mark.parametrize("name", EXACT)
def test_an_example_is_sound_and_tokenizes_as_the_library(slot, commands, artefact_of, name):
    engine, client = slot.subject_called(f"exec:{commands(name)}")
    try:
        cell = checked_subject(artefact_of(name), engine)
        checks = list(checks_of(slot, cell, client))
        assert [check.line() for check in checks if not check.ok] == []
        native, subject = slot.sides(cell)
        can = client.hello().capabilities
        for add in can.add_special:
            for parse in can.parse_special:
                batch = EncodeBatch(EXACT[name], EncodeOptions(add, parse))
                mine, theirs = (
                    it.submit(batch).result().observations() for it in (native, subject)
                )
                assert [it.ids for it in theirs] == [it.ids for it in mine], (add, parse)
        rows = tuple(it.ids for it in native.submit(batch).result().observations())
        for skip in can.skip_special if can.decodes else ():
            batch = DecodeBatch((*rows, ()), DecodeOptions(skip))
            mine, theirs = (it.submit(batch).result().observations() for it in (native, subject))
            assert list(map(as_text, theirs)) == list(map(as_text, mine)), skip
    finally:
        slot.let_go()
        slot.subjects.pop(engine.spec if engine.spec in slot.subjects else engine.name).close()


@pytest.mark.parametrize("name", EXACT)
def test_an_example_is_under_100_lines(name):
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) < 100


@pytest.mark.parametrize("name", EXACT)
def test_what_an_example_is_asked_and_answers_is_of_the_schemas(commands, artefact_of, name):
    artefact = artefact_of(name)
    load = {"name": "any", "format": artefact.format, "path": str(artefact.path)}
    options = {"add_special": False, "parse_special": False}
    bad = {**load, "path": "/nowhere", "pattern": GPT2, "special_tokens": {}}
    requests = [
        {"op": "start", "protocol": 1},
        {"op": "load", **bad},
        {"op": "load", **load, "pattern": GPT2, "special_tokens": {"<a>": 300}},
        {"op": "encode", "texts": ['Hello "w\\\n\u00e9\U0001f600', "", "a"], **options},
        {"op": "encode", "texts": [], **options},
        {"op": "stop"},
    ]
    requests = [{"id": at, **request} for at, request in enumerate(requests, 1)]
    sent = "".join(json.dumps(it, separators=(",", ":")) + "\n" for it in requests)
    done = subprocess.run(
        commands(name).split(), input=sent, capture_output=True, text=True, timeout=60, check=False
    )
    replies = list(map(json.loads, done.stdout.splitlines()))
    assert [reply["id"] for reply in replies] == [1, 2, 3, 4, 5, 6], done.stderr
    for kind, messages in (("request", requests), ("reply", replies)):
        for message in messages:
            Draft202012Validator(schema(kind)).validate(message)
    assert "error" in replies[1]
    assert replies[2] == {"id": 3, "ok": True}
    assert [len(reply["results"]) for reply in replies[3:5]] == [3, 0]


def test_every_example_is_tried():
    assert {it.name for it in EXAMPLES.iterdir() if it.is_file()} == {*EXACT, *CONSUMERS}


@pytest.fixture
def vectors(slot, tmp_path):
    """Vectors of a tokenizer whose ids are the bytes of a text."""
    content = rank_bytes([(bytes([byte]), byte) for byte in range(256)])
    (tmp_path / "bytes.tiktoken").write_bytes(content)
    facts = RankFacts(r"[\s\S]+", {}, "made for a test")
    sha256 = hashlib.sha256(content).hexdigest()
    artefact = Artefact("bytes", "tiktoken", tmp_path / "bytes.tiktoken", sha256, facts)
    return write_vectors(tmp_path / "made", *exported(slot, artefact, 60, 0))


@pytest.mark.parametrize("name", CONSUMERS)
def test_a_consumer_of_vectors_is_small_and_sees_a_wrong_id(commands, vectors, name):
    assert len((EXAMPLES / name).read_text("utf-8").splitlines()) <= 60
    command = commands(name).split()

    def run():
        done = subprocess.run([*command, str(vectors)], capture_output=True, text=True)
        return done.returncode, done.stdout.splitlines()[-1]

    code, said = run()
    assert code == 0
    assert "60 vectors, 0 wrong" in said
    lines = vectors.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if '"ids":[' in line and '"notes":[]' in line)
    lines[at] = lines[at].replace('"ids":[', '"ids":[7,')
    vectors.write_text("\n".join(lines) + "\n")
    code, said = run()
    assert code == 1
    assert "60 vectors, 1 wrong" in said
