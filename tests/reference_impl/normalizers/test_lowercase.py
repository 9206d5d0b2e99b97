import pytest

from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.text.aligned import Aligned

SPEC = {"type": "Lowercase"}


@pytest.mark.parametrize(
    ("text", "lowered", "origin"),
    [
        pytest.param("ΑΣ", "ασ", (0, 1), id="no-final-sigma"),
        pytest.param("İx", "i̇x", (0, 0, 1), id="one-becomes-two"),
        pytest.param("ßẞ", "ßß", (0, 1), id="capital-sharp-s"),
        pytest.param("ǅ", "ǆ", (0,), id="title-case"),
        pytest.param("\U0001e900", "\U0001e922", (0,), id="beyond-the-basic-plane"),
    ],
)
def test_each_character_alone(agree_on, text, lowered, origin):
    assert Lowercase().normalize(Aligned.of(text)) == Aligned(lowered, origin)
    assert agree_on(SPEC, [text]) == 0


def test_code_points(agree_on_code_points):
    assert agree_on_code_points(SPEC) > 1400


def test_telling_texts(agree_on_telling_texts):
    assert agree_on_telling_texts(SPEC, 500) == 0
