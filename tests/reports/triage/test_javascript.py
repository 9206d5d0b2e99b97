"""Scripts for node: of a library of npm that is written here, run where it alone is installed."""

import json
import shutil

import pytest

from tokparity.harness.triage.script_run import Place, prove
from tokparity.oracles.subjects.library import Library, Way
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    RankFacts,
    Refusal,
    Settings,
    Text,
)
from tokparity.reports.triage.exhibit import Holding, Part
from tokparity.reports.triage.javascript import literal, text_source
from tokparity.reports.triage.recipes.recipe import NoScript
from tokparity.reports.triage.scripts import Asked, script

PLAIN = EncodeOptions(add_special=False)
BOTH = EncodeOptions(add_special=False, parse_special=False)
MODULE = """
exports.load = (file) => ({
  encode: (text) => {
    if (text === "none") return [1, undefined];
    if (text === "throw") throw new RangeError("too long: 5");
    if (text === "hang") for (;;);
    if (text === "die") process.abort();
    if (typeof text !== "string") return text;
    return [file.length, ...Array.from(text, (c) => c.codePointAt(0))];
  },
  decode: (ids) => Uint8Array.from(ids),
});
"""
CALLS = {"parsed": "t.encode(X)"}
WAYS = (
    Way(
        'return require("tiny").load(fs.readFileSync(F, "utf8"));',
        ("tokenizer.json",),
        {},
        CALLS,
        {"all": "t.decode(X)"},
    ),
    Way(
        'return require("tiny").load(V + JSON.stringify(R.special_tokens));',
        (),
        {"mine": "own"},
        CALLS,
    ),
    Way(
        "const names = fs.readdirSync(D).sort();"
        "return { encode: () => [names.length, ...names.map((it) =>"
        "fs.readFileSync(path.join(D, it)).length)] };",
        ("vocab.txt", "tokenizer_config.json"),
        {},
        CALLS,
    ),
)


@pytest.fixture
def modules(tmp_path):
    """What node imports from; skipped where there is no node."""
    if shutil.which("node") is None:
        pytest.skip("there is no node, so no script of it is run")
    package = tmp_path / "elsewhere" / "node_modules" / "tiny"
    package.mkdir(parents=True)
    (package / "index.js").write_text(MODULE)
    (package / "package.json").write_text('{"name": "tiny", "version": "1.2.3"}')
    return package.parent


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    libraries = {
        "tiny": Library("tiny", "npm", "tiny@1.2.3", "JavaScript", "MIT", WAYS, 1, decodes="bytes")
    }
    monkeypatch.setattr("tokparity.reports.records.engine.find_library", libraries.get)


def part(
    answer,
    content=b"{}",
    *,
    artefact="small",
    format="tokenizer.json",
    facts=None,
    settings=AS_CONFIGURED,
    file=None,
    called="",
    beside=(),
):
    holding = Holding(artefact, format, "0" * 64, 2, content, file, facts, settings, called, beside)
    return Part("got", "lib:tiny", None, artefact, answer, False, holding)


@pytest.fixture
def run(modules, tmp_path):
    def proved(case, field, got, right, *told, **limits):
        expected = Part("expected", "huggingface_tokenizers", None, got.artefact, right, True)
        made = script("ti\ntle", Asked(case, field), got, expected)
        assert made.text.isascii()
        path = tmp_path / "report" / "repro.mjs"
        path.parent.mkdir(exist_ok=True)
        path.write_text(made.text)
        (path.parent / "tokenizer.json").write_text("[1, 2, 3]")
        (path.parent / "vocab.txt").write_text("a")
        for folder in ("tokenizer", "vocab.beside"):
            (path.parent / folder).mkdir(exist_ok=True)
            (path.parent / folder / "tokenizer_config.json").write_text("{}")
        told = [path.parent / file for file in told]
        return made, prove(path, made, told, place=Place(modules=modules), **limits)

    return proved


def ids(*numbers):
    return Encoding(numbers)


@pytest.mark.parametrize(
    ("case", "field", "got", "right"),
    [
        pytest.param(
            EncodeCase("a\u2028\U0001f600`${x}", PLAIN),
            "ids",
            part(ids(2, 97, 0x2028, 0x1F600, 96, 36, 123, 120, 125)),
            ids(7),
            id="encode",
        ),
        pytest.param(
            EncodeCase("b" + "a" * 3000, PLAIN),
            "ids",
            part(ids(2, 98, *[97] * 3000)),
            ids(2, 99, *[97] * 3000),
            id="a-long-one",
        ),
        pytest.param(EncodeCase("\udcff", PLAIN), "ids", part(ids(255)), ids(7), id="bytes"),
        pytest.param(
            EncodeCase("a", PLAIN),
            "ids",
            part(ids(9, 97), None, file="tokenizer.json"),
            ids(7),
            id="a-file-beside",
        ),
        pytest.param(
            EncodeCase("a", PLAIN),
            "ids",
            part(ids(34, 97), settings=Settings(limits=False)),
            ids(7),
            id="without-limits",
        ),
        pytest.param(
            EncodeCase("a", PLAIN),
            "ids",
            part(ids(12, 97), artefact="mine", facts=RankFacts("x", {"<x>": 2})),
            ids(7),
            id="a-vocabulary-of-its-own",
        ),
        pytest.param(
            EncodeCase("throw", PLAIN),
            "ids",
            part(Refusal("error", "too long: 5")),
            ids(7),
            id="refused",
        ),
        pytest.param(
            EncodeCase("none", PLAIN),
            "ids",
            part(Refusal("error", "an id is no whole number")),
            ids(7),
            id="no-number",
        ),
        pytest.param(
            EncodeCase("die", PLAIN), "ids", part(Refusal("crash", "SIGABRT")), ids(7), id="crash"
        ),
        pytest.param(DecodeCase((104, 105)), "text", part(Bytes(b"hi")), Bytes(b"ho"), id="decode"),
        pytest.param(
            DecodeCase((0xEF, 0xBB, 0xBF, 255)),
            "text",
            part(Bytes(b"\xef\xbb\xbf\xff")),
            Text("\ufffd"),
            id="bytes-beside-a-text",
        ),
    ],
)
def test_a_script_reproduces(run, case, field, got, right):
    made, proof = run(case, field, got, right)
    assert proof.outcome == "reproduced", proof
    assert proof.ran_on == "tiny 1.2.3"
    assert (made.program, made.needs) == ("node", ("tiny@1.2.3",))
    assert "then: node repro.mjs" in made.text


@pytest.mark.parametrize(
    ("answer", "format", "file", "told"),
    [
        pytest.param(ids(2, 2, 1), "vocab.txt", "vocab.txt", [], id="files-beside"),
        pytest.param(ids(1, 2), "tokenizer_config.json", "tokenizer", [], id="a-folder"),
        pytest.param(
            ids(1, 2),
            "tokenizer_config.json",
            None,
            ["tokenizer/tokenizer_config.json"],
            id="a-folder-elsewhere",
        ),
    ],
)
def test_a_folder_is_that_of_the_run(run, answer, format, file, told):
    beside = ("tokenizer_config.json",) if format == "vocab.txt" else ()
    called = "" if beside else "tokenizer_config.json"
    asked = part(answer, None, format=format, file=file, called=called, beside=beside)
    _, proof = run(EncodeCase("a", PLAIN), "ids", asked, ids(7), *told)
    assert proof.outcome == "reproduced", proof


def test_a_hang_ends_by_its_own_alarm(run, monkeypatch):
    monkeypatch.setattr("tokparity.reports.triage.javascript.PATIENCE", 0.5)
    _, proof = run(EncodeCase("hang", PLAIN), "ids", part(Refusal("timeout", "no answer")), ids(7))
    assert proof.outcome == "reproduced", proof


@pytest.mark.parametrize(
    ("case", "got", "right", "why"),
    [
        pytest.param(
            EncodeCase("a", PLAIN), part(ids(5)), ids(2, 97), "that was expected", id="sound"
        ),
        pytest.param(EncodeCase("a", PLAIN), part(ids(5)), ids(6), "another answer", id="another"),
        pytest.param(
            EncodeCase("a", PLAIN), part(Refusal("crash", "")), ids(6), "no crash", id="alive"
        ),
        pytest.param(
            EncodeCase("throw", PLAIN),
            part(Refusal("crash", "")),
            ids(6),
            "no crash: exit code 0",
            id="raises",
        ),
        pytest.param(
            EncodeCase("throw", PLAIN),
            part(ids(5)),
            Refusal("error", "KeyError: 5"),
            "that was expected",
            id="an-error-is-due",
        ),
        pytest.param(
            EncodeCase("a", PLAIN),
            part(Refusal("error", "x")),
            ids(2, 97),
            "that was expected",
            id="no-error",
        ),
        pytest.param(
            EncodeCase("a" * 3000, PLAIN),
            part(Refusal("error", "x")),
            ids(2, *[97] * 3000),
            "that was expected",
            id="no-error-of-a-long-one",
        ),
        pytest.param(
            EncodeCase("a" * 3000, PLAIN),
            part(Refusal("timeout", "x")),
            ids(2, *[97] * 3000),
            "no timeout",
            id="no-hang-of-a-long-one",
        ),
        pytest.param(
            DecodeCase((97,) * 3000),
            part(Refusal("error", "x")),
            Text("a" * 3000),
            "that was expected",
            id="no-error-of-a-long-text",
        ),
    ],
)
def test_what_is_not_so_is_not_reproduced(run, case, got, right, why):
    _, proof = run(case, "ids" if case.op == "encode" else "text", got, right)
    assert proof.outcome == "does not reproduce"
    assert why in proof.reason


@pytest.mark.parametrize(
    ("case", "field", "why"),
    [
        pytest.param(EncodeCase("a", BOTH), "ids", "no call for this: text", id="no-such-call"),
        pytest.param(DecodeCase((1,), DecodeOptions(True)), "text", "skipped", id="no-such-decode"),
        pytest.param(EncodeCase("\ud800", PLAIN), "ids", "a surrogate", id="no-unicode"),
        pytest.param(EncodeCase("a", PLAIN), "offsets", "give no offsets", id="no-offsets"),
    ],
)
def test_what_has_no_script_says_why(case, field, why):
    answer = Text("a") if isinstance(case, DecodeCase) else Encoding((1,), ((0, 1),))
    expected = Part("expected", "huggingface_tokenizers", None, "small", Refusal("error", ""), True)
    with pytest.raises(NoScript, match=why):
        script("title", Asked(case, field), part(answer), expected)


def test_sources_are_read_as_they_are():
    assert json.loads(literal("\x7f\u2028\ud83d\ude00'\"")) == "\x7f\u2028\U0001f600'\""
    assert text_source("ab" * 200) == '"ab".repeat(200)'
    assert (
        text_source("x" * 150 + "y" + "z" * 100 + "!")
        == '"x".repeat(150) + "y" + "z".repeat(100) + "!"'
    )
