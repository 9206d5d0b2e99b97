"""Many findings: their order, what becomes a new one, what fails; the work itself is scripted."""

import json
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.reduction import batch as shrink_run
from tokparity.harness.reduction.batch import OTHERS, requests_of_run, shrink_all
from tokparity.harness.reduction.request import ReductionRequest
from tokparity.harness.reduction.result import OtherFinding, ReducedFinding, ReductionFailure
from tokparity.harness.reduction.store import ReductionStore
from tokparity.harness.shards.job_pool import Inline, JobDied
from tokparity.reference_impl.contract import Artefact, EncodeCase
from tokparity.reports.records.engine import REFERENCE, Library
from tokparity.reports.records.finding import Signature

CASE = EncodeCase("a")


def signature(name, symptom=""):
    """One whose key, and so its id, is this name's."""
    return Signature("fidelity", "encode", "reference", "openai_tiktoken", "model", name, symptom)


def other(name, symptom=""):
    return OtherFinding(signature(name, symptom), CASE, "m", None)


def small(name, *others, **fields):
    made = ReducedFinding(
        signature(name).id, signature(name), "two-trace", CASE, 9, 1, 2, "", 5, 1, 0.5, others
    )
    return replace(made, **fields)


@pytest.fixture
def asked(tmp_path):
    """What is to be made small, by name."""
    artefact = Artefact("m", "tokenizer.json", tmp_path / "m.json", "0" * 64)
    sides = SideSpec(REFERENCE, artefact), SideSpec(Library("openai_tiktoken"), artefact)
    cell = CellSpec("m", "fidelity", *sides)
    return lambda *names: [ReductionRequest(signature(name).id, cell, (CASE,)) for name in names]


@pytest.fixture
def plant(monkeypatch):
    """What the work gives, by the component's name; what is not scripted gives itself.
    The list of what was worked at, and with how many candidates."""
    worked = []

    def scripted(**results):
        by_id = {signature(name).id: result for name, result in results.items()}

        def work(slot, one, announce):
            worked.append((one.id, one.candidates))
            result = by_id.get(one.id)
            if isinstance(result, str):
                return ReductionFailure(one.id, result, one.met_in)
            made = result or small("x", id=one.id, signature=signature(one.id))
            return replace(made, met_in=one.met_in), None

        monkeypatch.setattr(shrink_run, "reduce_finding", work)
        return worked

    return scripted


def go(asked, tmp_path, known=(), kept=None, jobs=1):
    told = []
    outcomes = shrink_all(
        asked,
        [signature(name).key for name in known],
        kept or ReductionStore(),
        tmp_path,
        jobs=jobs,
        progress=lambda done, total, name: told.append((done, total)),
    )
    return outcomes, told


def ids(outcomes):
    return [(one.id, one.met_in) for one in outcomes]


def idof(*names):
    return tuple(signature(name).id for name in names)


def test_what_is_met_becomes_a_finding_where_it_was_met_first(asked, plant, tmp_path):
    a, b, p, q, r = idof("A", "B", "P", "Q", "R")
    worked = plant(
        A=small("A", other("B"), other("P"), other("Q")),
        B=small("B", other("A"), other("P"), other("R")),
        P=small("P", other("deeper")),
    )
    outcomes, told = go(asked("A", "B"), tmp_path)
    assert ids(outcomes) == [(a, None), (b, None), (p, a), (q, a), (r, b)]
    assert worked == [(a, 2000), (b, 2000), (p, 600), (q, 600), (r, 600)]
    assert told == [(1, 2), (2, 2), (3, 5), (4, 5), (5, 5)]


def test_a_finding_of_the_run_is_not_new(asked, plant, tmp_path):
    plant(A=small("A", other("P"), other("Q")))
    outcomes, _ = go(asked("A"), tmp_path, known=("A", "P"))
    assert ids(outcomes) == [(idof("A")[0], None), (idof("Q")[0], idof("A")[0])]


def test_so_many_a_finding(asked, plant, tmp_path):
    names = [f"N{number}" for number in range(OTHERS + 3)]
    plant(A=small("A", other("A"), *map(other, names)))
    outcomes, _ = go(asked("A"), tmp_path, known=names[:1])
    assert [one.id for one in outcomes[1:]] == list(idof(*names[1 : OTHERS + 1]))


def test_what_is_known_once_it_is_small_is_dropped(asked, plant, tmp_path):
    plant(
        A=small("A", other("P"), other("Q"), other("R")),
        P=small("P", signature=signature("A")),
        Q=small("Q", signature=signature("same")),
        R=small("R", signature=signature("same")),
    )
    outcomes, _ = go(asked("A"), tmp_path)
    assert [one.id for one in outcomes] == list(idof("A", "Q"))


def test_what_fails_keeps_nobody_up(asked, plant, tmp_path):
    a, b, p = idof("A", "B", "P")
    plant(A="it hangs", B=small("B", other("P")), P="agrees now")
    gone = ReductionFailure("gone", "its file is not here")
    outcomes, _ = go([gone, *asked("A", "B")], tmp_path)
    assert outcomes[:2] == [gone, ReductionFailure(a, "it hangs")]
    assert outcomes[2].id == b
    assert outcomes[3] == ReductionFailure(p, "agrees now", b)


class Keeps(ReductionStore):
    """Keeps in memory what is done."""

    def known(self, name):
        return self.done.get(name)

    def add(self, made):
        self.done[made[0].id] = made[0]
        return made[0]


def test_what_is_done_is_not_done_again_and_all_is_as_without_a_kill(asked, plant, tmp_path):
    results = {
        "A": small("A", other("P"), other("Q")),
        "B": small("B", other("Q"), other("R")),
    }
    worked = plant(**results)
    kept = Keeps()
    whole, _ = go(asked("A", "B"), tmp_path, kept=kept)
    for missing in kept.done:
        half = Keeps(done={name: one for name, one in kept.done.items() if name != missing})
        worked.clear()
        again, _ = go(asked("A", "B"), tmp_path, kept=half)
        assert again == whole
        assert [name for name, _ in worked] == [missing]
    # the artefact of A is gone: what is done stays, what is not cannot be asked
    a, p = idof("A", "P")
    half = Keeps(done={name: one for name, one in kept.done.items() if name != p})
    again, _ = go([ReductionFailure(a, "gone"), *asked("B")], tmp_path, kept=half)
    assert again[0].signature == signature("A")
    assert again[2] == ReductionFailure(p, "gone", a)


class Backwards:
    """Ends blocks in another order than they were given."""

    def as_ended(self, work, blocks):
        yield from reversed([(at, work(None, *one)) for at, one in enumerate(blocks)])


def test_the_order_in_which_they_end_changes_nothing(asked, plant, tmp_path, monkeypatch):
    plant(
        A=small("A", other("P"), other("Q")),
        B=small("B", other("Q"), other("R")),
        Q=small("Q", signature=signature("same")),
        R=small("R", signature=signature("same")),
    )
    before, _ = go(asked("A", "B"), tmp_path)

    @contextmanager
    def workers(jobs):
        yield Backwards(), False

    monkeypatch.setattr(shrink_run, "_workers", workers)
    assert go(asked("A", "B"), tmp_path, jobs=2)[0] == before


class Dies:
    """A pool whose process dies at one finding."""

    def __init__(self, at):
        self.at = at

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def as_ended(self, work, blocks):
        for number, block in enumerate(blocks):
            if block[0].id == self.at:
                raise JobDied
            yield number, work(None, *block)

    def run(self, work, blocks):
        return [made for _, made in self.as_ended(work, blocks)]


def test_a_process_that_dies_costs_one_finding(asked, plant, tmp_path, monkeypatch):
    plant()
    a, b, c = idof("A", "B", "C")
    monkeypatch.setattr(shrink_run, "Pool", lambda jobs: Dies(b))
    outcomes, told = go(asked("A", "B", "C"), tmp_path, jobs=2)
    assert [one.id for one in outcomes] == [a, b, c]
    assert [type(one) for one in outcomes] == [ReducedFinding, ReductionFailure, ReducedFinding]
    assert "a job process died" in outcomes[1].reason
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_one_job_is_this_process():
    with shrink_run._workers(1) as (pool, told_there):
        assert isinstance(pool, Inline)
        assert told_there


def test_a_finding_whose_file_is_gone_is_told(run_cells, cell, tmp_path):
    findings = run_cells([cell("variant:rstrip-ignored")]).findings
    [one] = requests_of_run(tmp_path, findings, tmp_path)
    assert isinstance(one, ReductionFailure)
    assert one.id == findings[0].id
    assert json.dumps(one.reason).count("\\n") == 0
    assert "small: neither a file nor a name of the catalogue" in one.reason
