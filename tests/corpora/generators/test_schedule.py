"""Turns of kinds: each target once a sweep, each kind as often as its size asks."""

from collections import Counter

from corpora.generators.schedule import Schedule
from corpora.generators.targets.kind import Kind, texts

KEY = ("key", 1)


def numbers(name: str, size: int, pack: int) -> Kind[str]:
    return texts(name, (f"{name}{at}" for at in range(size)), pack)


def test_a_sweep_meets_each_target_once() -> None:
    schedule = Schedule((numbers("a", 100, 7), numbers("b", 10, 1), numbers("none", 0, 1)))
    met: Counter[str] = Counter()
    for at in range(200):
        turn = schedule.turn(KEY, at)
        if turn.sweep == 0:
            met.update(turn.targets)
    assert len(met) == 110
    assert set(met.values()) == {1}


def test_the_first_sweep_of_a_large_kind_is_packed_closely() -> None:
    schedule = Schedule((numbers("a", 600, 2),))
    turns = [schedule.turn(KEY, at) for at in range(60 + 300 + 1)]
    assert [turn.sweep for turn in turns] == [0] * 60 + [1] * 300 + [2]
    assert {len(turn.targets) for turn in turns[:60]} == {10}
    assert {len(turn.targets) for turn in turns[60:]} == {2}
    for sweep in (turns[:60], turns[60:360]):
        assert len({one for turn in sweep for one in turn.targets}) == 600


def test_large_kinds_have_more_turns_and_small_ones_end_early() -> None:
    schedule = Schedule((numbers("a", 12800, 2), numbers("b", 4, 1)))
    names = Counter(schedule.turn(KEY, at).kind.name for at in range(220))
    assert names == {"a": 200, "b": 20}
    assert {schedule.turn(KEY, at).kind.name for at in range(12)} == {"a", "b"}


def test_another_key_and_another_sweep_have_another_order() -> None:
    schedule = Schedule((numbers("a", 1000, 10),))

    def order(key: tuple[str | int, ...], first: int) -> list[str]:
        return [one for at in range(100) for one in schedule.turn(key, first + at).targets]

    assert order(KEY, 0) != order(("key", 2), 0)
    assert order(KEY, 0) != order(KEY, 100)
    assert sorted(order(KEY, 0)) == sorted(order(KEY, 100))
