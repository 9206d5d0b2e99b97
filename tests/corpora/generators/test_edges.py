from tokparity.corpora.generators.code_points import code_points
from tokparity.corpora.generators.edges import BORDERS, EDGES
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def test_every_border_and_both_its_neighbours(material: Material) -> None:
    made = set("".join(EDGES.bulk(Rng(1), material, 20_000)))
    wanted = {point + step for point in BORDERS for step in (-1, 0, 1)}
    wanted = {p for p in wanted if 0 <= p <= 0x10FFFF and not 0xD800 <= p <= 0xDFFF}
    assert [hex(point) for point in sorted(wanted) if chr(point) not in made] == []


def test_most_ends_of_a_category(material: Material) -> None:
    made = set("".join(EDGES.bulk(Rng(1), material, 50_000)))
    ends = {end for span in code_points("Zs").ranges for end in (span[0] - 1, span[1] + 1)}
    assert all(chr(end) in made for end in ends)
