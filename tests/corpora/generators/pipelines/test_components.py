"""Drawn components take every value of every option, and nest in every section."""

from tokparity.corpora.generators.pipelines.components import component, section_of, types
from tokparity.corpora.generators.pipelines.options import OPTIONS
from tokparity.corpora.generators.rng import Rng


def test_every_value_is_drawn():
    for (section, kind), options in OPTIONS.items():
        if section not in ("normalizer", "pre_tokenizer", "post_processor", "decoder"):
            continue
        rng = Rng("values", section, kind)
        drawn = [component(rng, section, kind) for _ in range(150)]
        for name, values in options.items():
            assert all(any(one.get(name) == value for one in drawn) for value in values), name


def test_sections_keep_their_order_and_nest():
    rng = Rng("sections")
    kinds = types("decoder")[:3]
    made = [section_of(rng, "decoder", kinds) for _ in range(60)]
    depths = {str(one).count("'Sequence'") for one in made}
    assert depths == {1, 2}
    for one in made:
        text = str(one)
        assert sorted(kinds, key=text.index) == list(kinds)


def test_none_are_no_section_and_one_may_stand_alone():
    rng = Rng("alone")
    assert section_of(rng, "normalizer", []) is None
    assert {section_of(rng, "normalizer", ["NFC"])["type"] for _ in range(40)} == {
        "NFC",
        "Sequence",
    }
