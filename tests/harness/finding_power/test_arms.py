"""Our arm is what a run feeds; every arm gives texts."""

from harness.cells import fidelity_cell
from harness.finding_power.arms import ARMS, OURS


def test_ours_is_what_a_run_feeds(slot, made):
    cell = fidelity_cell(made, "made")
    source = ARMS[OURS](slot, cell, 3)
    runner = slot.runner(cell, 3)
    assert source.texts(2, 9) == runner.source.texts(2, 9)
    assert source.ids(2, 9) == runner.source.ids(2, 9)


def test_every_arm_gives_texts_that_its_seed_decides(slot, made):
    cell = fidelity_cell(made, "made")
    for name, arm in ARMS.items():
        texts = list(arm(slot, cell, 0).texts(1, 20))
        assert len(texts) == 20, name
        assert texts == list(arm(slot, cell, 0).texts(1, 20)), name
        if name != "plain_corpus":
            assert texts != list(arm(slot, cell, 1).texts(1, 20)), name
