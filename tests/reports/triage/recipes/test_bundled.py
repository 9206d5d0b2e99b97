"""A script asks a bundled library by its own calls: here of libraries that are installed anyway."""

import json
import subprocess
import sys

import pytest

from tokparity.harness.triage.script_run import prove
from tokparity.oracles.subjects.library import Library, Way
from tokparity.reference_impl.contract import (
    AS_CONFIGURED,
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
from tokparity.reports.triage.recipes.recipe import NoScript
from tokparity.reports.triage.scripts import Asked, script

PLAIN = EncodeOptions(add_special=False)
MODEL = {"type": "WordLevel", "vocab": {"a": 0, "b": 1, "?": 2}, "unk_token": "?"}
PADDING = {"strategy": {"Fixed": 4}, "direction": "Right", "pad_to_multiple_of": None,
           "pad_id": 2, "pad_type_id": 0, "pad_token": "?"}  # fmt: skip
DOCUMENT = json.dumps({"model": MODEL, "pre_tokenizer": {"type": "Whitespace"}})
PADDED = json.dumps({**json.loads(DOCUMENT), "padding": PADDING})
HF = Way(
    "import tokenizers\nt = tokenizers.Tokenizer.from_file(F)",
    formats=("tokenizer.json",),
    encode={"parsed": "t.encode(X, add_special_tokens=False).ids"},
    decode={"all": "t.decode(X, skip_special_tokens=False)"},
)
RANKS = Way(
    "import tiktoken; t = tiktoken.Encoding(V, pat_str=R['pattern'], mergeable_ranks=RANKS(),"
    " special_tokens=R['special_tokens'])",
    vocabularies={"mine": "own name"},
    encode={"parsed": "t.encode(X, allowed_special='all')"},
    decode={"all": "t.decode_bytes(X)"},
)


BESIDE = Way(
    "import os; t = sorted(os.listdir(D))",
    formats=("tokenizer.json", "tokenizer_config.json"),
    encode={"parsed": "[len(t), *(len(open(os.path.join(D, it)).read()) for it in t)]"},
)


@pytest.fixture
def libraries(monkeypatch):
    """Two libraries of pip, in the place of those that are bundled."""
    hf = Library("hf", "pip", "tokenizers==0.23.3", "Rust", "MIT", (HF,), 1)
    ranks = Library("ranks", "pip", "tiktoken==0.14.0", "Rust", "MIT", (RANKS,), 1, decodes="bytes")
    looks = Library("looks", "pip", "tokenizers==0.23.3", "Rust", "MIT", (BESIDE,), 1)
    found = {each.name: each for each in (hf, ranks, looks)}
    monkeypatch.setattr("tokparity.reports.records.engine.find_library", found.get)


def part(name, answer, content, settings=AS_CONFIGURED, format="tokenizer.json", facts=None):
    raw = content.encode()
    holding = Holding("mine", format, "0" * 64, len(raw), raw, None, facts, settings)
    return Part("got", f"lib:{name}", None, "mine", answer, False, holding)


def run(case, field, got, right):
    expected = Part("expected", "huggingface_tokenizers", None, "mine", right, True)
    made = script("title", Asked(case, field), got, expected)
    done = subprocess.run(
        [sys.executable, "-c", made.text], capture_output=True, text=True, check=False
    )
    return made, done.stderr.strip().splitlines()[-1] if done.returncode == 1 else done.stdout


@pytest.mark.parametrize(
    ("case", "field", "content", "settings", "got", "right"),
    [
        pytest.param(EncodeCase("a b", PLAIN), "ids", DOCUMENT, AS_CONFIGURED,
                     Encoding((0, 1)), Encoding((7,)), id="encode"),
        pytest.param(EncodeCase("a b", PLAIN), "ids", PADDED, AS_CONFIGURED,
                     Encoding((0, 1, 2, 2)), Encoding((7,)), id="as-configured"),
        pytest.param(EncodeCase("a b", PLAIN), "ids", PADDED, Settings(limits=False),
                     Encoding((0, 1)), Encoding((7,)), id="without-limits"),
        pytest.param(DecodeCase((0, 1)), "text", DOCUMENT, AS_CONFIGURED,
                     Text("a b"), Text("ab"), id="decode"),
    ],
)  # fmt: skip
def test_a_script_gives_what_the_library_gives(
    libraries, case, field, content, settings, got, right
):
    made, said = run(case, field, part("hf", got, content, settings), right)
    assert said == made.line
    assert made.needs == ("tokenizers==0.23.3",)


def test_what_it_does_not_give_is_not_reproduced(libraries):
    wrong = part("hf", Encoding((5,)), DOCUMENT)
    _, said = run(EncodeCase("a b", PLAIN), "ids", wrong, Encoding((0, 1)))
    assert "not reproduced: got [0, 1], as expected" in said


def test_a_vocabulary_that_it_has_itself_and_ranks_that_it_is_given(libraries):
    facts = RankFacts(r"\w+| ", {"<x>": 2})
    holder = part("ranks", Encoding((1, 2)), "YQ== 0\nYg== 1\n", format="tiktoken", facts=facts)
    made, said = run(EncodeCase("b<x>", PLAIN), "ids", holder, Encoding((7,)))
    assert said == made.line


@pytest.mark.parametrize(
    ("name", "case", "field", "reason"),
    [
        pytest.param("hf", EncodeCase("a"), "ids", "no call for this: added", id="no-call"),
        pytest.param(
            "hf", DecodeCase((1,), DecodeOptions(True)), "text", "no call", id="no-decode"
        ),
        pytest.param("hf", EncodeCase("a", PLAIN), "offsets", "give no offsets", id="no-ranges"),
        pytest.param("ranks", EncodeCase("a", PLAIN), "ids", "loads no tok", id="no-such-file"),
    ],
)
def test_what_has_no_script_says_why(libraries, name, case, field, reason):
    got = part(name, Refusal("error", "boom"), DOCUMENT)
    object.__setattr__(got, "artefact", "other")
    expected = Part("expected", "huggingface_tokenizers", None, "other", Encoding((1,)), True)
    with pytest.raises(NoScript, match=reason):
        script("title", Asked(case, field), got, expected)


@pytest.fixture
def looking(libraries, tmp_path):
    """A script of a library that looks at what is beside its file, in the folder of a report."""

    def ran(answer, format, *told, **changes):
        size = {"name": "mine", "sha256": "0" * 64, "size": 9}
        holding = Holding(format=format, **size, **changes)
        got = Part("got", "lib:looks", None, "mine", answer, False, holding)
        expected = Part("expected", "huggingface_tokenizers", None, "mine", Encoding((7,)), True)
        made = script("title", Asked(EncodeCase("a", PLAIN), "ids"), got, expected)
        place = tmp_path / "repro.py"
        place.write_text(made.text)
        proof = prove(place, made, told)
        return proof.outcome, proof.reason

    return ran


@pytest.fixture
def model(tmp_path):
    """Makes a folder of a model; told by its names and how long each file is."""

    def make(name, **sizes):
        folder = tmp_path / name
        folder.mkdir()
        for stem, size in sizes.items():
            (folder / f"{stem}.json").write_text("x" * size)
        return folder

    return make


def test_a_folder_is_given_whole(looking, model):
    """The class of a tokenizer_config.json reads what is beside it."""
    folder = model("tokenizer", tokenizer_config=3, vocab=5)
    answer = Encoding((2, 3, 5))
    named = {"called": "tokenizer_config.json"}
    copied = looking(answer, "tokenizer_config.json", file="tokenizer", **named)
    told = looking(answer, "tokenizer_config.json", folder / "tokenizer_config.json", **named)
    assert copied == told == ("reproduced", "")


def test_what_the_run_gave_beside_a_file_is_given_again(looking, model, tmp_path):
    beside = {"beside": ("tokenizer_config.json",)}
    folder = model("tokenizer.beside", tokenizer_config=3)
    (tmp_path / "tokenizer.json").write_text("x" * 5)
    (tmp_path / "secret.json").write_text("no concern of the library's")
    answer = Encoding((2, 5, 3))
    assert looking(answer, "tokenizer.json", file="tokenizer.json", **beside)[0] == "reproduced"
    (folder / "blob").write_text("x" * 5)
    assert looking(answer, "tokenizer.json", folder / "blob", **beside)[0] == "reproduced"
    outcome, why = looking(answer, "tokenizer.json", tmp_path / "tokenizer.json", **beside)
    assert outcome == "does not reproduce"
    assert "tokenizer_config.json" in why


def test_a_vocabulary_that_is_built_in_needs_no_file(libraries, monkeypatch):
    own = Way("t = V", vocabularies={"mine": "own"}, encode={"parsed": "[len(t)]"})
    built_in = Library("built", "pip", "tokenizers==0.23.3", "Rust", "MIT", (own,), 1)
    monkeypatch.setattr("tokparity.reports.records.engine.find_library", {"built": built_in}.get)
    holding = Holding("mine", "tiktoken", "0" * 64, 2, called="ranks.tiktoken")
    got = Part("got", "lib:built", None, "mine", Encoding((3,)), False, holding)
    expected = Part("expected", "openai_tiktoken", None, "mine", Encoding((4,)), True)
    made = script("title", Asked(EncodeCase("a", PLAIN), "ids"), got, expected)
    assert "then: python -P repro.py\n" in made.text
    assert not any(word in made.text for word in ("argv", "File:", "tempfile"))
