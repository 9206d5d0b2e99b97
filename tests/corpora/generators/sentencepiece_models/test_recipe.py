from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.recipe import MODEL_TYPES, drawn


def test_every_option_takes_each_of_its_values():
    recipes = [drawn(Rng("recipes", number), MODEL_TYPES[0]) for number in range(200)]
    values = {}
    for recipe in recipes:
        for name, value in recipe.options.items():
            values.setdefault(name, set()).add(str(value))
    flags = {name for name, seen in values.items() if seen == {"True", "False"}}
    assert {"byte_fallback", "add_dummy_prefix", "treat_whitespace_as_suffix"} <= flags
    assert {"split_digits", "remove_extra_whitespaces", "escape_whitespaces"} <= flags
    assert len(values["normalization_rule_name"]) == 5
    assert any(recipe.rules for recipe in recipes)
    assert any(recipe.back for recipe in recipes)
    assert any(recipe.symbols for recipe in recipes)


def test_the_same_stream_draws_the_same():
    assert drawn(Rng(1), "bpe") == drawn(Rng(1), "bpe") != drawn(Rng(2), "bpe")
