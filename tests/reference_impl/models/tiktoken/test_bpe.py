import random

import pytest
import tiktoken

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.merging import merged_bounds, product_scan
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_level import spell, unspell
from tokparity.reference_impl.traces import Merge


def invented_ranks(rng: random.Random, alphabet: bytes, merged: int) -> dict[bytes, int]:
    """Single bytes and concatenations of earlier tokens, their ranks shuffled among themselves.

    Shuffled, so that a token's parts may rank above it: no trained vocabulary has that.
    """
    tokens = [bytes([byte]) for byte in alphabet]
    while len(tokens) < len(alphabet) + merged:
        token = rng.choice(tokens) + rng.choice(tokens)
        if token not in tokens and len(token) <= 12:
            tokens.append(token)
    ranks = rng.sample(range(5 * len(tokens)), len(tokens))
    return dict(zip(tokens, ranks, strict=True))


def model_of(ranks: dict[bytes, int], first_id: int = 0) -> TiktokenBPE:
    return TiktokenBPE({spell(token): rank + first_id for token, rank in ranks.items()}, first_id)


@pytest.mark.parametrize("seed", range(40))
def test_same_tokens_as_tiktoken(seed: int) -> None:
    rng = random.Random(seed)
    alphabet = bytes(rng.sample(range(256), 4))
    ranks = invented_ranks(rng, alphabet, 30)
    model = model_of(ranks)
    native = tiktoken.Encoding("t", pat_str=".", mergeable_ranks=ranks, special_tokens={})
    for length in (1, 2, 3, 7, 30, 63, 64, 65, 99, 100, 101, 400):  # tiktoken changes over at 100
        for _ in range(10):
            word = bytes(rng.choices(alphabet, k=length))
            found = model.tokenize(spell(word))
            assert [token_id for token_id, _, _ in found] == native._encode_single_piece(word)
            assert b"".join(word[start:end] for _, start, end in found) == word
            assert all(unspell(model.pieces[i]) == word[a:b] for i, a, b in found)


@pytest.mark.parametrize("seed", range(20))
def test_the_two_ways_to_merge_agree(seed: int) -> None:
    rng = random.Random(seed)
    vocab = model_of(invented_ranks(rng, b"abc", 25)).vocab
    for length in range(1, 200):
        word = "".join(rng.choices("abc", k=length))
        assert [0, *product_scan(word, vocab)] == merged_bounds(word, range(length + 1), vocab.get)


def test_a_word_that_is_a_token_is_not_merged() -> None:
    model = model_of({b"a": 0, b"b": 1, b"c": 2, b"abc": 3})  # no merge leads to abc
    assert model.tokenize("abc") == ((3, 0, 3),)
    assert model.explain("abc") == ()
    assert [token_id for token_id, _, _ in model.tokenize("abcabc")] == [0, 1, 2, 0, 1, 2]


def test_merges_are_explained_pass_by_pass() -> None:
    model = model_of({b"a": 0, b"b": 1, b"c": 2, b"ab": 7, b"bc": 5, b"abc": 9}, first_id=100)
    assert model.explain("abca") == (
        Merge("b", "c", 5, (("a", "b", 7), ("b", "c", 5))),
        Merge("a", "bc", 9, (("a", "bc", 9),)),
    )
    assert model.tokenize("abca") == ((109, 0, 3), (100, 3, 4))


def test_byte_without_a_token() -> None:
    with pytest.raises(UnknownToken, match="'c'"):
        model_of({b"a": 0, b"b": 1, b"ab": 2}).tokenize("abc")


def test_long_words_do_not_take_the_square_of_their_length() -> None:
    """A hundred thousand bytes in well under the minutes that the definition would take."""
    ranks = {b"a" * (1 << power): power for power in range(8)}
    ids = [token_id for token_id, _, _ in model_of(ranks).tokenize("a" * 100_003)]
    assert ids == [7] * 781 + [5, 1, 0]
