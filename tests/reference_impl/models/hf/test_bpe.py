import random

import pytest

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key

LETTERS = ["a", "b", "c", "é", "日"]


def random_model(generator):
    """A BPE over five letters with every option at random, pieces that may be missing included."""
    prefix = generator.choice([None, None, "", "##", "é"])
    suffix = generator.choice([None, None, "", "</w>"])
    pieces = [
        before + letter + after
        for letter in LETTERS
        for before in {"", prefix or ""}
        for after in {"", suffix or ""}
        if generator.random() < 0.9
    ]
    merges = []
    for _ in range(generator.randrange(12)):
        left, right = generator.choice(pieces), generator.choice(pieces)
        if prefix and not right.startswith(prefix):
            continue
        merged = left + right.removeprefix(prefix or "")
        merges.append([left, right])
        if merged not in pieces:
            pieces.append(merged)
    if generator.random() < 0.6:
        bytes_ = [f"<0x{byte:02X}>" for byte in (*"abé日x#</w>".encode(),)]
        pieces += [piece for piece in dict.fromkeys(bytes_) if generator.random() < 0.9]
    unk = generator.choice([None, "<unk>", "<unk>"])
    if unk and generator.random() < 0.9:
        pieces.append(unk)
    generator.shuffle(pieces)
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": unk,
        "continuing_subword_prefix": prefix,
        "end_of_word_suffix": suffix,
        "fuse_unk": generator.random() < 0.5,
        "byte_fallback": generator.random() < 0.5,
        "ignore_merges": generator.random() < 0.3,
        "vocab": {piece: index for index, piece in enumerate(pieces)},
        "merges": merges,
    }


@pytest.mark.parametrize("seed", range(150))
def test_random_models_with_every_option_agree_with_the_library(agree, trained, seed):
    generator = random.Random(seed)
    space = {"type": "Split", "pattern": {"String": " "}, "behavior": "Removed", "invert": False}
    document = trained | {
        "model": random_model(generator),
        "pre_tokenizer": generator.choice([None, space]),
    }
    letters = [*LETTERS, "x", "𝄞", " "]
    texts = ["".join(generator.choices(letters, k=generator.randrange(9))) for _ in range(25)]
    long = "".join(generator.choices(LETTERS[: generator.randrange(2, 6)], k=120))
    agree(document, [*texts, long])


def hello():
    vocab = {"h": 0, "e": 1, "l": 2, "o": 3, "el": 4, "lo": 5, "ello": 6, "hello": 7, "he": 8}
    merges = [(1, 2, 4), (2, 3, 5), (4, 5, 6), (0, 6, 7), (0, 1, 8)]
    ranks = {pair_key(left, right): rank for rank, (left, right, _) in enumerate(merges)}
    return BPE(vocab, ranks, [product for _, _, product in merges])


def test_explain_shows_each_merge_and_the_pairs_it_was_chosen_from():
    steps = hello().explain("hello")
    assert [(step.left, step.right, step.rank) for step in steps] == [
        ("e", "l", 0),
        ("l", "o", 1),
        ("el", "lo", 2),
        ("h", "ello", 3),
    ]
    assert steps[0].candidates == (("h", "e", 4), ("e", "l", 0), ("l", "o", 1))


def test_explain_ends_where_tokenize_ends():
    model = hello()
    for word in ["hello", "hhello", "lo", "elh", "o", ""]:
        left = list(word)
        for step in model.explain(word):
            at = next(at for at in range(len(left)) if left[at : at + 2] == [step.left, step.right])
            left[at : at + 2] = [step.left + step.right]
        assert left == [model.pieces[token_id] for token_id, _, _ in model.tokenize(word)]


def test_an_unknown_token_that_is_no_piece_is_an_error_only_when_it_is_needed():
    model = BPE({"a": 0}, {}, [], unk_token="<unk>")
    assert model.tokenize("a") == ((0, 0, 1),)
    with pytest.raises(UnknownToken, match="<unk>"):
        model.tokenize("b")


def test_a_word_of_ten_thousand_characters_takes_no_quadratic_time(agree, byte_level):
    byte_level["pre_tokenizer"] |= {"use_regex": False}
    assert agree(byte_level, ["hello world" * 2000]) == 0
