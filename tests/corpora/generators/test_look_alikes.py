import re

from tokparity.corpora.generators.look_alikes import LOOK_ALIKES, MARKS
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def test_byte_notation_of_every_byte_and_case(material: Material) -> None:
    made = "".join(LOOK_ALIKES.bulk(Rng(1), material, 20_000))
    assert set(re.findall("<0x([0-9A-F]{2})>", made)) == {f"{byte:02X}" for byte in range(256)}
    assert re.search("<0x[0-9]?[a-f]", made)
    assert "<0X" in made


def test_marks_of_vocabularies_and_raw_pieces(material: Material) -> None:
    made = "".join(LOOK_ALIKES.bulk(Rng(1), material, 20_000))
    assert [mark for mark in MARKS if mark not in made] == []
    assert "ä¸" in made  # a piece as the file writes it, not as its bytes decode
