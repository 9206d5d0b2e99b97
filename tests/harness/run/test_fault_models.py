"""The harness finds a fault model: the wrong stage, a tiny input, a page that shows it."""

import pytest

from tokparity.harness.shards.case_source import CaseSource
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.write import write_views


@pytest.mark.parametrize(
    ("fault_model", "stage", "beside"),
    [
        pytest.param("merge-order-reversed", "model", "", id="merge-order"),
        pytest.param("ignore-merges-ignored", "model", "", id="ignore-merges"),
        pytest.param("rstrip-ignored", "added_tokens", "<|end|>", id="rstrip"),
    ],
)
def test_defect_in_the_reference(fault_model, stage, beside, cell, run_cells):
    outcome = run_cells([cell(f"variant:{fault_model}")], texts=512)
    found = [one for one in outcome.findings if one.signature.stage == stage]
    assert found, [one.key for one in outcome.findings]
    assert outcome.exit_code == 1
    sighting = found[0].sightings[0]
    assert isinstance(sighting.case, EncodeCase)
    assert beside in sighting.case.text
    assert len(sighting.case.text) - len(beside) <= 6
    assert sighting.left != sighting.right
    write_views(outcome.directory)
    index = (outcome.directory / "report" / "index.html").read_text("utf-8")
    page = outcome.directory / "report" / f"finding-{found[0].id}.html"
    assert page.name in index
    assert stage in page.read_text("utf-8")
    assert "1 new" in (outcome.directory / "summary.md").read_text("utf-8") or len(found) > 1


def test_the_reference_itself_has_no_findings(cell, run_cells):
    outcome = run_cells([cell()], texts=512)
    assert [one.key for one in outcome.findings] == []
    assert outcome.exit_code == 0
    assert outcome.info.cases > 600


TEXTS = [f"hello world {number}" for number in range(256)]
TEXTS[100] = "and then it goes boom in the dark"


@pytest.mark.parametrize(
    ("adapter", "kind"),
    [
        pytest.param("Crashes", "crash", id="crashes"),
        pytest.param("Hangs", "timeout", id="hangs"),
        pytest.param("PrintsGarbage", "error", id="prints-garbage"),
    ],
)
def test_misbehaving_worker(adapter, kind, cell, fake_slot):
    slot = fake_slot(adapter)
    source = CaseSource(lambda shard, count: TEXTS, lambda shard, count: [])
    runner = shard_runner(slot, cell(), source)
    result = runner.run(0, 256, 0)
    assert result.counts["encode"].compared == 256
    assert result.counts["encode"].diverged == 1
    [found] = result.found
    assert found.signature.component == kind
    assert found.sighting.case.text == "boom"
    assert found.sighting.found_as.text == TEXTS[100]
    assert [record.refusal.kind for record in result.refusals] == [kind]


@pytest.mark.parametrize(("adapter", "deaths"), [("Crashes", 2), ("Hangs", 1)])
def test_a_crash_in_a_batch_is_asked_for_again_and_a_hang_is_not(adapter, deaths, cell, fake_slot):
    slot = fake_slot(adapter)
    runner = shard_runner(slot, cell(), CaseSource(lambda *_: [], lambda *_: []))
    worker = slot.worker("huggingface_tokenizers")
    raws = runner.investigator.diverging([EncodeCase(text) for text in TEXTS])
    assert [raw.case.text for raw in raws] == [TEXTS[100]]
    assert (worker.restarts, worker.reloads) == (deaths, deaths)


def test_a_crash_is_shown_in_the_report(cell, fake_slot, run_cells, monkeypatch):
    from tokparity.harness.shards import case_source
    from tokparity.harness.shards.executors import InlineExecutor

    monkeypatch.setattr(
        case_source,
        "encode_texts",
        lambda *_: [("test", text) for text in TEXTS],
    )
    executor = InlineExecutor(fake_slot("Crashes"))
    outcome = run_cells([cell()], executor=executor)
    executor.close()
    write_views(outcome.directory)
    run = read_run(outcome.directory)
    [finding] = [one for one in run.findings if one.verdict == "refusal"]
    page = (outcome.directory / "report" / f"finding-{finding.id}.html").read_text("utf-8")
    assert "boom" in page
    assert "crash" in page
    assert {record.repeats for record in run.refusals} == {True}
