import pytest

from tokparity.corpora.generators.material import Material, corpus_words
from tokparity.corpora.texts.corpus import texts


def test_what_is_read_of_a_vocabulary(material: Material) -> None:
    assert material.size == 303
    assert material.gaps == ((258, 300),)
    assert material.added == ("<|im_start|>", "<s>", "<s>x")
    assert material.added_ids == (300, 301, 302)
    assert set(material.broken) == {*range(0x80, 0x100), 257}
    assert set(material.surfaces) == {*map(chr, range(0x80)), " hello", *material.added}
    assert len(material.pieces) == len(material.ids) == 261
    assert len(material.corpus) == len(texts())


def test_words_are_distinct_and_from_the_corpus() -> None:
    words = corpus_words()
    assert len(set(words)) == len(words) > 3000
    everything = "\n".join(text.text for text in texts())
    assert all(word in everything for word in words[::50])


class Empty:
    added_tokens = ()

    def pieces(self) -> dict[int, str]:
        return {}

    def surface(self, token_id: int) -> bytes:
        raise AssertionError


def test_an_empty_vocabulary_is_an_error() -> None:
    with pytest.raises(ValueError, match="without tokens"):
        Material.of(Empty())
