"""New findings become regression files that replay to what was found."""

import json
from dataclasses import replace

import pytest

from tokparity.corpora.case_files import BadCaseFile
from tokparity.corpora.embedded import Embedded, Named
from tokparity.corpora.regression import read_regression
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import CellSpec, SideSpec, parity_cell
from tokparity.harness.findings.committed_cases import replay
from tokparity.harness.findings.judgement import judge
from tokparity.harness.findings.merge import merge_findings
from tokparity.harness.findings.tally import Tally
from tokparity.harness.reduction import regression as module
from tokparity.harness.reduction.regression import offer_regressions
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.shards.result import ShardResult
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding, Settings
from tokparity.reference_impl.formats import load
from tokparity.reports.records.engine import FaultyReference, Library

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def findings(slot):
    def find(cell, *texts):
        investigator = slot.investigator(cell)
        raws = investigator.diverging([EncodeCase(text, BARE) for text in texts])
        shard = ShardResult(cell.name, 0, found=investigator.investigate(raws))
        return judge(merge_findings(Tally.of([shard])), {}, oracle_versions()).findings

    return find


def test_a_fault_is_offered_with_its_own_small_tokenizer(
    slot, save, every_stage, findings, tmp_path
):
    artefact = save(every_stage)
    sides = (
        SideSpec(FaultyReference("no-nfc"), artefact),
        SideSpec(Library("huggingface_tokenizers"), artefact),
    )
    cell = CellSpec("m", "fidelity", *sides)
    found = findings(cell, "cafe\u0301 hello")
    folder = tmp_path / "offered"
    [offer] = offer_regressions(slot, [cell], found, oracle_versions(), folder, pytest.fail)
    path = offer.path
    assert path.parent.name == "normalizer"
    regression = read_regression(path)
    assert isinstance(regression.side.artefact, Embedded)
    vocab = json.loads(regression.side.artefact.content)["model"]["vocab"]
    assert len(vocab) == 1, "of 500 pieces: the letter that NFC composes"
    assert path.read_bytes().isascii()
    [sighting] = found[0].sightings
    assert len(regression.case.text) <= len(sighting.case.text)
    [(oracle, expectation)] = regression.side.expected.items()
    assert oracle == "huggingface_tokenizers"
    assert isinstance(expectation.observation, Encoding)
    assert expectation.version == oracle_versions()[oracle]
    replayed = replay(slot, [regression], oracle_versions())
    assert replayed.witnesses == {regression.name: "agrees"}, "the reference has no such defect"
    assert sum(row.counts.agreed for row in replayed.cells) == 2


def test_a_case_keeps_how_its_files_were_asked(slot, save, every_stage, findings, tmp_path):
    padding = {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None}
    padding |= {"pad_id": 0, "pad_type_id": 0, "pad_token": "<a>"}
    other = save(every_stage | {"normalizer": None, "padding": padding}, "other")
    cell = alike(parity_cell(save(every_stage), other, "m"), load)
    [offer] = offer_regressions(
        slot,
        [cell],
        findings(cell, "a\u0301"),
        oracle_versions(),
        tmp_path / "offered",
        pytest.fail,
    )
    regression = read_regression(offer.path)
    assert regression.against.settings == Settings(limits=False)
    replayed = replay(slot, [regression], oracle_versions())
    assert replayed.witnesses == {regression.name: "diverges"}
    answers = [
        len(side.expected["huggingface_tokenizers"].observation.ids)
        for side in (regression.side, regression.against)
    ]
    assert max(answers) < 9, "nothing is padded"


def test_a_parity_finding_keeps_both_sides(slot, save, every_stage, findings, tmp_path):
    other = every_stage | {"normalizer": None}
    cell = parity_cell(save(every_stage), save(other, "other"), "m")
    found = findings(cell, "a\u0301")
    [offer] = offer_regressions(
        slot, [cell], found, oracle_versions(), tmp_path / "offered", pytest.fail
    )
    path = offer.path
    regression = read_regression(path)
    assert regression.question == "parity"
    assert regression.against is not None
    assert replay(slot, [regression], oracle_versions()).witnesses == {regression.name: "diverges"}


def test_a_case_that_no_smaller_tokenizer_shows_names_the_catalogue(
    slot, save, every_stage, findings, tmp_path, monkeypatch
):
    artefact = save(every_stage)
    sides = (
        SideSpec(FaultyReference("no-nfc"), artefact),
        SideSpec(Library("huggingface_tokenizers"), artefact),
    )
    cell = CellSpec("m", "fidelity", *sides)
    found = findings(cell, "e\u0301")
    monkeypatch.setattr("tokparity.harness.reduction.trial.Trial.holds", lambda *_: False)
    [offer] = offer_regressions(
        slot, [cell], found, oracle_versions(), tmp_path / "offered", pytest.fail
    )
    path = offer.path
    named = read_regression(path).side.artefact
    assert named == Named("small", "tokenizer.json", artefact.sha256)


def test_only_new_findings_are_offered_in_place_of_older_offers(
    slot, save, every_stage, findings, tmp_path
):
    artefact = save(every_stage)
    sides = (
        SideSpec(FaultyReference("no-nfc"), artefact),
        SideSpec(Library("huggingface_tokenizers"), artefact),
    )
    cell = CellSpec("m", "fidelity", *sides)
    folder = tmp_path / "offered"

    def offer(found):
        return offer_regressions(slot, [cell], found, oracle_versions(), folder, pytest.fail)

    [first] = offer(findings(cell, "a\u0301"))
    [again] = offer(findings(cell, "e\u0301" * 3))
    assert again.path == first.path, "the same finding, found on another text"
    accepted = [replace(one, status="accepted") for one in findings(cell, "a\u0301")]
    assert offer(accepted) == []
    assert not first.path.exists()


def test_each_pair_of_artefacts_is_offered_a_witness(slot, save, every_stage, findings, tmp_path):
    other = every_stage | {"normalizer": None}
    cells = [
        parity_cell(save(every_stage, name), save(other, f"{name}-other"), "m")
        for name in ("first", "second")
    ]
    [mine], [theirs] = (findings(cell, "a\u0301") for cell in cells)
    both = replace(mine, sightings=(*mine.sightings, *theirs.sightings))
    offers = offer_regressions(
        slot, cells, [both], oracle_versions(), tmp_path / "offered", pytest.fail
    )
    assert [one.sighting.artefact for one in offers] == ["first", "second"]
    assert len({one.path for one in offers}) == 2
    assert all(read_regression(one.path).name == one.name for one in offers)


def test_names_of_any_length_make_a_file(slot, save, every_stage, findings, tmp_path):
    long = [save(every_stage | changes, "x" * 200 + name)
            for name, changes in (("a", {}), ("b", {"normalizer": None}))]  # fmt: skip
    cell = parity_cell(*long, "m")
    found = findings(cell, "a\u0301")
    [offer] = offer_regressions(
        slot, [cell], found, oracle_versions(), tmp_path / "offered", pytest.fail
    )
    assert len(offer.path.name) < 160
    assert read_regression(offer.path).name == offer.name


def test_what_cannot_be_written_is_told_and_the_others_are_offered(
    slot, save, every_stage, findings, tmp_path, monkeypatch
):
    other = every_stage | {"normalizer": None}
    cells = [
        parity_cell(save(every_stage, name), save(other, f"{name}-o"), "m")
        for name in ("first", "second")
    ]
    [mine], [theirs] = (findings(cell, "a\u0301") for cell in cells)
    both = replace(mine, sightings=(*mine.sightings, *theirs.sightings))
    write, told = module.write_regression, []

    def refuses(regression, folder):
        if "first" in regression.name:
            raise BadCaseFile(folder, "file", "would be larger")
        return write(regression, folder)

    monkeypatch.setattr(module, "write_regression", refuses)
    folder = tmp_path / "offered"
    [offer] = offer_regressions(slot, cells, [both], oracle_versions(), folder, told.append)
    assert "second" in offer.name
    [line] = told
    assert both.id in line
    assert "would be larger" in line
