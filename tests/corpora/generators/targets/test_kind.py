"""Kinds: numbered targets."""

from itertools import pairwise

from tokparity.corpora.generators.targets.kind import evenly, ids, texts


def test_texts_are_each_once_sound_and_not_empty() -> None:
    kind = texts("some", ["b", "", "a", "b", "\udc80", "\U0001f642"], pack=2)
    assert [kind.target(at) for at in range(kind.size)] == ["b", "a", "\U0001f642"]
    assert kind.cases == 2


def test_ids_are_each_once_and_not_empty() -> None:
    kind = ids("some", [(1,), (), (1,), (1, 2)])
    assert [kind.target(at) for at in range(kind.size)] == [(1,), (1, 2)]


def test_edges_are_among_the_numbers_evenly_apart() -> None:
    found = evenly(70_000, 10)
    assert {0, 1, 255, 256, 257, 32767, 32768, 65535, 65536, 65537, 69_998, 69_999} <= set(found)
    assert max(b - a for a, b in pairwise(found)) <= 7000
    assert evenly(0, 5) == []
