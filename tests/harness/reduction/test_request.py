from dataclasses import replace

import pytest

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.regression import regressions, write_regression
from tokparity.harness.artefacts.catalogue_names import NoSuchArtefact
from tokparity.harness.reduction.request import (
    CANDIDATES_OF_OTHER,
    CannotAsk,
    request_of_file,
    request_of_finding,
    request_of_other,
)
from tokparity.harness.reduction.result import OtherFinding
from tokparity.reference_impl.contract import DecodeCase, EncodeCase


@pytest.fixture
def finding(run_cells, cell, tmp_path):
    """A finding whose artefact has a path for a name."""
    [found] = run_cells([cell("variant:rstrip-ignored")]).findings
    path = str(tmp_path / "small.json")
    sightings = tuple(replace(one, artefact=path) for one in found.sightings)
    return replace(found, sightings=sightings)


def test_a_finding_of_a_run(finding, tmp_path):
    one = request_of_finding(tmp_path, finding, tmp_path)
    [sighting] = finding.sightings
    assert one.id == finding.id
    assert one.cases == tuple(dict.fromkeys((sighting.found_as, sighting.case)))
    assert one.signature == finding.signature.bare
    assert one.cell.pair == "variant:rstrip-ignored~huggingface_tokenizers"
    assert one.files is None


def test_in_the_first_artefact_that_is_here(finding, tmp_path):
    [here] = finding.sightings
    gone = replace(here, artefact="gone.json", found_as=EncodeCase("gone"))
    one = request_of_finding(tmp_path, replace(finding, sightings=(gone, here)), tmp_path)
    assert here.found_as in one.cases
    with pytest.raises(NoSuchArtefact, match=r"gone\.json"):
        request_of_finding(tmp_path, replace(finding, sightings=(gone, gone)), tmp_path)


def test_a_recorded_answer_is_its_librarys_or_nobodys(finding, tmp_path):
    def right(name):
        return replace(finding, signature=replace(finding.signature, right=name))

    one = request_of_finding(tmp_path, right("golden:huggingface_tokenizers"), tmp_path)
    assert one.cell.right.name == one.signature.right == "huggingface_tokenizers"
    assert one.id == right("golden:huggingface_tokenizers").id
    for engine in ("recorded", "golden:recorded", "no-such-library", "mutant:/theirs.toml"):
        with pytest.raises(CannotAsk, match="cannot be asked"):
            request_of_finding(tmp_path, right(engine), tmp_path)


@pytest.mark.parametrize("name", ["normalizer/ranks-do-not-normalize", "model/lowest-rank-first"])
def test_a_regression_file(name, tmp_path):
    case = next(one for one in regressions() if one.name == name)
    path = write_regression(case, tmp_path / "cases")
    one = request_of_file(path, tmp_path)
    assert one.id == one.cell.model == path.stem
    assert one.cases == (case.case,)
    assert one.signature is None
    sides = [side for side in (case.side, case.against) if side is not None]
    assert [isinstance(side.artefact, Embedded) for side in sides] == [True] * len(sides)
    assert one.files == tuple(side.artefact for side in sides)
    assert one.cell.left.artefact.path.read_bytes() == sides[0].artefact.content
    assert one.cell.right.artefact.path.read_bytes() == sides[-1].artefact.content


def test_a_regression_file_that_names_no_engine_of_ours_is_not_asked(tmp_path):
    case = next(one for one in regressions() if one.question == "fidelity")
    theirs = tmp_path / "theirs.toml"
    theirs.write_text("broken = [")
    wrong = replace(case, pair=(f"mutant:{theirs}", case.pair[1]))
    with pytest.raises(CannotAsk, match="cannot be asked"):
        request_of_file(write_regression(wrong, tmp_path / "cases"), tmp_path)


def test_what_was_met_on_the_file_that_showed_it_or_on_the_artefacts(finding, tmp_path):
    parent = request_of_finding(tmp_path, finding, tmp_path)
    file = Embedded("tokenizer.json", b"{}")
    other = OtherFinding(finding.signature, DecodeCase((1,)), "called", file)
    one = request_of_other(other, parent, tmp_path)
    assert (one.id, one.met_in, one.candidates) == (other.id, parent.id, CANDIDATES_OF_OTHER)
    assert one.files == (file,)
    for side, before in zip(one.cell.sides, parent.cell.sides, strict=True):
        assert side.engine == before.engine
        assert side.artefact.name == "called"
        assert side.artefact.path.read_bytes() == b"{}"
    whole = request_of_other(replace(other, file=None), parent, tmp_path)
    assert (whole.cell, whole.files) == (parent.cell, None)
