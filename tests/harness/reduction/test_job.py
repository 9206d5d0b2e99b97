"""One finding in a job process, with the real sides."""

import json
from dataclasses import replace

import pytest

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.regression import write_regression
from tokparity.harness.compare.cells import fidelity_cell, parity_cell
from tokparity.harness.reduction import job as shrink_one
from tokparity.harness.reduction.finding import shrink_finding
from tokparity.harness.reduction.job import reduce_finding
from tokparity.harness.reduction.request import ReductionRequest, request_of_other
from tokparity.harness.reduction.result import OtherFinding, ReductionFailure
from tokparity.harness.reduction.trial import SideFinding
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions
from tokparity.reports.records.engine import FaultyReference

BARE = EncodeOptions(add_special=False)
STRIPS = EncodeCase("again <|end|>  x", BARE)
NFC = EncodeCase("hello cafe\u0301 world", BARE)


@pytest.fixture
def two(save, every_stage):
    """A cell of two files that differ in their normalizer and in an added token."""
    changed = json.loads(json.dumps(every_stage)) | {"normalizer": None}
    changed["added_tokens"][0]["rstrip"] = False
    return parity_cell(save(every_stage), save(changed, "other"), "m")


def signature(slot, cell, case):
    investigator = slot.investigator(cell)
    [raw] = investigator.diverging([case])
    return investigator.signature_of(raw)


def test_the_case_that_shows_the_signature_is_made_small(slot, two, tmp_path):
    strips, nfc = signature(slot, two, STRIPS), signature(slot, two, NFC)
    assert strips.stage == "added_tokens"
    for wanted in (strips, nfc):
        asked = ReductionRequest(wanted.id, two, (NFC, EncodeCase("agrees"), STRIPS), wanted)
        small, regression = reduce_finding(slot, asked)
        assert small.signature == wanted
        assert small.id == wanted.id
        assert regression.name.endswith(f"/small-other-{wanted.id}")
        assert (
            0
            < small.size
            == sum(len(one.artefact.content) for one in (regression.side, regression.against))
        )


def test_another_finding_now_has_a_file_of_its_own(slot, two, tmp_path):
    strips, nfc = signature(slot, two, STRIPS), signature(slot, two, NFC)
    small, regression = reduce_finding(
        slot, ReductionRequest(nfc.id, two, (STRIPS, EncodeCase("a")), nfc)
    )
    assert (small.id, small.signature) == (nfc.id, strips)
    assert regression.name == f"added-tokens/small-other-{strips.id}-was-{nfc.id}"
    assert write_regression(regression, tmp_path / "cases").is_file()


def test_what_goes_wrong_is_a_result(slot, two):
    agrees = ReductionRequest("a", two, (EncodeCase("hello"),), met_in="b")
    failed = reduce_finding(slot, agrees)
    assert isinstance(failed, ReductionFailure)
    assert (failed.id, failed.met_in) == ("a", "b")
    assert "nothing to shrink" in failed.reason
    bug = reduce_finding(slot, replace(agrees, cell=None))
    assert bug.reason.startswith("AttributeError: ")


def test_of_two_files_what_is_met_must_be_in_the_two_as_they_are(slot, two, monkeypatch):
    strips = shrink_finding(slot, two, STRIPS)
    met = SideFinding(strips.found, strips.files)
    sighting = replace(strips.found.sighting, case=DecodeCase((1 << 70,)))
    made_up = SideFinding(replace(strips.found, sighting=sighting), strips.files)
    asked = ReductionRequest("a", two, (NFC,))

    def others(*added):
        def work(*arguments):
            return replace(shrink_finding(*arguments), others=added)

        monkeypatch.setattr(shrink_one, "shrink_finding", work)
        return reduce_finding(slot, asked)[0].others

    case = strips.found.sighting.case
    assert others(made_up) == ()
    masked = replace(met, found=replace(strips.found, sighting=replace(sighting, case=NFC)))
    assert others(masked) == (), "it differs there, by another fault"
    shown = replace(met, found=replace(strips.found, sighting=replace(sighting, case=STRIPS)))
    assert others(met, shown) == (OtherFinding(strips.found.signature, STRIPS, "small", None),)
    assert case != STRIPS, "its name was respelled: in the files as they are it is no added token"


def test_of_one_file_what_is_met_is_made_small_there(slot, save, every_stage, tmp_path):
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("rstrip-ignored"))
    content = json.dumps(every_stage | {"decoder": None}, separators=(",", ":")).encode("ascii")
    file = Embedded("tokenizer.json", content)
    parent = ReductionRequest("parent", cell, (STRIPS,))
    other = OtherFinding(signature(slot, cell, STRIPS), STRIPS, "small", file)
    small, regression = reduce_finding(slot, request_of_other(other, parent, tmp_path))
    assert small.met_in == "parent"
    assert small.before == 360
    assert small.entries <= 2
    assert regression.note.startswith("found in small: ")
    assert regression.note.endswith("; met while parent was made small")
    assert isinstance(regression.side.artefact, Embedded)


def test_a_file_that_stays_whole_stays_embedded(slot, save, every_stage, monkeypatch, tmp_path):
    monkeypatch.setattr("tokparity.harness.reduction.trial.Trial.holds", lambda *_: False)
    cell = fidelity_cell(save(every_stage), "m", FaultyReference("rstrip-ignored"))
    file = Embedded("tokenizer.json", cell.left.artefact.path.read_bytes())
    small, regression = reduce_finding(slot, ReductionRequest("a", cell, (STRIPS,), files=(file,)))
    assert (small.size, small.whole) == (None, "no part of it shows the fault")
    assert regression.side.artefact == file
