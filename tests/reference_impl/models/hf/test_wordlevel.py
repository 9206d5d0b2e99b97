import random

import pytest

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.hf.wordlevel import WordLevel

SPACE = {"type": "Split", "pattern": {"String": " "}, "behavior": "Removed", "invert": False}


@pytest.mark.parametrize("unk", ["<unk>", "missing", "a"])
def test_random_texts_agree_with_the_library(agree, trained, unk):
    generator = random.Random(0)
    model = {"type": "WordLevel", "vocab": {"a": 0, "<unk>": 5, "日本": 2, "": 3}, "unk_token": unk}
    words = ["a", "日本", "日", "x", "<unk>", ""]
    texts = [" ".join(generator.choices(words, k=generator.randrange(5))) for _ in range(60)]
    refused = agree(trained | {"model": model, "pre_tokenizer": SPACE}, texts)
    assert (refused > 0) == (unk == "missing")


def test_an_unknown_token_that_is_no_piece_is_an_error_only_when_it_is_needed():
    model = WordLevel({"a": 0}, "<unk>")
    assert model.tokenize("a") == ((0, 0, 1),)
    with pytest.raises(UnknownToken, match="<unk>"):
        model.tokenize("aa")
