"""Turns of kinds: each target once a sweep, each kind as often as its size asks."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tokparity.corpora.generators.schedule import AGAIN_EVERY, Schedule, _side_by_side
from tokparity.corpora.generators.targets.kind import Kind, texts

KEY = ("key", 1)


def numbers(name: str, size: int, pack: int) -> Kind[str]:
    return texts(name, (f"{name}{at}" for at in range(size)), pack)


def test_each_first_sweep_meets_each_target_once() -> None:
    schedule = Schedule((numbers("a", 100, 7), numbers("b", 10, 1), numbers("none", 0, 1)))
    met: Counter[str] = Counter()
    cases = -(-100 // 7) + 10
    for at in range(cases * AGAIN_EVERY // (AGAIN_EVERY - 1)):
        turn = schedule.turn(KEY, at)
        if turn.close and turn.sweep == 0:
            met.update(turn.targets)
    assert len(met) == 110
    assert set(met.values()) == {1}
    later = (schedule.turn(KEY, at) for at in range(cases * 5 // 4 + 1, 200))
    assert all(turn.sweep for turn in later if turn.close)


def test_the_first_sweep_of_a_large_kind_is_packed_closely() -> None:
    schedule = Schedule((numbers("a", 300, 2),))
    turns = [schedule.turn(KEY, at) for at in range(37 + 300)]
    first = [turn for turn in turns if turn.close and turn.sweep == 0]
    again = [turn for turn in turns if not turn.close and turn.sweep == 0]
    assert [len(turn.targets) for turn in first] == [10] * 30
    assert {len(turn.targets) for turn in again} == {2}
    assert [turn.close for turn in turns[:10]] == [*[True] * 4, False, *[True] * 5]
    for sweep in (first, again):
        assert len({one for turn in sweep for one in turn.targets}) == 300


def test_long_targets_share_no_long_case() -> None:
    long = texts("long", (f"{at:0120}" for at in range(900)), pack=6, between=("\n",))
    assert len(Schedule((long,)).turn(KEY, 0).targets) == 30
    schedule = Schedule((long, texts("whole", ("a" * 9_000,))), length=500)
    turns = [schedule.turn(KEY, at) for at in range(600)]
    sizes = {len(turn.targets) for turn in turns if turn.kind.name == "long"}
    assert sizes == {4}
    assert sum(turn.is_first for turn in turns) == 900 // 4 + 1
    assert len({one for turn in turns if turn.is_first for one in turn.targets}) == 901


def test_later_sweeps_are_close_by_turns() -> None:
    """What the first sweep misses, under one set of options, another one soon meets."""
    schedule = Schedule((numbers("a", 300, 2),))
    turns = [schedule.turn(KEY, at) for at in range(37, 37 + 200)]
    assert [turn.close for turn in turns[:4]] == [True, False, True, False]
    close = [turn for turn in turns if turn.close]
    assert Counter(turn.sweep for turn in close)[2] == 30
    second = [one for turn in close if turn.sweep == 2 for one in turn.targets]
    assert len(set(second)) == len(second) == 300


def test_what_options_decide_is_swept_twice_closely() -> None:
    schedule = Schedule((replace(numbers("a", 300, 2), sweeps=2),))
    turns = [schedule.turn(KEY, at) for at in range(75)]
    close = [turn.targets for turn in turns if turn.close and turn.sweep < 2]
    assert [len(targets) for targets in close] == [10] * 60
    for half in (close[:30], close[30:]):
        assert len({one for targets in half for one in targets}) == 300
    assert close[:30] != close[30:]


def test_small_kinds_end_early_and_large_ones_go_on() -> None:
    schedule = Schedule((numbers("a", 3200, 2), numbers("b", 25, 1)))
    last = {
        name: max(at for at in range(240) if _is_first(schedule, at, name)) for name in ("a", "b")
    }
    assert last["b"] < 130, "the time of the square root of its cases: half that of the other"
    assert 150 <= last["a"] < 170
    assert {schedule.turn(KEY, at).kind.name for at in range(12)} == {"a", "b"}


def _is_first(schedule: Schedule[str], at: int, name: str) -> bool:
    turn = schedule.turn(KEY, at)
    return turn.close and turn.sweep == 0 and turn.kind.name == name


def test_a_larger_share_ends_earlier() -> None:
    hasty = replace(numbers("a", 100, 1), share=4.0)
    schedule = Schedule((hasty, numbers("b", 100, 1)))
    names = Counter(schedule.turn(KEY, at).kind.name for at in range(100))
    assert names["a"] > 2 * names["b"]


def test_another_key_and_another_sweep_have_another_order() -> None:
    schedule = Schedule((numbers("a", 1000, 50),))

    def order(key: tuple[str | int, ...], sweep: int) -> list[str]:
        turns = [schedule.turn(key, at) for at in range(200)]
        close = [turn for turn in turns if turn.close]
        return [one for turn in close if turn.sweep == sweep for one in turn.targets]

    assert order(KEY, 0) != order(("key", 2), 0)
    assert order(KEY, 0) != order(KEY, 1)
    assert sorted(order(KEY, 0)) == sorted(order(KEY, 1)) == sorted(order(KEY, 2))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=6))
def test_side_by_side_each_is_evenly_over_its_time(kinds: list[tuple[int, int]]) -> None:
    counts, times = [count for count, _ in kinds], [time / 3 for _, time in kinds]
    places = sorted(
        ((2 * at + 1) * time / (2 * count), number, at)
        for number, (count, time) in enumerate(zip(counts, times, strict=True))
        for at in range(count)
    )
    assert _side_by_side(counts, times) == tuple((number, at) for _, number, at in places)
