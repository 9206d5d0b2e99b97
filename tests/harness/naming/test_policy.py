import pytest

from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell, parity_cell
from tokparity.harness.compare.sides import BlackBoxSide, RecordedSide, ReferenceSide
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.box_investigation import BoxInvestigator
from tokparity.harness.naming.policy import investigator_of
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding
from tokparity.reports.records.engine import BlackBox, FaultyReference, Golden

HF = "huggingface_tokenizers"
CASE = EncodeCase("a\u0301 hello", EncodeOptions(add_special=False))


@pytest.fixture
def cell(save, every_stage):
    return fidelity_cell(save(every_stage), "m")


@pytest.fixture
def faulty(slot, cell):
    return FAULT_MODELS["no-nfc"].apply(slot.tokenizer(cell.left.artefact))


def test_two_sides_make_an_investigator_without_a_seed(slot, cell, faulty):
    """A faulty reference is named beside the sound one, whatever made the two sides."""
    left, right = ReferenceSide(faulty, FaultyReference("no-nfc")), slot.side(cell.right)
    investigator = investigator_of(cell, left, right, slot)
    [raw] = investigator.diverging([CASE])
    named = investigator.name(raw.case)
    assert (named.stage, named.component, named.method) == ("normalizer", "NFC", "two-trace")
    assert investigator.symptom is not None


def test_the_reference_is_named_by_what_the_library_reports(slot, cell, faulty):
    investigator = investigator_of(cell, ReferenceSide(faulty), slot.side(cell.right), slot)
    named = investigator.name(CASE)
    assert (named.stage, named.method) == ("normalizer", "reported")
    assert investigator.symptom is None


@pytest.mark.parametrize("at_left", [True, False])
def test_a_black_box_is_named_by_counterfactuals_on_either_side(slot, cell, faulty, at_left):
    box = BlackBoxSide(BlackBox("no-nfc"), faulty)
    library = slot.side(cell.right)
    sides = (box, library) if at_left else (library, box)
    investigator = investigator_of(cell, *sides, slot)
    assert isinstance(investigator, BoxInvestigator)
    named = investigator.name(CASE)
    assert (named.stage, named.method) == ("normalizer", "counterfactual")


def test_a_recording_is_named_by_its_library(slot, cell):
    """The recorded answer shows no stage; the library that it is of does."""
    artefact = cell.left.artefact
    golden = CellSpec("m", "fidelity", cell.left, SideSpec(Golden(HF), artefact))
    recorded = RecordedSide(Golden(HF), {CASE: Encoding((0,))})
    tokenizer = FAULT_MODELS["no-nfc"].apply(slot.tokenizer(artefact))
    named = investigator_of(golden, ReferenceSide(tokenizer), recorded, slot).name(CASE)
    assert (named.stage, named.method) == ("normalizer", "reported")


def test_two_libraries_are_named_by_the_traces_of_both_files(slot, save, every_stage):
    other = {**every_stage, "normalizer": None}
    cell = parity_cell(save(every_stage), save(other, "other"), "m")
    investigator = slot.investigator(cell)
    [raw] = investigator.diverging([CASE])
    named = investigator.name(raw.case)
    assert (named.stage, named.method) == ("normalizer", "two-trace")
