"""The truth about a box of known bugs, and which finding is of which."""

import pytest

from evaluation.tables.planting import Planting
from tokparity.harness.bugs.answers import Known
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reference_impl.formats import load

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def honest(save, every_stage):
    return Known(load(save(every_stage)))


def bug(text):
    return Bug("model", "", EncodeCase(text, BARE), frozenset())


def test_a_finding_is_of_the_bug_that_alone_shows_in_its_case(honest):
    models = [FAULT_MODELS["no-normalizer"], FAULT_MODELS["digits-joined"]]
    planting = Planting.of(honest, models)
    some = [bug("12"), bug("e\u0301"), bug("e\u0301 12"), bug("a"), bug("123")]
    found, spurious = planting.assigned(some, [True, True])
    assert found == {1: some[0], 0: some[1]}
    assert spurious == some[2:], "wrong by both, by none, and found before"


def test_what_shows_nowhere_alone_may_be_found_under_another(honest):
    models = [FAULT_MODELS["no-normalizer"], FAULT_MODELS["digits-joined"]]
    planting = Planting.of(honest, models)
    both = bug("e\u0301 12")
    assert planting.assigned([both], [True, False])[0] == {1: both}


def test_whose_a_finding_is_does_not_hang_on_the_order_of_findings(honest):
    models = [FAULT_MODELS["no-normalizer"], FAULT_MODELS["digits-joined"]]
    planting = Planting.of(honest, models)
    both, one = bug("e\u0301 12"), bug("e\u0301")
    for some in ([both, one], [one, both]):
        found, spurious = planting.assigned(some, [False, False])
        assert found == {0: one, 1: both}
        assert not spurious
