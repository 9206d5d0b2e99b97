from tokparity.harness.shards.result import ACTIVITIES, ShardResult
from tokparity.reference_impl.contract import OPS
from tokparity.reports.records.counts import Counts


def test_counts_add_up():
    total = Counts(1, 1)
    total.add(Counts(3, 0, 2, 1, 4))
    assert total == Counts(4, 1, 2, 1, 4)


def test_a_fresh_result_has_a_place_for_every_op_and_activity():
    result = ShardResult("cell", 3)
    assert tuple(result.counts) == tuple(result.digests) == OPS
    assert tuple(result.spent) == ACTIVITIES
    result.counts["encode"].add(Counts(1, 1))
    assert ShardResult("cell", 4).counts["encode"] == Counts(), "shared with no other"
