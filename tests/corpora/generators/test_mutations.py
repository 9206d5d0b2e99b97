from dataclasses import replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.mutations import LONGEST, MUTATIONS, mutate
from tokparity.corpora.generators.rng import Rng


def test_every_kind_of_mutation_happens(material: Material) -> None:
    one = replace(material, corpus=("QQ",))
    found = {mutate(Rng(seed), one, "abcdefgh") for seed in range(3000)}
    assert {"abcd", "abcefgh", "ababcdefgh", "abcdQQefgh", "abCDEFGH", "ABCDEFgh"} <= found
    assert any(not text.isascii() for text in found)


def test_texts_stay_short(material: Material) -> None:
    made = MUTATIONS.bulk(Rng(1), material, 5000)
    assert max(map(len, made)) <= LONGEST
    assert sum(map(len, made)) / len(made) > 10


def test_every_corpus_text_is_used(material: Material) -> None:
    few = replace(material, corpus=tuple(f"{n:x}" * 60 for n in range(16)))
    made = "".join(MUTATIONS.bulk(Rng(1), few, 2000))
    assert set("0123456789abcdef") <= set(made)
