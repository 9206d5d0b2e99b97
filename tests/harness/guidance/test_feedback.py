import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.variations import LONGEST
from tokparity.harness.guidance import feedback as module
from tokparity.harness.guidance.features import Reached
from tokparity.harness.guidance.feedback import Feedback, TextPool, feedback_texts
from tokparity.harness.shards.unit import Unit, run_unit
from tokparity.reference_impl.contract import EncodeOptions

MATERIAL = Material(
    ids=(0, 1),
    gaps=(),
    surfaces=("a", "#"),
    broken=(),
    added=("<s>",),
    added_ids=(1,),
    pieces=("a", "#"),
    words=("a",),
    corpus=("a b",),
)


def test_the_smallest_text_of_a_feature_is_kept():
    kept = TextPool()
    assert kept.add("long", [1, 2]) == 2
    assert kept.add("b", [2, 3]) == 1
    assert kept.add("a", [2]) == 0
    assert kept.texts() == ["long", "a", "b"]
    assert kept.add("a", [1, 3]) == 0
    assert (kept.texts(), len(kept)) == (["a"], 1)


def test_the_order_of_features_does_not_matter():
    one, other = TextPool(), TextPool()
    one.add("a", [3, 1, 2])
    other.add("a", [2, 3, 1])
    assert list(one.best) == list(other.best)


def test_what_is_kept_is_bounded(monkeypatch):
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    kept = TextPool()
    assert [kept.add(f"text {number}", [number]) for number in range(5)] == [1] * 5
    assert len(kept) == 3
    assert kept.add("text 4", [4]) == 0, "a feature is new once, kept or not"
    assert kept.add("x", [0]) == 0
    assert "text 0" not in kept.texts(), "there is room for a smaller one in place of its own"


def test_a_long_text_only_counts():
    kept = TextPool()
    assert kept.add("x" * (LONGEST + 1), [1]) == 1
    assert kept.texts() == feedback_texts(kept, Rng(0), MATERIAL, 4) == []


class Counts:
    """A text reaches as many features as it has "#" in a row, so that the deepest needs steps."""

    def features(self, text, options):
        run = best = 0
        for char in text:
            run = run + 1 if char == "#" else 0
            best = max(best, run)
        return frozenset(range(best + 1))


def test_feedback_goes_further_step_by_step():
    def deepest(guided):
        kept, rng = TextPool(), Rng(7)
        kept.add("ab", [0])
        for _ in range(20):
            for text in feedback_texts(kept, rng, MATERIAL, 16):
                if guided or len(kept.best) == 1:
                    features = Counts().features(text, EncodeOptions())
                    kept.add(text, features if guided else [0])
                    found[guided] = max(found.get(guided, 0), *features)

    found = {}
    deepest(guided=False)
    deepest(guided=True)
    assert found[True] > 2 * found[False]


def more(shard=0, seed=0, texts=("a", "#", "a#"), count=10, reached=None):
    made = Feedback(Counts(), lambda: MATERIAL, (seed, "ab" * 32, "x y"))
    reached = Reached() if reached is None else reached
    return made.more(shard, texts, count, [EncodeOptions()], reached)


def test_a_shard_gets_as_many_as_it_asks_for_and_they_repeat():
    assert [len(more(count=count)) for count in (1, 3, 4, 10, 128)] == [1, 3, 4, 10, 128]
    assert more() == more()
    assert more() != more(seed=1)
    assert more(texts=["a"] * 9) != more(shard=1, texts=["a"] * 9)


def test_what_was_examined_is_noted():
    reached = Reached()
    more(texts=["##", "a", "a"], reached=reached)
    assert reached.rules >= {0, 1, 2}


def test_what_is_too_long_to_vary_is_not_examined():
    reached = Reached()
    assert more(texts=["#" * (LONGEST + 1), "a", "a"], reached=reached) == []
    assert not reached.rules


def test_nothing_fed_in_is_nothing_to_vary():
    assert more(texts=()) == []


@pytest.mark.parametrize("shard", range(3))
def test_every_option_of_the_cell_is_examined(shard):
    asked = []

    class Notes:
        def features(self, text, options):
            asked.append(options)
            return frozenset([1])

    options = [EncodeOptions(), EncodeOptions(False), EncodeOptions(True, False)]
    feedback = Feedback(Notes(), lambda: MATERIAL, (0, "", ""))
    feedback.more(shard, ["a"] * 30, 0, options, Reached())
    assert set(asked) == set(options)


def test_a_unit_is_fed_back_an_eighth(slot, cell, monkeypatch):
    asked = []

    def noted(self, shard, texts, count, options, reached):
        asked.append((len(texts), count))
        return ["fed back"] * count

    monkeypatch.setattr(Feedback, "more", noted)
    result = run_unit(slot, Unit(cell(), 0, 64, 0, 0))
    assert asked == [(56, 8)]
    assert result.counts["encode"].compared == 64


def test_a_unit_reports_what_its_texts_exercised(slot, cell, monkeypatch):
    unit = Unit(cell(), 0, 64, 0, 0)
    rules = set(run_unit(slot, unit).features.rules)
    monkeypatch.setattr(Feedback, "more", lambda *_: [])
    assert len(rules - set(run_unit(slot, unit).features.rules)) > 50
