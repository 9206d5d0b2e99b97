"""Streams over the small tokenizer with something to get wrong in every stage."""

import pytest

from evaluation.finding_power.stream import ArmSource, Stream
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.fault_models.mutant import read_table
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reports.records.engine import BlackBox

MUTANT = """schema_version = 2
[{fault_model}-{op}]
fault_model = "{fault_model}"
vocabularies = ["{vocabulary}"]
op = "{op}"
reached = "{reached}"
note = "Made for a test."
"""


@pytest.fixture
def made(save, every_stage):
    """The artefact."""
    return save(every_stage)


@pytest.fixture
def stream(slot, made):
    """A stream of an op; its texts are those of a run, or the ones given."""

    def make(op="encode", texts=None):
        runner = shard_runner(
            slot, fidelity_cell(made, "made"), source_of(slot, fidelity_cell(made, "made"), 0)
        )
        can, _ = runner.options("decode" if op == "decode" else "encode")
        source = ArmSource(runner.source.texts, runner.source.ids)
        if texts is not None:
            source = ArmSource(lambda block, count: [texts[at % len(texts)] for at in range(count)])
        return Stream(op, source, slot.tokenizer(made), runner.left, runner.right, can)

    return make


@pytest.fixture
def mutant(tmp_path, made):
    """A mutant that is a fault model of the registry, in a table of its own."""

    def write(fault_model, stage, op="encode", reached="text"):
        folder = tmp_path / "mutants" / f"{fault_model}-{op}"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{stage}.toml"
        fields = {"fault_model": fault_model, "op": op, "reached": reached, "vocabulary": made.path}
        path.write_text(MUTANT.format(**fields), "utf-8")
        [mutant] = read_table(path)
        return mutant

    return write


@pytest.fixture
def black_box():
    """How a search makes a mutant's side."""
    return lambda mutant, changed: BlackBoxSide(BlackBox(f"{mutant.name}"), changed)
