import sys

import pytest
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from tokparity.corpora.generators.baselines import hypothesis_text
from tokparity.corpora.generators.baselines.hypothesis_text import HYPOTHESIS_TEXT, NoHypothesis
from tokparity.corpora.generators.material import Material


@pytest.fixture(autouse=True)
def short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hypothesis_text, "RUN", 200)
    hypothesis_text.drawn.cache_clear()


def test_texts_are_those_of_hypothesis(material: Material) -> None:
    made = HYPOTHESIS_TEXT.texts(1, material, 0, 400)
    assert made[0] == made[200] == ""
    assert len(set(made)) > 350
    assert {char > "\uffff" for text in made for char in text} == {True, False}


def test_what_happens_to_be_imported_has_no_say(
    material: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    def collected() -> Constants:
        return Constants(strings={"a constant of some module"})

    monkeypatch.setattr(providers, "_get_local_constants", collected)
    providers.CONSTANTS_CACHE.cache.clear()
    assert "a constant of some module" not in HYPOTHESIS_TEXT.texts(1, material, 0, 400)
    assert providers._get_local_constants is collected


def test_a_run_that_ends_early_is_followed_by_another(
    material: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def run(seed: int, count: int) -> list[str]:
        asked.append((seed, count))
        return ["x"] * 150

    monkeypatch.setattr(hypothesis_text, "_run", run)
    assert HYPOTHESIS_TEXT.texts(1, material, 0, 200) == ["x"] * 200
    assert [count for _, count in asked] == [200, 50]
    assert len({seed for seed, _ in asked}) == 2


def test_without_hypothesis_one_line_says_so(
    material: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(NoHypothesis, match=r"pip install 'tokparity\[test\]'"):
        HYPOTHESIS_TEXT.texts(9, material, 0, 1)
