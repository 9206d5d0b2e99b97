"""Runs in this process: over given cells, over a small repository, and killed between two units."""

import json
import sys
from contextlib import nullcontext
from importlib import resources

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.harness import cli
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands import check
from tokparity.harness.commands import run as command
from tokparity.harness.compare.cells import parity_cell
from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.run import profile
from tokparity.harness.run.execution import RunPlan
from tokparity.harness.run.job import run, silent
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.harness.shards.job_pool import Inline

SMALL_SHARD = 64
"""Texts of a shard, an eighth of a usual one: what these runs find, they find in so many."""


class Shared(InlineExecutor):
    """In the shared slot, which outlives it."""

    def close(self):
        pass


@pytest.fixture
def inline(monkeypatch, slot):
    """All of a run or check in this process, in the shared slot: job processes, and that slots are
    closed, have tests of their own."""
    run_inline(monkeypatch, slot)


def run_inline(monkeypatch, slot):
    """The same where several tests share what is run."""
    monkeypatch.setattr(command, "executor_for", lambda jobs: Shared(slot))
    monkeypatch.setattr(command, "Pool", lambda jobs: nullcontext(Inline(slot)))
    monkeypatch.setattr(check, "Slot", lambda: nullcontext(slot))


@pytest.fixture
def run_cells(tmp_path, slot):
    """Run cells in this process; returns the outcome. `fields` are others of the plan's."""
    return cell_runner(tmp_path, slot)


def cell_runner(folder, slot):
    """The same for runs that several tests share."""

    def go(
        cells,
        name="run",
        *,
        seed=0,
        epochs=1,
        executor=None,
        seconds=None,
        resume=False,
        announce=silent,
        **fields,
    ):
        fields = {"texts": SMALL_SHARD, **fields}
        plan = RunPlan(tuple(cells), seed, "test", None if seconds else epochs, seconds, **fields)
        mine = executor or Shared(slot)
        try:
            return run(
                plan,
                mine,
                folder / name,
                jobs=1,
                replayed=Replayed(),
                progress=lambda done, total, cell: None,
                announce=announce,
                resume=resume,
            )
        finally:
            if executor is None:
                mine.close()

    return go


class Killed(Exception):
    """Stands for a kill between two units."""


@pytest.fixture
def killed():
    """The exception that stands for a kill."""
    return Killed


@pytest.fixture
def dies_after():
    """An executor that is killed when so many units are delivered."""

    class DiesAfter(InlineExecutor):
        def run(self, feed, deliver, until=None):
            def count(result):
                deliver(result)
                left[0] -= 1
                if not left[0]:
                    raise Killed

            super().run(feed, count)

    left, made = [0], []

    def make(units):
        left[0] = units
        made.append(DiesAfter())
        return made[-1]

    yield make
    for executor in made:
        executor.close()


@pytest.fixture(scope="session")
def run_of_two(tmp_path_factory, document):
    """A run directory over two vocabularies that differ in an added token, made once."""
    place = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for name, data in (("one", document), ("two", document | {"added_tokens": []})):
            (place / f"{name}.json").write_text(json.dumps(data))
        one, two = resolve("one.json"), resolve("two.json")
        plan = RunPlan((parity_cell(one, two, "one"),), 0, "test", 1, texts=SMALL_SHARD)
        executor = InlineExecutor()
        run(
            plan,
            executor,
            place / "run",
            jobs=1,
            replayed=Replayed(),
            resume=False,
            progress=lambda done, total, cell: None,
        )
        executor.close()
    return place


@pytest.fixture(scope="session")
def check_of_two(tmp_path_factory, document):
    """The run directory of a check of one vocabulary of such a repository against the other, made
    once."""
    place = tmp_path_factory.mktemp("checked")
    words = ["check", "one", "--against", "two", "--cases", "64", "--out", "run"]
    with pytest.MonkeyPatch.context() as patch:
        make_repository(place, patch, document)
        patch.setattr(sys, "argv", ["tokparity", *words])
        with pytest.raises(SystemExit) as end:
            cli.main()
    assert end.value.code == 1
    return place / "run"


@pytest.fixture
def repository(tmp_path, monkeypatch, document):
    """A repository with two small vocabularies of its own, compared with each other, and nothing
    else."""
    make_repository(tmp_path, monkeypatch, document)
    return tmp_path


def make_repository(tmp_path, monkeypatch, document):
    """The same in a folder that several tests share."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    other = document | {"added_tokens": []}
    for name, data in (("one", document), ("two", other)):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(data))
        catalogue.add(path, name, "tokenizer.json", catalogue.OWN)
    manifest = tmp_path / catalogue.OWN / "one.toml"
    text = manifest.read_text()
    assert "pairs = []" in text
    manifest.write_text(text.replace("pairs = []", 'pairs = ["two"]'))
    shipped = resources.files("tokparity.harness.run") / "profiles"
    (tmp_path / profile.OWN_PROFILES).mkdir(parents=True)
    for name in profile.shipped_profiles():  # conversations are tested by themselves
        as_shipped = (shipped / f"{name}.toml").read_text()
        small = "" if "\ntexts" in as_shipped else f"texts = {SMALL_SHARD}\n"
        own = tmp_path / profile.OWN_PROFILES / f"{name}.toml"
        own.write_text(f"chats = false\n{small}{as_shipped}")
