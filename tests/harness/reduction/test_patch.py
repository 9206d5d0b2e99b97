"""The patch is applied by git itself, and what it brings is read by the harness itself."""

import subprocess
from dataclasses import replace

import pytest

from tokparity.corpora.regression import regressions
from tokparity.harness.compare.cells import CellSpec, SideSpec, parity_cell
from tokparity.harness.findings.judgement import judge
from tokparity.harness.findings.merge import merge_findings
from tokparity.harness.findings.tally import Tally
from tokparity.harness.reduction.patch import Places, patch, write_patch
from tokparity.harness.reduction.regression import offer_regressions
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.shards.result import ShardResult
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reports.records.engine import FaultyReference, Library
from tokparity.reports.records.ledger import load_ledger

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def offers(slot, save, every_stage, tmp_path):
    """Offers of a parity finding and of a fidelity finding."""
    plain = every_stage | {"normalizer": None}
    parity = parity_cell(save(every_stage), save(plain, "plain"), "m")
    sides = (SideSpec(FaultyReference("no-nfc"), parity.left.artefact),
             SideSpec(Library("huggingface_tokenizers"), parity.left.artefact))  # fmt: skip
    cells = [parity, CellSpec("m", "fidelity", *sides)]
    shards = []
    for cell in cells:
        investigator = slot.investigator(cell)
        raws = investigator.diverging([EncodeCase("a\u0301", BARE)])
        shards.append(ShardResult(cell.name, 0, found=investigator.investigate(raws)))
    found = judge(merge_findings(Tally.of(shards)), {}, oracle_versions()).findings
    assert len(found) == 2
    folder = tmp_path / "run" / "regressions"
    return offer_regressions(slot, cells, found, oracle_versions(), folder, pytest.fail)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    root = tmp_path / "repository"
    root.mkdir()
    subprocess.run(["git", "init", "--quiet"], cwd=root, check=True)
    monkeypatch.chdir(root)
    return root


def apply(path, repository):
    subprocess.run(["git", "apply", "--index", str(path)], cwd=repository, check=True)


def test_git_applies_it_and_both_are_read_back(offers, repository, tmp_path):
    path = write_patch(offers, tmp_path / "run", repository)
    apply(path, repository)
    cases = regressions(repository / ".tokparity" / "regressions")
    assert [one.name for one in cases] == sorted(one.name for one in offers)
    own = [one for one in load_ledger(repository / ".tokparity" / "known").entries
           if one.path.is_relative_to(repository)]  # fmt: skip
    [entry] = own
    assert (entry.status, entry.oracle) == ("open", "huggingface_tokenizers")
    [parity] = [one for one in offers if one.finding.signature.question == "parity"]
    assert entry.witnesses == (parity.name,)
    assert parity.finding.id in entry.evidence
    assert write_patch(offers, tmp_path / "run", repository) is None, "nothing is left to add"
    assert not path.exists()


def test_it_adds_to_a_ledger_that_is_there(offers, repository, tmp_path):
    [parity] = [one for one in offers if one.finding.signature.question == "parity"]
    apply(write_patch([parity], tmp_path / "run", repository), repository)
    ledger = repository / ".tokparity" / "known" / "huggingface_tokenizers.toml"
    before = "# reviewed by us\n" + ledger.read_text()
    ledger.write_text(before.rstrip("\n"))
    subprocess.run(["git", "add", "."], cwd=repository, check=True)
    signature = replace(parity.finding.signature, component="Other")
    other = replace(parity, finding=replace(parity.finding, signature=signature))
    apply(write_patch([other], tmp_path / "run", repository), repository)
    assert ledger.read_text().startswith(before.rstrip("\n") + "\n")
    assert ledger.read_text().count("[[entry]]") == 2


def test_in_the_projects_own_repository_the_shipped_folders_change(offers, repository):
    (repository / "corpora" / "regressions").mkdir(parents=True)
    (repository / "corpora" / "regressions" / "schema.json").write_text("{}")
    assert Places.of(repository).ledger.as_posix() == "reports/known"
    told = patch(offers, repository, "runs/0001")
    assert "+++ b/reports/known/huggingface_tokenizers.toml" in told
    assert told.count("+++ b/corpora/regressions/normalizer/") == len(offers)


def test_nothing_new_is_no_patch(repository, tmp_path):
    stale = tmp_path / "findings.patch"
    stale.write_text("of an earlier run")
    assert write_patch([], tmp_path, repository) is None
    assert not stale.exists()
