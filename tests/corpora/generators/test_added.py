from dataclasses import replace

import pytest

from tokparity.corpora.generators.added import ADDED, FOREIGN, broken
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


@pytest.mark.parametrize("space", [" ", "\n", "\t", "\r\n", "\xa0", "\u3000", "\u200b"])
def test_each_added_token_has_each_space_on_both_sides(material: Material, space: str) -> None:
    made = "\0".join(ADDED.bulk(Rng(1), material, 20_000))
    for content in material.added:
        assert content + space in made
        assert space + content in made


def test_tokens_stand_doubled_and_overlapping(material: Material) -> None:
    made = ADDED.bulk(Rng(1), material, 5000)
    assert any("<s><s>" in text for text in made)
    assert any("<|im_<s>" in text for text in made)
    assert any("<s>xx" in text or "<s>x>x" in text for text in made)


def test_a_near_miss_is_no_copy() -> None:
    rng = Rng(1)
    for content in FOREIGN:
        misses = {broken(rng, content) for _ in range(200)}
        assert content not in misses
        assert len(misses) > 8
        assert content.swapcase() in misses
        assert content[:-1] in misses


def test_without_added_tokens_those_of_others_stand_in(material: Material) -> None:
    made = "".join(ADDED.bulk(Rng(1), replace(material, added=()), 2000))
    assert [content for content in FOREIGN if content not in made] == []
