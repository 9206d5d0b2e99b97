from tokparity.harness.reduction.documents.scores import rounder


def test_what_is_plain_already_has_nothing_plainer():
    assert list(rounder([-1.0, -1.0])) == []
    assert list(rounder([-1.0, -2.0])) == [[-1.0, -1.0]]
    assert list(rounder([])) == []


def test_order_is_kept_by_all_but_the_first():
    scores = [-9.75, -0.5, -3.0, -9.75]
    for other in list(rounder(scores))[1:]:
        assert sorted(range(4), key=other.__getitem__) == sorted(range(4), key=scores.__getitem__)
