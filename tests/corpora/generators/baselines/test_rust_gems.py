from dataclasses import replace

from tokparity.corpora.generators.baselines.rust_gems import RUST_GEMS
from tokparity.corpora.generators.material import Material


def test_windows_of_tokens_in_a_row(material: Material) -> None:
    made = RUST_GEMS.texts(1, replace(material, surfaces=("abc", "世界")), 0, 300)
    assert all(97 < len(text.encode()) <= 100 for text in made)
    whole = [text.lstrip("bc").lstrip("界") for text in made]
    assert all(set(text.replace("abc", "").replace("世界", "")) <= set("ab世") for text in whole)
    assert {text[0] for text in made} == set("abc世界")


def test_a_vocabulary_of_broken_pieces_only_still_gives_texts(material: Material) -> None:
    assert all(RUST_GEMS.texts(1, replace(material, surfaces=()), 0, 5))
