"""Our arm is what a run feeds; every arm gives texts."""

from evaluation.finding_power.arms import ARMS, OURS
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.shards.runner import generating_runner


def test_ours_is_what_a_run_feeds(slot, made):
    cell = fidelity_cell(made, "made")
    source = ARMS[OURS](slot, cell, 3)
    runner = generating_runner(slot, cell, 3)
    asked = source.texts(2, 90)
    assert asked == runner.texts(2, 90)
    assert asked == source.texts(2, 90), "nothing is remembered of the block before"
    assert list(asked[-11:]) != list(runner.source.texts(2, 90)[-11:]), "the last are fed back"
    assert source.ids(2, 9) == runner.source.ids(2, 9)


def test_every_arm_gives_texts_that_its_seed_decides(slot, made):
    cell = fidelity_cell(made, "made")
    for name, arm in ARMS.items():
        texts = list(arm(slot, cell, 0).texts(1, 20))
        assert len(texts) == 20, name
        assert texts == list(arm(slot, cell, 0).texts(1, 20)), name
        if name != "plain_corpus":
            assert texts != list(arm(slot, cell, 1).texts(1, 20)), name


def test_uniform_makes_ids_of_its_own(slot, made):
    cell = fidelity_cell(made, "made")
    source = ARMS["uniform"](slot, cell, 0)
    rows = source.ids(1, 200)
    assert rows == source.ids(1, 200) != source.ids(2, 200)
    vocabulary = set(slot.material(cell.left.artefact).ids)
    assert {token_id for row in rows for token_id in row} == vocabulary
    assert {min(map(len, rows)), max(map(len, rows))} <= set(range(1, 65))
