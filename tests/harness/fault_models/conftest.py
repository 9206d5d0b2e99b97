"""What each row of a stage is tried for: a fault model, a small artefact, and one case."""

import pytest
from small_artefacts import Maker

from evaluation.mutants import SHIPPED
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.fault_models.catalogue import FAMILIES, FAULT_MODELS
from tokparity.harness.naming.two_traces import name_fault_model
from tokparity.reference_impl.contract import EncodeCase, FullCase
from tokparity.reports.records.engine import FaultyReference

WITHOUT_MUTANT = {"long-ranks-merged": {"length": 2}, "unknown-costs": {"penalty": 0.0}}


@pytest.fixture
def make(tmp_path, every_stage, model):
    return Maker(tmp_path, every_stage, model.read_bytes())


def of_row(name, parameters):
    return FAMILIES[name].of(parameters) if parameters else FAULT_MODELS[name]


def case_of(case, honest):
    return case if isinstance(case, EncodeCase | FullCase) else case(honest)


@pytest.fixture
def differs(slot, make):
    """The reference as it is agrees with the library on the case, the fault model does not, and
    the stage that is named is its own."""

    def check(stage, name, parameters, artefact, case):
        small = artefact(make)
        honest = slot.tokenizer(small)
        right = slot.side(fidelity_cell(small, "m").right)
        case = case_of(case, honest)
        fault_model = of_row(name, parameters)
        left = ReferenceSide(fault_model.apply(honest), FaultyReference(fault_model.name))
        (theirs,) = observe(right, [case])
        (ours,) = observe(ReferenceSide(honest), [case])
        (wrong,) = observe(left, [case])
        assert isinstance(compare(ours, theirs, strict=True), Agreement), (ours, theirs)
        assert not isinstance(compare(wrong, theirs, strict=True), Agreement), "shows nothing"
        assert name_fault_model(case, left, right, honest).stage == fault_model.stage == stage

    return check


@pytest.fixture
def names_of():
    """The fault models and the families of a stage."""

    def names(stage):
        known = {**FAULT_MODELS, **FAMILIES}
        return {name for name, fault_model in known.items() if fault_model.stage == stage}

    return names


@pytest.fixture
def answers(slot, make):
    """On the artefact of each row, every fault model, and one of each family, gives the very
    tokenizer or another one that answers."""
    of_families = {mutant.fault_model.family: mutant.fault_model for mutant in SHIPPED}
    for name, parameters in WITHOUT_MUTANT.items():
        of_families[name] = of_row(name, parameters)
    assert {*FAMILIES} <= {*of_families}

    def check(rows):
        for _, _, artefact, case in rows:
            honest = slot.tokenizer(artefact(make))
            for fault_model in {**of_families, **FAULT_MODELS}.values():
                changed = fault_model.apply(honest)
                if changed is not honest:
                    assert changed != honest, fault_model.name
                    assert len(observe(ReferenceSide(changed), [case_of(case, honest)])) == 1

    return check
