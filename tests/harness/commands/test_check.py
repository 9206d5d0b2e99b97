import json
from dataclasses import replace

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.corpora.vocabs import catalogue
from tokparity.harness.commands import check as command
from tokparity.harness.guidance.feedback import Feedback
from tokparity.harness.reduction import regression
from tokparity.harness.shards.slot import Slot
from tokparity.oracles.subjects import program as subject_program
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.reports.records.engine import FaultyReference
from tokparity.reports.records.growth import Curve, read_growth


@pytest.fixture
def single_word_ignored(monkeypatch):
    """The reference finds single-word tokens inside words, as a run's left side."""
    from tokparity.harness.compare.cells import SideSpec
    from tokparity.harness.run import check

    original = check.fidelity_cell

    def make(artefact, model):
        cell = original(artefact, model)
        left = SideSpec(FaultyReference("single-word-ignored"), artefact)
        return type(cell)(cell.model, cell.question, left, cell.right)

    monkeypatch.setattr(check, "fidelity_cell", make)


@pytest.fixture
def path(save, every_stage):
    from copy import deepcopy

    data = deepcopy(every_stage)
    word = next(one for one in data["added_tokens"] if one["content"] == "word")
    word["content"] = "zq#qz"  # which no generator makes
    return save(data).path


@pytest.mark.parametrize("name", ["own.txt", "own.jsonl", "own.parquet"])
def test_own_texts_are_cases(tokparity, tmp_path, path, single_word_ignored, monkeypatch, name):
    from tokparity.harness.shards import case_source

    monkeypatch.setattr(case_source, "encode_texts", lambda *_: [("none", "plain")])
    monkeypatch.setattr(case_source, "steered_texts", lambda *_: [])
    monkeypatch.setattr(case_source, "decode_ids", lambda *_: [])
    monkeypatch.setattr(Feedback, "more", lambda *_: [])  # would find the token by itself
    quiet = tokparity("check", path, "--sweep", "none", "--cases", "1", "--out", "quiet")
    assert quiet[0] == 0, quiet
    texts = ["nothing", "xzq#qzx"]
    match name:
        case "own.txt":
            (tmp_path / name).write_text("\n".join(texts))
        case "own.jsonl":
            (tmp_path / name).write_text("\n".join(map(json.dumps, texts)))
        case _:
            pq.write_table(pa.table({"text": texts}), tmp_path / name)
    code, out, err = tokparity(
        "check", path, "--sweep", "none", "--cases", "1", "--texts", name, "--out", "out", "--json"
    )
    assert code == 1, err
    [finding] = map(json.loads, out.splitlines())
    assert finding["signature"]["stage"] == "added_tokens"
    assert "zq#qz" in finding["sightings"][0]["case"]["text"]
    info = json.loads((tmp_path / "out" / "run.json").read_text())
    quieter = json.loads((tmp_path / "quiet" / "run.json").read_text())
    assert info["cases"] == quieter["cases"] + 4, "two texts, with and without the template"


def test_a_sweep_is_cases(tokparity, path, single_word_ignored, monkeypatch):
    from tokparity.harness.shards import case_source

    monkeypatch.setattr(case_source, "encode_texts", lambda *_: [("none", "plain")])
    monkeypatch.setattr(case_source, "steered_texts", lambda *_: [])
    monkeypatch.setattr(Feedback, "more", lambda *_: [])
    code, out, err = tokparity("check", path, "--sweep", "sample", "--cases", "20000", "--json")
    assert code == 1, err
    assert "added_tokens" in out


def test_static_differences_are_json_lines_too(repository, tokparity):
    code, out, _ = tokparity(
        "check", "one", "--against", "two.json", "--cases", "600", "--sweep", "none", "--json"
    )
    assert code == 1
    rows = [json.loads(line) for line in out.splitlines()]
    assert rows[0]["static"]["aspect"] == "number of tokens"
    assert rows[-1]["signature"]["question"] == "parity"


def test_the_same_bytes_agree_without_a_run(repository, tokparity):
    code, out, _ = tokparity("check", "one", "--against", "one.json")
    assert code == 0
    assert out == "one and one.json are the same bytes: nothing can differ\n"
    assert not (repository / "runs").exists()


def test_a_tokenizer_without_tokens_is_one_line(tokparity, tmp_path, document):
    model = {"type": "BPE", "vocab": {}, "merges": []}
    (tmp_path / "empty.json").write_text(
        json.dumps(document | {"added_tokens": [], "model": model})
    )
    code, out, err = tokparity("check", "empty.json")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].endswith("holds no token")
    assert "Traceback" not in err


def test_slots_are_closed(repository, tokparity, monkeypatch):
    closed = []
    close = Slot.close
    monkeypatch.setattr(Slot, "close", lambda self: (closed.append(self), close(self)))
    assert catalogue.find("one", catalogue.OWN)
    assert tokparity("check", "one", "--cases", "1", "--sweep", "none")[0] == 0
    assert closed


@pytest.mark.parametrize(
    ("config", "stages"),
    [
        ("PreTrainedTokenizerFast", set()),
        ("CodeLlamaTokenizer", {"pre_tokenizer", "decoder"}),
    ],
)
def test_a_directory_is_its_file_against_what_a_library_makes_of_it(
    tokparity, tmp_path, document, config, stages
):
    model = tmp_path / "model"
    model.mkdir()
    vocab = document["model"]["vocab"] | {"<unk>": 800, "<s>": 801, "</s>": 802}
    data = document | {"model": document["model"] | {"vocab": vocab}}
    (model / "tokenizer.json").write_text(json.dumps(data))
    (model / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": config}))
    code, out, err = tokparity("check", "model", "--cases", "900", "--sweep", "none", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == (1 if stages else 0), err
    assert {one["signature"]["question"] for one in found} <= {"parity"}
    assert stages <= {one["signature"]["stage"] for one in found}
    assert bool(found) is bool(stages)
    assert {one["sightings"][0]["artefact"] for one in found} <= {"model/tokenizer.json"}


def test_distilled_texts_are_own_texts_of_the_next_check(tokparity, path, tmp_path):
    bounds = ("--sweep", "none", "--cases", "512")
    code, _, err = tokparity("check", path, *bounds, "--distil", "few.jsonl", "--out", "one")
    assert code == 0, err
    [line] = [line for line in err.splitlines() if line.startswith("distilled into few.jsonl: ")]
    kept = len((tmp_path / "few.jsonl").read_text("ascii").splitlines())
    assert f": {kept} of " in line
    assert 20 < kept < 300
    code, _, err = tokparity("check", path, *bounds, "--texts", "few.jsonl", "--out", "two")
    assert code == 0, err
    asked = [json.loads((tmp_path / run / "run.json").read_text()) for run in ("one", "two")]
    assert asked[1]["cases"] == asked[0]["cases"] + 2 * kept


def test_distilling_into_nowhere_is_one_line_before_anything_runs(tokparity, path, tmp_path):
    code, out, err = tokparity("check", path, "--distil", "few.txt", "--out", "out")
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "tokparity: --distil few.txt: is read back as JSON lines: name it .jsonl"
    ]
    assert not (tmp_path / "out").exists()


def test_properties_are_told_and_kept(repository, tokparity):
    code, out, _ = tokparity("check", "one", "--cases", "1", "--sweep", "none", "--out", "out")
    assert code == 0
    (line,) = [line for line in out.splitlines() if line.startswith("properties of ")]
    assert line.startswith("properties of one: invariants: ")
    assert "; observations: " in line
    kept = (repository / "out" / "properties.jsonl").read_text("ascii").splitlines()
    assert {json.loads(one)["artefact"] for one in kept} == {"one"}


def test_a_broken_invariant_is_a_finding(repository, tokparity, monkeypatch):
    from tokparity.harness.properties import batches, outcomes
    from tokparity.harness.properties.property import Breach

    planted = replace(batches.BATCHES, breaches=lambda subject: (9, [Breach("ab", "is other")]))
    monkeypatch.setattr(outcomes, "PROPERTIES", [planted])
    options = ("--cases", "1", "--sweep", "none")
    code, out, _ = tokparity("check", "one", *options)
    assert code == 1
    assert out.splitlines()[0] == (
        "properties of one: invariant broken: batch as one by one, by 1 of 9 texts: “ab”: is other"
    )
    code, out, err = tokparity("check", "one", *options, "--json")
    assert (code, out) == (1, "")
    assert "invariant broken" in err


@pytest.mark.parametrize("as_json", [False, True])
def test_growth_is_told_where_it_is_steep(repository, tokparity, path, monkeypatch, as_json):
    flat = Curve("here", "spaces", ((1000, 0.1), (2000, 0.2), (4000, 0.4)))
    steep = Curve("here", "digits", ((1000, 0.1), (2000, 0.4), (4000, 1.6)))
    refused = Curve("there", "digits", (), "crash at 1,000 characters")
    monkeypatch.setattr(command, "growth_of", lambda slot, cell: iter([flat, steep, refused]))
    bounds = ("--sweep", "none", "--cases", "1", "--growth", "--out", "out")
    code, out, err = tokparity("check", path, *bounds, *(["--json"] if as_json else []))
    assert code == 0, "an observation, no divergence"
    assert "growth of time: 3 curves, 1 steeper than linear" in err
    assert read_growth(repository / "out") == (flat, steep, refused)
    if as_json:
        told = [json.loads(line)["growth"] for line in out.splitlines()]
        assert [one["steep"] for one in told] == [False, True, False]
        assert [one["slope"] for one in told] == [1.0, 2.0, None]
        assert told[1]["points"] == [[1000, 0.1], [2000, 0.4], [4000, 1.6]]
        assert told[2]["refused"] == "crash at 1,000 characters"
    else:
        lines = [line for line in out.splitlines() if line.startswith("slow: ")]
        assert lines == [
            "slow: here: digits: 1.600 s for 4,000 characters, growing as length^2.00",
            "slow: there: digits: crash at 1,000 characters",
        ]


@pytest.fixture
def checked(tokparity, tmp_path, fake, monkeypatch):
    """`check --subject` of a fake on the tokenizer whose ids are bytes, and on one own text."""
    (tmp_path / "bytes.json").write_text(json.dumps(BYTES))
    few = ("--cases", "40", "--sweep", "none", "--replies", "0", "--texts", "own.txt")

    def go(behaviour, *options, text="plain", program=()):
        monkeypatch.setattr(regression, "MANY", 60)  # tries, each of which may end the subject
        monkeypatch.setattr(subject_program, "GRACE", 0.2)
        monkeypatch.setattr(subject_program, "LOOK_AT_MEMORY", 0.02)
        seconds = 0.2 if behaviour == "Hangs" else 0.5
        monkeypatch.setitem(SubjectClient.__init__.__kwdefaults__, "seconds", seconds)
        monkeypatch.setitem(SubjectClient.__init__.__kwdefaults__, "memory_mb", 60)
        (tmp_path / "own.txt").write_text(f"{text}\n")
        spec = spec_of(fake(behaviour, *program))
        code, out, err = tokparity("check", "bytes.json", "--subject", spec, *few, *options)
        return code, out, err, spec

    return go


def test_a_subject_that_is_right_agrees(checked, tmp_path):
    code, _, err, spec = checked("Echo", "--out", "run")
    assert code == 0, err
    assert "smoke: ids: ok: 8 texts as the library's" in err.splitlines()
    info = json.loads((tmp_path / "run" / "run.json").read_text())
    assert info["oracles"]["subject:Echo"] == "1.2.3"
    assert info["options"]["subject"] == spec
    assert (tmp_path / "run" / "report" / "index.html").exists()


def test_a_subject_that_is_wrong_is_a_finding_of_its_name(checked, tmp_path):
    code, out, _, spec = checked("DropsLast", "--json", "--out", "run")
    assert code == 1
    findings = [row for row in map(json.loads, out.splitlines()) if "signature" in row]
    pairs = {row["key"].split("/")[3] for row in findings}
    assert pairs == {"huggingface_tokenizers~subject:DropsLast"}
    assert min(len(row["sightings"][0]["case"]["text"]) for row in findings) == 1
    assert spec not in (tmp_path / "run" / "findings.jsonl").read_text(), "a file starts nothing"


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        ("Raises", "error"),
        ("Dies", "crash"),
        ("Aborts", "crash"),
        ("Hangs", "timeout"),
        ("PrintsGarbage", "error"),
        ("MixesOrder", "error"),
        ("TakesMemory", "memory"),
        ("ClosesStdout", "error"),
    ],
)
def test_what_a_subject_does_on_one_text_is_a_refusal_and_a_whole_report(
    checked, tmp_path, behaviour, kind
):
    text = f"q {behaviour.lower()} q"
    before = psutil.Process().children(recursive=True)
    code, _, err, _ = checked(behaviour, "--out", "run", text=text)
    assert code == 1, err
    refusals = (tmp_path / "run" / "refusals.jsonl").read_text().splitlines()
    rows = list(map(json.loads, refusals))
    assert {row["refusal"]["refusal"] for row in rows} >= {kind}, rows
    assert (tmp_path / "run" / "report" / "index.html").exists()
    after = psutil.Process().children(recursive=True)
    assert [child for child in after if child not in before] == []


def test_a_subject_that_floods_its_stderr_is_compared_all_the_same(checked, tmp_path):
    code, _, err, _ = checked("FloodsStderr", "--out", "run", text="q floodsstderr q")
    assert code == 0, err
    assert len(err) < 20_000
    assert (tmp_path / "run" / "report" / "index.html").exists()


def test_an_accident_of_a_subject_is_no_finding(checked, tmp_path):
    died = tmp_path / "died"
    code, _, err, _ = checked("DiesOnce", text="diesonce", program=(died,))
    assert died.exists()
    assert code == 0, err


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        ("DiesAtTheStart", "load: broken: crash: exit code 1; last line: no such library. See"),
        ("LoadsNothing", "load: broken: does not load it: no such model. Choose another"),
        ("StringIds", "encode: broken: error: reply: results[0].ids: "),
    ],
)
def test_a_subject_of_which_nothing_can_be_asked_could_not_run(checked, tmp_path, behaviour, said):
    code, out, err, _ = checked(behaviour, "--out", "run")
    assert (code, out) == (2, "")
    assert said in err.splitlines()[-1]
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    "options", [("--against", "two.json"), ("--oracle", "huggingface_tokenizers"),
                ("--as-configured",), ("--model-algorithm", "merges")]
)  # fmt: skip
def test_a_subject_is_compared_with_the_native_library_alone(checked, options):
    code, _, err, _ = checked("Echo", *options)
    assert code == 2
    assert "--subject is compared with the native library alone" in err
