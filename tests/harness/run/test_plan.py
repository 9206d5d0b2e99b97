"""From what is asked for to cells, with what is left out named."""

from dataclasses import replace

import pytest

from tokparity.corpora.chat_templates import chat_templates
from tokparity.corpora.embedded import Embedded
from tokparity.corpora.regression import regressions
from tokparity.corpora.vocabs import catalogue
from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.run.execution import TEXTS_PER_SHARD
from tokparity.harness.run.finding_cell import cell_found_in, cell_of_finding
from tokparity.harness.run.job import coverage_of, run
from tokparity.harness.run.plan import (
    CannotReplay,
    NothingToRun,
    PlanOptions,
    next_directory,
    plan_replay,
    plan_run,
)
from tokparity.harness.run.profile import Profile
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.reports.records.engine import FaultyReference
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.records.run_info import Coverage, Skipped, write_run_info
from tokparity.reports.summary.omissions import NOT_REACHED

PROFILE = Profile("test", "*", 7, pairs=True, goldens=True, cases=600, chats=False)


def names(plan):
    return [cell.name for cell in plan.cells]


def test_each_vocabulary_and_each_pair(repository):
    plan = plan_run(PROFILE, PlanOptions())
    assert names(plan) == [
        "one reference~huggingface_tokenizers",
        "two reference~huggingface_tokenizers",
        "one ~ two huggingface_tokenizers~huggingface_tokenizers",
    ]
    assert plan.epochs == -(-600 // TEXTS_PER_SHARD)
    assert (plan.seed, plan.seconds) == (7, None)
    told = {one.name: one.reason for one in plan.skipped}
    assert told["qwen3"] == "not fetched: tokparity vocabs fetch qwen3"
    assert "one" not in told


def test_choices(repository):
    assert len(plan_run(PROFILE, PlanOptions(vocab=("one",))).cells) == 1
    both = plan_run(PROFILE, PlanOptions(vocab=("one", "tw*", "one")))
    assert both.options["vocab"] == ["one", "tw*", "one"]
    assert {cell.model for cell in both.cells} == {
        cell.model for cell in plan_run(PROFILE, PlanOptions()).cells
    }
    assert len(both.cells) == len({cell.name for cell in both.cells}) > 1
    assert plan_run(PROFILE, PlanOptions(cases=1)).epochs == 1
    timed = plan_run(PROFILE, PlanOptions(seconds=3.0, seed=9))
    assert (timed.epochs, timed.seconds, timed.seed) == (None, 3.0, 9)
    assert len(plan_run(replace(PROFILE, pairs=False), PlanOptions()).cells) == 2
    left = plan_run(PROFILE, PlanOptions(vocab=("one",), left=FaultyReference("no-nfc")))
    assert left.cells[0].left.engine == FaultyReference("no-nfc")


def test_each_chat_template_of_ours_that_the_glob_names(repository):
    profile = replace(PROFILE, chats=True)
    own = [name for name in names(plan_run(profile, PlanOptions())) if name.startswith("template:")]
    assert len(own) == len(chat_templates()) > 20
    assert "template:qwen3 chat reference~huggingface_chat_template" in own
    some = plan_run(profile, PlanOptions(vocab=("template:llama*",)))
    assert {cell.model for cell in some.cells} == {
        f"template:llama{n}" for n in ("2", "3", "3.1-tools", "4")
    }
    assert all(cell.chats for cell in some.cells)
    assert names(plan_run(profile, PlanOptions(vocab=("one",)))) == names(
        plan_run(PROFILE, PlanOptions(vocab=("one",)))
    )
    with pytest.raises(NothingToRun, match="no chat template is called 'template:x'"):
        plan_run(profile, PlanOptions(vocab=("template:x",)))


def test_a_replay_renders_the_same_conversations(repository, slot):
    def ran(plan, folder):
        done = run(
            plan,
            InlineExecutor(slot),
            repository / folder,
            jobs=1,
            replayed=Replayed(),
            progress=lambda *_: None,
        )
        (cell,) = read_run(done.directory).cells.to_dict("records")
        assert (cell["op"], cell["compared"], cell["diverged"]) == ("chat", 16, 0)
        return done.info, cell["asked"]

    chosen = PlanOptions(vocab=("template:zephyr",), cases=1)
    info, asked = ran(replace(plan_run(replace(PROFILE, chats=True), chosen), texts=64), "first")
    assert asked is not None
    assert ran(plan_replay(info), "again")[1] == asked


def test_how_long_steered_texts_are_is_the_profiles_and_kept_in_a_replay(repository, finished):
    short = replace(PROFILE, steered_length=300)
    plan = plan_run(short, PlanOptions())
    assert {plan.unit(cell, 0).steered_length for cell in plan.cells} == {300}
    assert plan.fingerprint()["steered_length"] == 300
    assert "steered_length" not in plan_run(PROFILE, PlanOptions()).fingerprint()
    again = plan_replay(replace(finished.info, options=finished.info.options | plan.options))
    assert again.steered_length == 300
    assert plan_replay(finished.info).steered_length == 0


def test_nothing_to_run_says_why(repository):
    with pytest.raises(NothingToRun, match="tokparity vocabs fetch"):
        plan_run(PROFILE, PlanOptions(vocab=("qwen3",)))
    with pytest.raises(NothingToRun, match="no fetched vocabulary is for openai_tiktoken"):
        plan_run(PROFILE, PlanOptions(oracle="openai_tiktoken"))
    with pytest.raises(catalogue.UnknownVocabulary):
        plan_run(PROFILE, PlanOptions(vocab=("qwen9",)))


@pytest.fixture
def finished(repository, slot):
    plan = replace(plan_run(PROFILE, PlanOptions(cases=1)), epochs=1, texts=64)
    return run(
        plan,
        InlineExecutor(slot),
        repository / "run",
        jobs=1,
        replayed=Replayed(),
        progress=lambda *_: None,
    )


def test_a_replay_is_the_same_plan(finished):
    plan = plan_replay(finished.info)
    assert names(plan) == names(plan_run(PROFILE, PlanOptions()))
    assert (plan.seed, plan.epochs, plan.seconds) == (7, 1, None)
    [finding, *_] = finished.findings
    cell = cell_of_finding(finished.directory, finding, finding.sightings[0])
    assert cell.name in names(plan)


def test_a_derived_file_that_was_not_asked_is_missing(repository):
    plan = replace(plan_run(PROFILE, PlanOptions(vocab=("one",))), seconds=1.0)
    [cell] = plan.cells
    [missing] = coverage_of(plan, (), ()).missing
    assert (missing.name, missing.reason) == (cell.name, NOT_REACHED)
    left, right = (
        replace(side, artefact=replace(side.artefact, name="one-as-gguf", source="sha256 of one"))
        for side in cell.sides
    )
    made = replace(cell, left=left, right=right)
    told = coverage_of(replace(plan, cells=(cell, made)), (), {cell.name})
    assert [each.name for each in told.missing] == [made.name]


def test_a_replay_lacks_what_its_run_lacked(finished):
    """A part of a run, done again, is no whole one."""
    assert plan_replay(finished.info).lacking == ()
    missing = (Skipped("two", "not fetched"),)
    info = replace(finished.info, coverage=Coverage(2, 1, missing))
    plan = plan_replay(info)
    assert coverage_of(plan, (), ()) == Coverage(missing=missing)
    allowed = plan_replay(replace(info, coverage=replace(info.coverage, allowed=True)))
    assert coverage_of(allowed, (), ()).allowed
    [rest] = plan_replay(replace(finished.info, extra={"interrupted": True})).lacking
    assert rest.name == "the rest of the run"


def test_a_replay_knows_what_was_fetched_by_a_spec(lock_hub, slot, repository):
    lock_hub("hub:a/b")
    plan = replace(plan_run(PROFILE, PlanOptions(vocab=("hub:a/b",), cases=1)), epochs=0)
    nowhere = repository / "run"
    executor = InlineExecutor(slot)
    done = run(plan, executor, nowhere, jobs=1, replayed=Replayed(), progress=lambda *_: None)
    assert names(plan_replay(done.info)) == names(plan) != []


def test_a_budget_is_replayed_in_full_or_not_at_all(finished):
    shards = dict.fromkeys(names(plan_run(PROFILE, PlanOptions())), 1)
    info = replace(finished.info, options=finished.info.options | {"shards": shards})
    assert plan_replay(info).shards == shards
    more = info.options | {"shards": shards | {"one ~ gone x~y": 1}}
    with pytest.raises(CannotReplay, match="one ~ gone x~y: the catalogue no longer has"):
        plan_replay(replace(info, options=more))


def test_what_is_no_longer_the_same_is_not_replayed(finished, repository):
    options = {"artefact": "some.json", "cases": 8}
    with pytest.raises(CannotReplay, match=r"tokparity check some\.json --cases 8 --seed 7`"):
        plan_replay(replace(finished.info, profile="check", options=options))
    with pytest.raises(CannotReplay, match="tokparity pipelines --texts 2 --seed 7`"):
        plan_replay(replace(finished.info, profile="pipelines", options={"texts": 2}))
    [finding, *_] = finished.findings
    other = replace(finding.sightings[0], sha256="0" * 64)
    with pytest.raises(CannotReplay, match="no longer the one"):
        cell_of_finding(finished.directory, finding, other)
    (repository / catalogue.OWN / "one.toml").unlink()
    with pytest.raises(CannotReplay, match="one"):
        plan_replay(finished.info)


def test_the_right_file_is_the_one_that_the_run_names(finished):
    """A run directory is somebody else's: a sighting may name any file that is here."""
    finding = next(one for one in finished.findings if one.signature.question == "parity")
    pair, here = finding.sightings[0], finished.directory
    assert cell_of_finding(here, finding, pair).right.artefact.name == "two"
    with pytest.raises(CannotReplay, match=r"two\.json: run\.json names no such file"):
        cell_of_finding(here, finding, replace(pair, against="two.json"))
    others = tuple(replace(one, sha256="0" * 64) for one in finished.info.artefacts)
    write_run_info(here, replace(finished.info, artefacts=others))
    with pytest.raises(CannotReplay, match="two: the file is no longer the one"):
        cell_of_finding(here, finding, pair)


def test_the_next_directory(tmp_path):
    assert next_directory(tmp_path) == tmp_path / "0001"
    for name in ("0001", "0007", "again", "12"):
        (tmp_path / name).mkdir()
    assert next_directory(tmp_path) == tmp_path / "0008"


@pytest.fixture
def found(run_cells, cell, tmp_path):
    """A finding whose artefact has a path for a name."""
    [finding] = run_cells([cell("variant:rstrip-ignored")]).findings
    path = str(tmp_path / "small.json")
    sightings = tuple(replace(one, artefact=path) for one in finding.sightings)
    return replace(finding, sightings=sightings)


def test_a_file_that_is_the_one_it_was(found, artefact, tmp_path):
    cell = cell_found_in(tmp_path, found, found.sightings[0], tmp_path)
    assert cell.left.engine == FaultyReference("rstrip-ignored")
    assert cell.left.artefact.sha256 == artefact.sha256
    artefact.path.write_text("{}")
    with pytest.raises(CannotReplay, match="no longer the one"):
        cell_found_in(tmp_path, found, found.sightings[0], tmp_path)


def test_a_committed_case_by_its_name(found, tmp_path):
    case = next(one for one in regressions() if isinstance(one.side.artefact, Embedded))
    sighting = replace(found.sightings[0], artefact=case.name)
    cell = cell_found_in(tmp_path, found, sighting, tmp_path)
    assert cell.model == case.name
    assert cell.left.artefact.path.read_bytes() == case.side.artefact.content
