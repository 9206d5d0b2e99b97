"""Findings of fault models and of two files, as reports with scripts that were run."""

import json
import shutil
from dataclasses import replace

import pytest
from tokenizers import Tokenizer

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import CellSpec, SideSpec, parity_cell
from tokparity.harness.triage.script_run import prove
from tokparity.harness.triage.small_tokenizer import on_small_files
from tokparity.harness.triage.triager import chosen, outcomes, triager
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding
from tokparity.reports.records.engine import FaultyReference, Library
from tokparity.reports.records.finding import (
    Finding,
    Sighting,
    Signature,
    kept_tokenizer,
)
from tokparity.reports.records.lines import write_lines
from tokparity.reports.records.run_directory import read_findings
from tokparity.reports.records.run_info import RunArtefact, RunInfo, write_run_info
from tokparity.reports.triage.exhibit import Proof
from tokparity.reports.triage.recipes.recipe import NoScript

HF = "huggingface_tokenizers"


@pytest.fixture
def work(tmp_path, monkeypatch, slot):
    """A triager over a run directory, with the shared workers."""
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "run"
    run.mkdir()
    with triager(run, run / "triage") as made:
        yield replace(made, slot=slot)


@pytest.fixture
def named(work):
    """A parity cell of two files that the run directory names."""

    def make(one, other):
        held = [RunArtefact(each.name, "m", each.format, each.sha256) for each in (one, other)]
        info = RunInfo("0", "3", "test", 0, 1, 1, 1, {}, {}, tuple(held), (), "", 0.0, 0.0, 0)
        write_run_info(work.run_dir, info)
        return parity_cell(one, other, "m")

    return make


def test_a_fault(work, seen, faulty):
    exhibit = work.triage(seen(faulty))
    assert exhibit.proof.outcome == "reproduced", exhibit.proof
    assert exhibit.proof.ran_on.startswith("tokenizers ")
    assert exhibit.recorded.entries < 15
    assert exhibit.recorded.before == 355
    assert len(exhibit.expected.holding.content) < 800
    assert exhibit.script.count("\n") < 20
    place = work.folder.root / exhibit.finding.id
    names = ["on_original.py", "report.md", "repro.py"]
    assert sorted(one.name for one in place.iterdir()) == names
    assert exhibit.recorded.proof.outcome == "reproduced"
    assert "# Expected: tokenizers defines what a tokenizer.json means" in exhibit.script
    text = (place / "report.md").read_text("utf-8")
    assert "variant:merge-order-reversed" in text
    assert "merges of" in text
    assert f"cut down to {exhibit.recorded.entries} of 355 entries" in text
    assert "'helloworld'" in text.split("## In the whole tokenizer")[1].split("## Affected")[0]
    for asked in (exhibit.answers, exhibit.recorded.answers):
        alike = {one.engine: one.now == one.recorded for one in asked}
        assert alike == {HF: True, "variant:merge-order-reversed": True, "reference": False}


def test_a_wrong_expectation_does_not_reproduce(work, seen, faulty):
    """Made up: the run says of the subject what the library answers, and of it another thing."""
    true = seen(faulty).sightings[0]
    swapped = work.triage(seen(faulty, left=true.right, right=true.left))
    assert swapped.proof.outcome == "does not reproduce"
    assert "the answer that was expected" in swapped.proof.reason
    other = work.triage(seen(faulty, right=Encoding((1, 2), None)))
    assert other.proof.outcome == "does not reproduce"
    assert "another answer" in other.proof.reason
    text = (work.folder.root / other.finding.id / "report.md").read_text("utf-8")
    assert "**does not reproduce**" in text
    assert "**not as recorded**" in text


def test_what_answers_otherwise_now_is_not_made_small(work, seen, faulty, monkeypatch):
    """A smaller tokenizer would show what the library does now, which is not this finding."""

    def shrunk(*_):
        raise AssertionError("another finding was made small")

    monkeypatch.setattr("tokparity.harness.triage.triager.on_small_files", shrunk)
    exhibit = work.triage(seen(faulty, right=Encoding((1, 2), None)))
    assert exhibit.recorded is None
    assert exhibit.expected.holding.sha256 == faulty.left.artefact.sha256
    assert exhibit.proof.outcome == "does not reproduce"
    text = (work.folder.root / exhibit.finding.id / "report.md").read_text("utf-8")
    assert "the whole file" in text
    assert "## In the whole tokenizer" not in text


@pytest.fixture
def only_whole_reproduces(monkeypatch):
    """Nothing is proven on a tokenizer that stands in the script: such scripts are counted."""
    met = []

    def on_whole(path, made, files, **how):
        if "from_str" not in made.text:
            return prove(path, made, files, **how)
        met.append(path)
        return Proof("does not reproduce", "not on this one")

    monkeypatch.setattr("tokparity.harness.triage.triager.prove", on_whole)
    return met


def test_a_small_file_whose_script_does_not_reproduce_is_not_shown(
    work, seen, faulty, only_whole_reproduces
):
    exhibit = work.triage(seen(faulty))
    assert len(only_whole_reproduces) == 1
    assert exhibit.proof.outcome == "reproduced"
    assert exhibit.recorded is None
    assert exhibit.expected.holding.sha256 == faulty.left.artefact.sha256
    place = work.folder.root / exhibit.finding.id
    assert sorted(one.name for one in place.iterdir()) == [
        "report.md", "repro.py", "tokenizer.json",
    ]  # fmt: skip


def test_a_small_file_that_a_side_answers_otherwise_is_not_shown(work, seen, faulty, monkeypatch):
    def otherwise(*given):
        small = on_small_files(*given)
        return replace(small, sighting=replace(small.sighting, left=Encoding((7,), None)))

    monkeypatch.setattr("tokparity.harness.triage.triager.on_small_files", otherwise)
    exhibit = work.triage(seen(faulty))
    assert exhibit.recorded is None
    assert exhibit.proof.outcome == "reproduced"


def test_without_a_script_the_small_file_is_shown_all_the_same(work, seen, faulty, monkeypatch):
    def none(*_):
        raise NoScript("it cannot be shown")

    monkeypatch.setattr("tokparity.harness.triage.triager.script", none)
    exhibit = work.triage(seen(faulty))
    assert exhibit.proof.reason == "it cannot be shown"
    assert exhibit.recorded.entries < 15
    place = work.folder.root / exhibit.finding.id
    assert [one.name for one in place.iterdir()] == ["report.md"], "nothing of the whole file"


def test_a_black_box_is_a_subject(work, seen, faulty):
    found = seen(faulty)
    found = replace(found, signature=replace(found.signature, left="mutant:17"), method="unknown")
    exhibit = work.triage(found)
    assert exhibit.proof.outcome == "reproduced"
    assert "got = " in exhibit.script
    assert "# mutant:17, as recorded" in exhibit.script
    assert exhibit.recorded is None, "nobody can ask it of another tokenizer"
    assert exhibit.expected.holding.file == "tokenizer.json"
    assert {one.engine for one in exhibit.answers} == {HF, "reference"}


def test_two_files_of_one_library(work, seen, named, document, save):
    one, other = save(document, "one"), save(document | {"added_tokens": []}, "other")
    one, other = (replace(held, name=str(held.path)) for held in (one, other))
    case = EncodeCase("<|end|>", EncodeOptions(add_special=False))
    exhibit = work.triage(seen(named(one, other), case))
    assert exhibit.proof.outcome == "reproduced", exhibit.proof
    assert exhibit.script.count("Tokenizer.from_str") == 2
    assert exhibit.recorded.entries <= 3


def test_two_libraries(work, seen, document, save, ranks):
    """Ranks have no name that leads to them: the cell is given, as of a regression file."""
    other = ranks()
    cell = parity_cell(save(document), other, "small")
    exhibit = work.triage(seen(cell, EncodeCase("12", EncodeOptions(False, False))), cell)
    assert exhibit.got.engine == HF
    assert exhibit.proof.outcome == "reproduced", exhibit.proof
    assert "# tiktoken, as recorded" in exhibit.script
    assert exhibit.recorded.entries <= 4  # "12" on both sides: else the model would be at fault
    place = work.folder.root / exhibit.finding.id
    assert exhibit.expected.holding.file == "expected.tiktoken"
    assert (place / "expected.tiktoken").stat().st_size == exhibit.expected.holding.size < 30
    text = (place / "report.md").read_text("utf-8")
    assert "`expected.tiktoken` beside this report, with the pattern" in text
    assert "not needed by the script" in text
    assert {one.engine for one in exhibit.answers} >= {HF, "openai_tiktoken"}


def test_a_file_that_cannot_be_cut_lies_beside_the_report(work, model, tmp_path, monkeypatch):
    held = work_artefact(model, tmp_path)
    cell = CellSpec(
        "m", "fidelity", SideSpec(Library("exec:mine"), held), SideSpec(Library(SPM), held)
    )
    case = EncodeCase("hold", EncodeOptions(False, False))
    found = Finding(
        Signature("fidelity", "encode", "exec:mine", SPM, "model", "unknown"), "", "divergence",
        "unknown",
        (Sighting(held.name, held.sha256, None, 1, case, case, Encoding((1,)),
                  work._answer(SPM, held, case), "ids", 0, None, None),),
    )  # fmt: skip
    exhibit = work.triage(found, cell)
    assert exhibit.proof.outcome == "reproduced", exhibit.proof
    assert exhibit.expected.holding.file == "tokenizer.model"
    copied = work.folder.root / found.id / "tokenizer.model"
    assert copied.read_bytes() == model.read_bytes()
    assert {one.engine for one in exhibit.answers} == {SPM, "mistral_common", "reference"}

    monkeypatch.setattr("tokparity.harness.triage.report_folder.LARGEST_COPY", 3)
    large = work.triage(found, replace(cell, left=SideSpec(Library("exec:mine"), held)))
    assert large.proof.outcome == "reproduced", large.proof
    assert "sys.argv[-1]" in large.script
    text = (work.folder.root / found.id / "report.md").read_text("utf-8")
    assert "the script is told where it is" in text


SPM = "google_sentencepiece"


def work_artefact(path, folder):
    shutil.copy(path, folder / "small.model")
    return resolve(str(folder / "small.model"))


def test_the_smallest_sighting_whose_file_is_here_is_shown(work, seen, faulty):
    found = seen(faulty)
    (here,) = found.sightings
    gone = replace(here, artefact="gone.json", case=EncodeCase("h"), count=9)
    exhibit = work.triage(replace(found, sightings=(gone, here)))
    assert exhibit.recorded.sighting == here
    assert exhibit.proof.outcome == "reproduced"
    text = (work.folder.root / found.id / "report.md").read_text("utf-8")
    assert "`gone.json`" in text


def test_without_any_file_the_report_says_so(work, seen, faulty):
    found = seen(faulty, artefact="gone.json")
    exhibit = work.triage(found)
    assert exhibit.proof.outcome == "no script"
    assert "gone.json" in exhibit.proof.reason
    text = (work.folder.root / found.id / "report.md").read_text("utf-8")
    assert "No script: ``gone.json" in text
    assert "merges of" in text


def test_a_file_that_is_not_the_one_it_was_is_not_shown(work, seen, faulty, by_path):
    found = seen(faulty)
    by_path.path.write_text(by_path.path.read_text() + " ")
    exhibit = work.triage(found)
    assert exhibit.proof.outcome == "no script"
    assert "no longer the one" in exhibit.proof.reason


def test_a_tokenizer_that_the_run_kept(work, seen, faulty, by_path):
    kept = kept_tokenizer(work.run_dir, by_path.sha256)
    kept.parent.mkdir()
    by_path.path.rename(kept)
    left, right = (replace(side.artefact, path=kept) for side in faulty.sides)
    sides = SideSpec(faulty.left.engine, left), SideSpec(Library(HF), right)
    exhibit = work.triage(seen(CellSpec("p", "fidelity", *sides), artefact="pipeline 7"))
    assert exhibit.proof.outcome == "reproduced", exhibit.proof
    assert [one.now == one.recorded for one in exhibit.answers if one.engine == HF] == [True]


def test_one_bug_in_many_vocabularies_is_one_report(work, seen, document, save, tmp_path):
    """Sightings that merge under one key, written to a run and read again."""
    seen_in = []
    for at, name in enumerate(("one", "two", "three")):
        data = json.loads(json.dumps(document))
        data["model"]["vocab"][f"unused-{at}"] = 900 + at
        held = save(data, name)
        held = replace(held, name=str(held.path))
        sides = SideSpec(FaultyReference("merge-order-reversed"), held), SideSpec(Library(HF), held)
        seen_in.append(seen(CellSpec(name, "fidelity", *sides), count=at + 1))
    assert len({one.key for one in seen_in}) == 1
    sightings = tuple(one.sightings[0] for one in seen_in)
    whole = replace(seen_in[0], sightings=sightings)
    write_lines(tmp_path / "run" / "findings.jsonl", [write(whole)])
    (found,) = read_findings(tmp_path / "run")
    exhibit = work.triage(found)
    assert exhibit.proof.outcome == "reproduced"
    text = (work.folder.root / found.id / "report.md").read_text("utf-8")
    rows = [line for line in text.split("## Affected")[1].splitlines() if ".json`" in line]
    assert [row.split(" | ")[1] for row in rows] == ["3", "2", "1"]


def test_what_is_left_out_and_what_is_counted(seen, faulty, work):
    found = seen(faulty)
    known = replace(found, status="accepted")
    assert chosen([found, known], new_only=True) == [found]
    assert chosen([found, known], new_only=False) == [found, known]
    assert outcomes([work.triage(found)]) == {"reproduced": 1}


def test_a_folder_and_its_tokenizer_json(work, seen, named, document, tmp_path):
    """What a class of `transformers` makes of a file otherwise than the file says."""
    place = tmp_path / "model"
    place.mkdir()
    (place / "tokenizer.json").write_text(json.dumps(document))
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "mask_token": "ll"}
    (place / "tokenizer_config.json").write_text(json.dumps(config))
    one, two = resolve(str(place / "tokenizer.json")), resolve(str(place))
    case = EncodeCase("hello", EncodeOptions(add_special=False))
    expected = Tokenizer.from_file(str(one.path)).encode("hello", add_special_tokens=False).ids
    exhibit = work.triage(seen(named(one, two), case))
    assert exhibit.got.engine == "huggingface_transformers"
    assert exhibit.got.holding.file == "tokenizer"
    assert exhibit.proof.outcome == "reproduced", exhibit.proof
    assert exhibit.proof.output.splitlines()[-1].endswith(f"expected {expected}")
