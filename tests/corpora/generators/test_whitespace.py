import regex

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.whitespace import KINDS, WHITESPACE


def test_every_white_space_character_is_a_kind() -> None:
    everything = "".join(chr(point) for point in range(0x10000) if not 0xD800 <= point <= 0xDFFF)
    assert set(regex.findall(r"\p{White_Space}", everything)) <= set(KINDS)


def test_every_kind_stands_alone_doubled_and_at_both_ends(material: Material) -> None:
    made = WHITESPACE.bulk(Rng(1), material, 20_000)
    everything = "\0".join(made)
    for kind in KINDS:
        assert kind * 2 in everything, repr(kind)
    assert any(text[0].isspace() for text in made)
    assert any(text[-1].isspace() for text in made)
    assert any(text.isspace() and len(text) > 4 for text in made)
