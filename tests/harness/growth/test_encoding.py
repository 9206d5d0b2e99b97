"""Curves of sides whose cost is made up, by a clock that only they move on."""

import math

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.harness.growth.encoding import LENGTHS, PATIENCE, grow, growth_of, shapes
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions, Encoding, Refusal
from tokparity.reports.records.growth import TICK

MATERIAL = Material(
    ids=(0, 1),
    gaps=(),
    surfaces=("a", "hello", "wor1ds"),
    broken=(),
    added=("<s>", "<|end|>"),
    added_ids=(1,),
    pieces=("a", "hello"),
    words=("a",),
    corpus=("a b",),
)


class Costs:
    """A side that takes `cost(text)` seconds of its own clock for a text."""

    engine = "fake"

    def __init__(self, cost, refuses_from=None):
        self.cost, self.refuses_from, self.now, self.asked = cost, refuses_from, 0.0, []

    def clock(self):
        return self.now

    def submit(self, batch):
        self.batch = batch
        return self

    def result(self):
        [text] = self.batch.texts
        self.now += self.cost(text)
        self.asked.append(len(text))
        results = Encodings()
        if self.refuses_from is not None and len(text) >= self.refuses_from:
            results.refuse(Refusal("timeout", "too slow"))
        else:
            results.add(Encoding((), ()))
        return results


def curve(cost, make=lambda length: "a" * length, **more):
    side = Costs(cost, **more)
    return grow(side, "one letter", make, EncodeOptions(), side.clock), side


@pytest.mark.parametrize(
    ("cost", "low", "high", "steep"),
    [
        pytest.param(lambda t: 2e-6 * len(t), 0.99, 1.01, False, id="linear"),
        pytest.param(lambda t: 3e-7 * len(t) * math.log2(len(t)), 1, 1.2, False, id="n-log-n"),
        pytest.param(lambda t: 1e-9 * len(t) ** 2, 1.99, 2.01, True, id="quadratic"),
        pytest.param(lambda t: 1e-12 * len(t) ** 3, 2.99, 3.01, True, id="cubic"),
        pytest.param(lambda t: 1e-2 + 1e-10 * len(t) ** 2, 0, 3, True, id="quadratic-at-last"),
        pytest.param(lambda t: 0.05, -0.01, 0.01, False, id="constant"),
        pytest.param(lambda t: 3e-12 * len(t) ** 2, 1.99, 2.01, False, id="quadratic-but-quick"),
    ],
)
def test_the_slope_is_that_of_the_cost(cost, low, high, steep):
    found, _ = curve(cost)
    assert found.steep is steep
    assert low <= found.slope <= high


def test_only_the_shape_that_is_slow_is_told():
    def cost(text):
        return 1e-9 * len(text) ** 2 if text.startswith(" ") else 1e-6 * len(text)

    slow = {name for name, make in shapes(MATERIAL).items() if curve(cost, make)[0].steep}
    assert slow == {"spaces"}


def test_time_is_bounded():
    found, side = curve(lambda text: 1e-9 * len(text) ** 2)
    assert max(seconds for _, seconds in found.points[:-1]) <= PATIENCE
    assert side.now < 3 * PATIENCE * 4
    assert side.asked[-1] < LENGTHS[-1], "the longest are not asked"


def test_the_smaller_of_two_quick_measurements_counts():
    hiccups = iter([0.04])
    found, _ = curve(lambda text: next(hiccups, 0.001))
    assert max(seconds for _, seconds in found.points) < 0.002


def test_what_a_side_makes_ready_once_is_not_counted():
    once = iter([5.0])
    found, _ = curve(lambda text: next(once, 1e-9 * len(text) ** 2))
    assert found.steep


def test_what_is_made_ready_for_the_first_long_text_is_not_counted():
    """As tables of words, which short texts do not need."""
    made = []

    def cost(text):
        is_first = len(text) == 32_000 and not made
        made.extend([True] * is_first)
        return 2e-6 * len(text) + 0.8 * is_first

    found, side = curve(cost)
    assert not found.steep
    assert 0.99 <= found.slope <= 1.01
    assert side.asked.count(32_000) == 2


def test_a_refusal_ends_the_curve_and_is_told():
    found, side = curve(lambda text: 1e-6 * len(text), refuses_from=8000)
    assert [length for length, _ in found.points] == [1000, 2000, 4000]
    assert side.asked[-1] == 8000
    assert found.summary().endswith("; then timeout at 8,000 characters")


def test_what_the_clock_cannot_tell_has_no_slope():
    found, _ = curve(lambda text: TICK / 2)
    assert found.slope is None
    assert not found.steep


def test_shapes_are_as_long_as_asked_and_made_of_the_vocabulary():
    made = shapes(MATERIAL)
    assert {len(make(1234)) for make in made.values()} == {1234}
    assert made["a long piece"](8) == "hellohel"
    assert made["an added token"](9) == "<|end|><|"
    assert made["all but the end of an added token"](9) == "<|end|<|e"
    assert len(made) == len({make(50) for make in made.values()})


def test_both_sides_of_a_cell_are_timed(slot, cell):
    found = list(growth_of(slot, cell(), (10, 20)))
    assert [one.engine for one in found[::13]] == ["reference", "huggingface_tokenizers"]
    assert len(found) == 26
    assert all([length for length, _ in one.points] == [10, 20] for one in found)
