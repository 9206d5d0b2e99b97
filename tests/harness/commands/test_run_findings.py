import shutil
from pathlib import Path

import pytest

from tokparity.harness.commands.run_findings import NoSuchFinding, NotAFinding, finding_called
from tokparity.reports.records.run_directory import NotARun, read_run


@pytest.fixture
def shrunk(check_of_two, repository):
    shutil.copytree(check_of_two, repository / "run")
    return Path("run")


def test_a_finding_is_named_by_its_run_and_its_id(shrunk):
    first = read_run(shrunk).findings[0]
    run, finding = finding_called(f"{shrunk}:{first.id}")
    assert (run.directory, finding) == (shrunk, first)
    assert finding_called(f"{shrunk}:{first.id[:9]}")[1] == first


def test_what_is_no_such_name(shrunk, tmp_path):
    with pytest.raises(NotAFinding, match="is not RUN:FINDING"):
        finding_called("runs-0001")
    with pytest.raises(NotARun):
        finding_called(f"{tmp_path}:x")
    with pytest.raises(NoSuchFinding, match="no finding 'x': it has"):
        finding_called(f"{shrunk}:x")
    with pytest.raises(NoSuchFinding, match="no finding '': it has"):
        finding_called(f"{shrunk}:")


def test_the_nearest_of_many_findings_is_named():
    known = [f"{number:010x}" for number in range(0, 100 << 24, 1 << 24)]
    line = str(NoSuchFinding("runs/0001", "006300000", known))
    assert line.endswith(", …. Did you mean '0063000000'?")
    assert line.count("000000") < 12
