from tokparity.corpora.generators.sentencepiece_models.model import generated


def test_the_same_number_is_the_same_model():
    one, other = generated(1, 5, 20), generated(1, 5, 20)
    assert one == other
    assert generated(1, 6, 20) != one != generated(2, 5, 20)


def test_types_take_turns_and_two_of_three_are_changed():
    models = [generated(0, number, 1) for number in range(18)]
    types = [model.recipe.options["model_type"] for model in models]
    assert set(types) == {"unigram", "bpe", "char", "word"}
    assert [bool(model.edits) for model in models] == [False, True, True] * 6
    assert "edits" in str(models[1])
