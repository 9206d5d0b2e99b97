from tokparity.corpora.generators.baselines.uniform import UNIFORM
from tokparity.corpora.generators.material import Material


def test_ascii_and_all_of_unicode_by_turns(material: Material) -> None:
    made = UNIFORM.texts(1, material, 0, 2000)
    ascii_texts, others = made[::2], made[1::2]
    assert set("".join(ascii_texts)) == {chr(point) for point in range(0x80)}
    assert {len(text) for text in made} == set(range(1, 65))
    planes = {ord(char) >> 16 for text in others for char in text}
    assert planes == set(range(17))
    points = sorted(ord(char) for text in others for char in text)
    middle = points[len(points) // 2]
    assert abs(middle - 0x110000 // 2) < 0x8000
