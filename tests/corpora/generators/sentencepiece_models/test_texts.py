from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.recipe import ModelRecipe
from tokparity.corpora.generators.sentencepiece_models.texts import made_of

RECIPE = ModelRecipe({}, rules=(("zzz", ""),), symbols=("<my symbol>",))


def test_the_options_are_in_the_texts():
    texts = made_of(Rng(1), RECIPE, 200)
    assert len(texts) == 200
    assert texts[0] == ""
    assert any("<my symbol>" in text for text in texts)
    assert any("zzz" in text for text in texts)
    assert any("\udc80" <= char <= "\udcff" for text in texts for char in text)
    assert texts == made_of(Rng(1), RECIPE, 200)
