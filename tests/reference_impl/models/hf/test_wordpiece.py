import random
import time

import pytest

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.hf.wordpiece import WordPiece

LETTERS = ["a", "b", "é", "日"]
SPACE = {"type": "Split", "pattern": {"String": " "}, "behavior": "Removed", "invert": False}


def random_model(generator):
    prefix = generator.choice(["##", "", "a", "é"])
    pieces = ["[UNK]"] if generator.random() < 0.8 else []
    for _ in range(generator.randrange(30)):
        piece = "".join(generator.choices(LETTERS, k=generator.randrange(1, 5)))
        pieces.append(generator.choice(["", prefix]) + piece)
    if generator.random() < 0.2:
        pieces.append("")
    pieces = list(dict.fromkeys(pieces))
    generator.shuffle(pieces)
    return {
        "type": "WordPiece",
        "unk_token": "[UNK]",
        "continuing_subword_prefix": prefix,
        "max_input_chars_per_word": generator.choice([0, 3, 7, 100, (1 << 64) - 1]),
        "vocab": {piece: index for index, piece in enumerate(pieces)},
    }


@pytest.mark.parametrize("seed", range(100))
def test_random_models_agree_with_the_library(agree, trained, seed):
    generator = random.Random(seed)
    document = trained | {
        "model": random_model(generator),
        "pre_tokenizer": generator.choice([None, SPACE]),
    }
    letters = [*LETTERS, *LETTERS, "x", " "]
    texts = ["".join(generator.choices(letters, k=generator.randrange(12))) for _ in range(30)]
    agree(document, texts)


def test_the_longest_piece_is_never_given_back():
    model = WordPiece({"[UNK]": 0, "ab": 1, "a": 2, "##bc": 3})
    assert model.tokenize("abc") == ((0, 0, 3),)


def test_one_character_too_many_makes_the_whole_word_unknown():
    model = WordPiece({"[UNK]": 0, "a": 1, "##a": 2}, max_input_chars_per_word=3)
    assert model.tokenize("aaa") == ((1, 0, 1), (2, 1, 2), (2, 2, 3))
    assert model.tokenize("aaaa") == ((0, 0, 4),)


def test_an_unknown_token_that_is_no_piece_is_an_error_only_when_it_is_needed():
    model = WordPiece({"a": 0})
    assert model.tokenize("a") == ((0, 0, 1),)
    with pytest.raises(UnknownToken):
        model.tokenize("ab")


def test_a_hundred_thousand_characters_take_no_quadratic_time():
    model = WordPiece({"a": 1, "##a": 2, "##aaaa": 3}, max_input_chars_per_word=1 << 40)
    start = time.process_time()
    assert len(model.tokenize("a" * 100_000)) == 25_003
    assert time.process_time() - start < 5
