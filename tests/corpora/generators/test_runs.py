from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.runs import LONGEST, RUNS, UNITS


def test_lengths_go_from_two_to_the_longest(material: Material) -> None:
    lengths = sorted(len(text) for text in RUNS.bulk(Rng(1), material, 5000))
    assert lengths[-1] <= LONGEST + 1
    assert lengths[-1] > 1500
    assert 2 <= lengths[len(lengths) // 2] < 200


def test_a_run_is_of_one_thing(material: Material) -> None:
    for text in RUNS.bulk(Rng(1), material, 500):
        body = text[: max(len(text) - 1, 1)]
        assert any(
            body == (body[:size] * (len(body) // size + 1))[: len(body)] for size in range(1, 14)
        )


def test_every_unit_is_used(material: Material) -> None:
    made = RUNS.bulk(Rng(1), material, 5000)
    assert [unit for unit in UNITS if not any(text.startswith(unit) for text in made)] == []
