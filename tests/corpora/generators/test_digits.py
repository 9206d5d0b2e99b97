import regex

from tokparity.corpora.generators.code_points import code_points
from tokparity.corpora.generators.digits import DIGITS
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def test_every_script_has_its_digits_in_runs(material: Material) -> None:
    made = "\n".join(DIGITS.bulk(Rng(1), material, 20_000))
    for low, high in code_points("Nd").ranges:
        assert regex.search(f"[{chr(low)}-{chr(high)}]{{4}}", made), hex(low)


def test_runs_of_every_length_to_ten_and_other_numbers(material: Material) -> None:
    made = "\n".join(DIGITS.bulk(Rng(1), material, 5000))
    lengths = {len(run) for run in regex.findall("[0-9]+", made)}
    assert lengths >= set(range(1, 11))
    assert regex.search(r"\p{Nl}", made)
    assert regex.search(r"\p{No}", made)
