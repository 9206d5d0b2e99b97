from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reports.records.engine import FaultyReference, Library
from tokparity.reports.records.finding import Finding, Sighting, Signature

HF = "huggingface_tokenizers"
TEXTS = ("helloworld", "thequick", "foxesagain", "they've gone", "def main():\n\t\treturn")
CASES = tuple(EncodeCase(text, EncodeOptions(add_special=False)) for text in TEXTS)


@pytest.fixture
def seen(slot):
    """A finding of a case in one cell, as the two sides answer it now."""

    def make(cell, *cases, **changes):
        runner = shard_runner(slot, cell, source_of(slot, cell, 0))
        raw = runner.investigator.diverging(cases or CASES)[0]
        case = raw.case
        named = runner.investigator.name(case)
        sighting = Sighting(
            cell.left.artefact.name, cell.left.artefact.sha256, cell.against, 1, case, case,
            raw.left, raw.right, raw.divergence.field, raw.divergence.index,
            named.left_trace, named.right_trace,
        )  # fmt: skip
        engines = cell.left.name, cell.right.name
        signature = Signature(cell.question, "encode", *engines, named.stage, named.component)
        return Finding(signature, "", "divergence", named.method, (replace(sighting, **changes),))

    return make


@pytest.fixture
def by_path(artefact):
    """The small artefact under a name that leads to its file."""
    return replace(artefact, name=str(artefact.path))


@pytest.fixture
def faulty(by_path):
    """A cell with a fault model, in an artefact whose name leads to its file."""
    sides = (
        SideSpec(FaultyReference("merge-order-reversed"), by_path),
        SideSpec(Library(HF), by_path),
    )
    return CellSpec("small", "fidelity", *sides)
