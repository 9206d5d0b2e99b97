"""Scripts of findings, run as the reader of a page would: a process that has the file alone."""

import subprocess
import sys
from dataclasses import replace

import pytest

from tokparity.harness.triage.library_scripts import script_of, write_scripts
from tokparity.reports.records.run_directory import kept_script
from tokparity.reports.triage.scripts import NAME


def run(script, *files):
    program = [sys.executable, "-P", script, *files]
    done = subprocess.run(program, check=False, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr.strip()


def test_it_reproduces_on_the_file_as_it_is(tmp_path, seen, faulty):
    finding = seen(faulty)
    write_scripts(tmp_path, [faulty], [finding])
    script = tmp_path / "scripts" / f"{finding.id}.py"
    (sighting,) = finding.sightings
    code, line = run(script, faulty.left.artefact.path)
    got, expected = list(sighting.left.ids), list(sighting.right.ids)
    assert (code, line) == (1, f"reproduced: got {got}, expected {expected}")
    told = str(faulty.left.artefact.path)[:NAME]
    assert f"python -P {finding.id}.py {told}" in script.read_text()


def test_where_the_library_answers_as_expected_it_does_not(tmp_path, seen, faulty):
    true = seen(faulty).sightings[0]
    swapped = seen(faulty, left=true.right, right=true.left)
    write_scripts(tmp_path, [faulty], [swapped])
    code, line = run(tmp_path / "scripts" / f"{swapped.id}.py", faulty.left.artefact.path)
    assert (code, line) == (0, "")


def test_no_cell_no_script_and_those_of_an_earlier_run_go(tmp_path, seen, faulty):
    finding = seen(faulty)
    write_scripts(tmp_path, [faulty], [finding])
    assert kept_script(tmp_path, finding.id)[0] == f"{finding.id}.py"
    write_scripts(tmp_path, [], [finding])
    assert kept_script(tmp_path, finding.id) is None


def test_a_file_that_is_gone_ends_nothing(tmp_path, seen, faulty):
    finding = seen(faulty)
    artefact = replace(faulty.left.artefact, path=tmp_path / "gone.json")
    write_scripts(tmp_path, [faulty.on(artefact, artefact)], [finding])
    assert kept_script(tmp_path, finding.id) is None


@pytest.mark.parametrize(("more", "kept"), [(0, True), (-1, False)])
def test_too_long_a_script_is_not_kept(tmp_path, seen, faulty, monkeypatch, more, kept):
    finding = seen(faulty)
    longest = len(script_of(finding, faulty)[1]) + more
    monkeypatch.setattr("tokparity.harness.triage.library_scripts.LONGEST_SCRIPT", longest)
    write_scripts(tmp_path, [faulty], [finding])
    assert (kept_script(tmp_path, finding.id) is not None) == kept
