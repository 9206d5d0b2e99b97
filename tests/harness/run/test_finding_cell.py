from dataclasses import replace

import pytest

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.regression import regressions
from tokparity.harness.run.finding_cell import cell_found_in
from tokparity.harness.run.plan import CannotReplay
from tokparity.reports.records.engine import FaultyReference


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
