import random
import time

import pytest

from tokparity.reference_impl.models.hf.unigram import NoUnknownToken, Unigram

LETTERS = ["a", "b", "é", "日"]
SPACE = {"type": "Split", "pattern": {"String": " "}, "behavior": "Removed", "invert": False}
SCORES = [
    lambda generator: -float(generator.randrange(1, 4)),  # ties everywhere
    lambda generator: -generator.randrange(1, 9) / 10,  # ties but for rounding
    lambda generator: -generator.uniform(0, 12),
    lambda generator: generator.choice([-1e-9, 0, 1, -1e16, -3]),  # sums that swallow a term
]


def random_model(generator):
    """Pieces over four letters: duplicates, the empty one, incomplete bytes, any unk_id."""
    score = generator.choice(SCORES)
    pieces = ["<unk>"]
    for _ in range(generator.randrange(1, 30)):
        pieces.append("".join(generator.choices(LETTERS, k=generator.randrange(1, 6))))
    if generator.random() < 0.6:
        bytes_ = [f"<0x{byte:02X}>" for byte in dict.fromkeys("abéx日𝄞<".encode())]
        pieces += [piece for piece in bytes_ if generator.random() < 0.9]
    if generator.random() < 0.2:
        pieces.append("")
    pieces = list(dict.fromkeys(pieces)) if generator.random() < 0.8 else pieces
    generator.shuffle(pieces)
    unk_id = generator.choice([None, pieces.index("<unk>"), generator.randrange(len(pieces))])
    model = {
        "type": "Unigram",
        "unk_id": unk_id,
        "vocab": [[piece, score(generator)] for piece in pieces],
        "byte_fallback": generator.random() < 0.5,
    }
    return {key: value for key, value in model.items() if value is not None}


@pytest.mark.parametrize("seed", range(150))
def test_random_models_agree_with_the_library(agree, trained, seed):
    generator = random.Random(seed)
    document = trained | {
        "model": random_model(generator),
        "pre_tokenizer": generator.choice([None, SPACE]),
    }
    letters = [*LETTERS, "x", "𝄞", " ", "<unk>"]
    texts = ["".join(generator.choices(letters, k=generator.randrange(9))) for _ in range(25)]
    agree(document, [*texts, "".join(generator.choices(LETTERS, k=300)), "a" * 40, "xy" * 40])


def test_of_equal_sums_the_last_piece_that_starts_first_wins(agree, trained):
    """tokenizers 0.23 models/unigram/model.rs `encode_optimized`: only a *greater* sum replaces."""
    vocab = [["<unk>", 0], ["a", -1], ["aa", -2], ["aaa", -3]]
    document = trained | {"model": {"type": "Unigram", "unk_id": 0, "vocab": vocab}}
    assert agree(document, ["a" * length for length in range(1, 12)]) == 0
    model = Unigram([(piece, float(score)) for piece, score in vocab], unk_id=0)
    assert model.tokenize("aaaa") == ((1, 0, 1), (3, 1, 4))


def test_sums_are_rounded_at_each_step(agree, trained):
    """0.1 + 0.2 + 0.3 is not 0.6 in 64 bits: "abc" is cut where exact sums would tie."""
    vocab = [["<unk>", -9], ["a", -0.1], ["b", -0.2], ["c", -0.3], ["abc", -0.6], ["bc", -0.5]]
    document = trained | {"model": {"type": "Unigram", "unk_id": 0, "vocab": vocab}}
    assert agree(document, ["abc", "abcabc", "bcabc", "abcbcabc" * 9]) == 0


def test_two_scores_tie_that_the_library_reads_as_one_number(agree, trained, reference):
    """See formats/serde_number.py: read exactly, a + b would beat "ab"."""
    low, high = -18.551125341505642, -18.55112534150564
    assert low < high
    vocab = [["<unk>", -99], ["a", high], ["b", 0], ["ab", low]]
    document = trained | {"model": {"type": "Unigram", "unk_id": 0, "vocab": vocab}}
    assert agree(document, ["ab", "abab"]) == 0
    assert reference(document).encode("ab").ids == (3,)


def test_neighbouring_unknown_characters_are_one_token_and_the_unknown_piece_joins_them(
    agree, trained
):
    """tokenizers 0.23 models/unigram/model.rs: `fuse_unk` is always on, and goes by id."""
    vocab = [["<unk>", -5], ["a", -1]]
    document = trained | {"model": {"type": "Unigram", "unk_id": 0, "vocab": vocab}}
    assert agree(document, ["xyz", "axya", "x<unk>y", "a<unk>", "<unk><unk>"]) == 0
    assert Unigram([("<unk>", -5.0)], unk_id=0).tokenize("x<unk>y") == ((0, 0, 7),)


def test_byte_fallback_gives_every_byte_the_range_of_the_whole_run(agree, trained):
    pieces = [f"<0x{byte:02X}>" for byte in range(256)]
    vocab = [["<unk>", 0], *([piece, 0] for piece in pieces)]
    model = {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": True}
    assert agree(trained | {"model": model}, ["é", "日本", "<0x41>", "x<0x41>é"]) == 0


def test_without_an_unknown_id_only_a_missing_character_is_an_error(agree, trained):
    model = {"type": "Unigram", "vocab": [["a", -1], ["bc", -1]]}
    assert agree(trained | {"model": model}, ["a", "aa", "", "bc", "abc"]) == 2 * 4
    with pytest.raises(NoUnknownToken, match="'b' is no piece"):
        Unigram([("a", -1.0), ("bc", -1.0)]).tokenize("bc")


def test_an_empty_vocabulary_encodes_only_the_empty_text(agree, trained):
    assert agree(trained | {"model": {"type": "Unigram", "vocab": []}}, ["", "a"]) == 4


def test_a_hundred_thousand_characters_take_no_quadratic_time():
    model = Unigram([("<unk>", -9.0), *(("a" * n, -1.0 / n) for n in range(1, 17))], unk_id=0)
    start = time.process_time()
    tokens = model.tokenize("a" * 100_000)
    assert (tokens[0][1], tokens[-1][2]) == (0, 100_000)
    assert time.process_time() - start < 5
