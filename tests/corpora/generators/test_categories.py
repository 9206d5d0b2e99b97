import regex

from tokparity.corpora.generators.categories import CATEGORIES
from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def test_every_category_is_drawn(material: Material) -> None:
    drawn = "".join(CATEGORIES.bulk(Rng(1), material, 20_000))
    missing = [name for name in categories() if not regex.search(rf"\p{{gc={name}}}", drawn)]
    assert missing == []


def test_most_runs_of_digits_are_drawn(material: Material) -> None:
    drawn = set("".join(CATEGORIES.bulk(Rng(1), material, 20_000)))
    runs = code_points("Nd").ranges
    reached = [run for run in runs if any(chr(p) in drawn for p in range(run[0], run[1] + 1))]
    assert len(reached) > 0.9 * len(runs)
