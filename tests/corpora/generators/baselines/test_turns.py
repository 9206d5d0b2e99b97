import pytest

from tokparity.corpora.generators.baselines.turns import shuffled, turn


def one_by_one(sizes, count):
    """The same, by going round."""
    given, found = [0] * len(sizes), []
    while len(found) < count:
        before = len(found)
        for at, size in enumerate(sizes):
            if size is None or given[at] < size:
                found.append((at, given[at]))
                given[at] += 1
        if before == len(found):
            break
    return found


@pytest.mark.parametrize(
    "sizes",
    [(None,), (None, 2, None), (3, 0, 5, 3, None), (1, 4, 2), (0, None), (5, 5)],
    ids=str,
)
def test_turns_go_round(sizes):
    expected = one_by_one(sizes, 40)
    assert [turn(sizes, number) for number in range(min(len(expected), 40))] == expected[:40]


@pytest.mark.parametrize("sizes", [(), (0,), (2, 1)])
def test_all_run_out(sizes):
    with pytest.raises(ValueError, match="run out"):
        turn(sizes, 3)


@pytest.mark.parametrize("size", [1, 2, 7, 12, 360])
def test_a_walk_meets_each_place_once(size):
    assert sorted(shuffled(size, index, 1) for index in range(size)) == list(range(size))


def test_another_key_walks_otherwise():
    walks = {tuple(shuffled(100, index, "a", key) for index in range(5)) for key in range(10)}
    assert len(walks) > 8
