"""Drawn added tokens overlap, and have ids of their own."""

from tokparity.corpora.generators.pipelines.added_tokens import added_tokens
from tokparity.corpora.generators.rng import Rng

VOCAB = {"hello": 0, "a": 7}


def drawn(number):
    return added_tokens(Rng("added", number), VOCAB)


def test_pieces_keep_their_ids_and_the_others_follow():
    for number in range(200):
        tokens = drawn(number)
        ids = [token["id"] for token in tokens]
        assert len(set(ids)) == len(ids)
        assert all(token["id"] == VOCAB.get(token["content"], token["id"]) for token in tokens)
        assert all(token["id"] > 7 for token in tokens if token["content"] not in VOCAB)


def test_some_begin_others_and_every_flag_is_there_and_not():
    sets = [drawn(number) for number in range(200)]
    contents = [[token["content"] for token in tokens] for tokens in sets]
    assert any(a != b and a.startswith(b) for inside in contents for a in inside for b in inside)
    for flag in ("single_word", "lstrip", "rstrip", "normalized", "special"):
        assert {token[flag] for tokens in sets for token in tokens} == {False, True}
