import regex

from tokparity.corpora.generators.code_points import combining_classes
from tokparity.corpora.generators.combining import COMBINING
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def test_every_combining_class_stands_beside_another(material: Material) -> None:
    made = "\n".join(COMBINING.bulk(Rng(1), material, 20_000))
    for name in combining_classes():
        assert regex.search(rf"[\P{{{name}}}&&\P{{ccc=0}}]\p{{{name}}}", made, regex.V1), name


def test_marks_out_of_canonical_order_are_common(material: Material) -> None:
    made = COMBINING.bulk(Rng(1), material, 1000)
    above_below = regex.compile(r"\p{ccc=230}[\p{ccc=220}\p{ccc=202}]")
    assert sum(bool(above_below.search(text)) for text in made) > 10


def test_jamo_of_all_three_kinds_and_compatibility_forms(material: Material) -> None:
    made = "".join(COMBINING.bulk(Rng(1), material, 20_000))
    assert regex.search("[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]", made)
    assert regex.search("[\uac00-\ud7a3]", made)
    assert regex.search(r"[\p{NFKD_QC=N}&&\p{NFD_QC=Y}]", made, regex.V1)
