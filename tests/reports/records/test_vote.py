from tokparity.reports.records.vote import VoteCounts


def test_votes_of_shards_are_joined():
    counts, others = VoteCounts(), VoteCounts()
    for odd in ("left", "right", "right", "all", "silent"):
        counts.add(odd)
        others.add(odd, 2)
    counts.join(others)
    assert counts == VoteCounts(left=3, right=6, all=3, silent=3)
