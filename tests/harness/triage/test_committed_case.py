import json
from dataclasses import replace

import pytest

from tokparity.corpora.regression import Expectation, regressions, write_regression
from tokparity.harness.triage.committed_case import (
    AnotherDifference,
    NothingToReport,
    finding_of_case,
)
from tokparity.reference_impl.contract import Encoding, Refusal
from tokparity.reports.records.ledger import Ledger, load_ledger

PACKAGED = "model/llama3-packaged-without-ignore-merges"


@pytest.fixture(scope="module")
def committed():
    return {one.name: one for one in regressions()}


@pytest.fixture
def written(committed, tmp_path):
    def write(name, **changes):
        return write_regression(replace(committed[name], **changes), tmp_path / "cases")

    return write


def test_a_case_of_two_files_is_a_finding(written, slot, tmp_path):
    path = written(PACKAGED)
    finding, cell = finding_of_case(slot, path, tmp_path, load_ledger())
    recorded = json.loads(path.read_text())
    (seen,) = finding.sightings
    assert finding.signature.stage == recorded["stage"]
    assert finding.method == recorded["method"]
    assert (
        list(seen.left.ids) == recorded["expected"]["huggingface_tokenizers"]["observation"]["ids"]
    )
    assert seen.against == f"{PACKAGED}, against"
    assert seen.left_trace is not None
    assert cell.left.artefact.name == PACKAGED
    assert finding.status != "new"
    assert finding.ledger_entry


def test_without_an_entry_it_is_new(written, slot, tmp_path):
    finding, _ = finding_of_case(slot, written(PACKAGED), tmp_path, Ledger())
    assert (finding.status, finding.ledger_entry) == ("new", None)


def test_a_case_of_a_fault_model(written, slot, tmp_path):
    path = written("model/lowest-rank-first", pair=("variant:merge-order-reversed", HF))
    finding, _ = finding_of_case(slot, path, tmp_path, Ledger())
    assert finding.signature.stage == "model"


HF = "huggingface_tokenizers"


@pytest.mark.parametrize(
    ("pair", "why"),
    [
        pytest.param(("reference", HF), "agree on this case now", id="agree"),
        pytest.param(
            ("exec:./mine", HF), "does not say what 'exec:./mine' answered", id="black-box"
        ),
        pytest.param(("variant:no-such", HF), "does not say what", id="unknown-fault-model"),
        pytest.param(("mutant:theirs.toml", HF), "does not say what", id="a-file"),
        pytest.param(("reference", "exec:./mine"), "does not say what", id="on-the-right"),
    ],
)
def test_what_there_is_nothing_to_report_of(pair, why, written, slot, tmp_path):
    path = written("model/lowest-rank-first", pair=pair)
    with pytest.raises(NothingToReport, match=why):
        finding_of_case(slot, path, tmp_path, Ledger())


@pytest.mark.parametrize("which", ["side", "against"])
@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        pytest.param(Encoding((7, 7, 7)), "and not 7 7 7", id="ids"),
        pytest.param(Refusal("error", "no"), "and not error: no", id="refusal"),
    ],
)
def test_another_difference_than_the_recorded_one(
    which, answer, shown, committed, written, slot, tmp_path
):
    """The note and the entry speak of what was recorded."""
    side = getattr(committed[PACKAGED], which)
    expected = {HF: Expectation(side.expected[HF].version, answer)}
    path = written(PACKAGED, **{which: replace(side, expected=expected)})
    with pytest.raises(AnotherDifference, match=f"another difference now: .*, {shown}: its note"):
        finding_of_case(slot, path, tmp_path, Ledger())


def test_where_an_answer_is_not_recorded_the_stage_tells(written, slot, tmp_path):
    pair = ("variant:merge-order-reversed", HF)
    path = written("model/lowest-rank-first", pair=pair, stage="decoder")
    with pytest.raises(AnotherDifference, match="stage is model, and not decoder"):
        finding_of_case(slot, path, tmp_path, Ledger())
    path = written(PACKAGED, stage="decoder")  # both answers are the recorded ones
    assert finding_of_case(slot, path, tmp_path, Ledger())[0].signature.stage == "model"
