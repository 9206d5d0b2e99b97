"""Blocks of work in processes of their own, their results in order."""

from collections import OrderedDict
from multiprocessing import active_children

from harness import pipeline_pool
from harness.pipeline_pool import Inline, Pool
from harness.slot import Slot


def test_results_come_in_order_from_slots_of_other_processes():
    before = set(active_children())
    with Pool(2) as pool:
        found = list(pool.run(getattr, [("tokenizers",), ("materials",), ("tokenizers",)]))
        assert [type(one) for one in found] == [OrderedDict, dict, OrderedDict]
        assert len(set(active_children()) - before) == 2
    assert pipeline_pool._slot is None
    assert set(active_children()) <= before


def test_inline_is_the_same_in_this_process(slot):
    (seconds,) = Inline(slot).run(Slot.cpu_seconds, [()])
    assert seconds > 0
