"""Sums of scores that two libraries do not tell apart, and pieces that one alone finds."""

import pytest

from tokparity.harness.explanations.changes import CHANGES
from tokparity.harness.explanations.unigram import equal_sums
from tokparity.reference_impl.contract import EncodeOptions, Encoding
from tokparity.reference_impl.formats import load
from tokparity.reports.records.explanation import Explanation

PLAIN = EncodeOptions(add_special=False, parse_special=False)


def of(maker, *scores, **options):
    vocab = [["<unk>", 0.0], *map(list, scores)]
    model = {"type": "Unigram", "unk_id": 0, "vocab": vocab, **options}
    return load(maker.json(model))


@pytest.mark.parametrize(
    ("whole", "same"),
    [
        pytest.param(-0.3, True, id="one-sum"),
        pytest.param(-0.3000000119, True, id="of-32-bits"),
        pytest.param(-0.31, False, id="another-sum"),
    ],
)
def test_two_ways_of_one_sum(maker, whole, same):
    tokenizer = of(maker, ("w", -0.1), ("www", whole))
    mine, other = Encoding((1, 1, 1), ((0, 1), (1, 2), (2, 3))), Encoding((2,), ((0, 3),))
    assert (equal_sums(tokenizer, mine, other) == other) is same


def test_another_text_or_the_same_ids_are_left_alone(maker):
    tokenizer = of(maker, ("w", -0.1), ("v", -0.1))
    mine = Encoding((1,), ((0, 1),))
    for other in (Encoding((2,), ((0, 1),)), Encoding((1,), ((0, 0),)), Encoding((7,), None)):
        assert equal_sums(tokenizer, mine, other) == mine


def test_a_stretch_that_differs_is_not_made_up_for_by_another(maker):
    """The sums of the whole are equal, those of the two words are not."""
    tokenizer = of(maker, ("a", -1.0), ("aa", -3.0), ("b", -1.0), ("bb", -1.0), ("-", -1.0))
    mine, other = Encoding((2, 5, 4), None), Encoding((1, 1, 5, 3, 3), None)
    assert equal_sums(tokenizer, mine, other) == mine


def changed(tokenizer, name):
    return CHANGES[name](tokenizer, Explanation("e", "model", name, "*"))


def test_reserved_pieces_are_not_found(maker):
    tokenizer = of(maker, ("a", -1.0), ("<", -2.0), ("u", -2.0), ("n", -2.0), ("k", -2.0),
                   (">", -2.0))  # fmt: skip
    assert tokenizer.encode("<unk>", PLAIN).ids == (0,)
    assert changed(tokenizer, "unigram-reserved-unfound").encode("<unk>", PLAIN).ids != (0,)


def test_a_piece_of_a_byte_is_not_found_but_spells(maker):
    rows = [(piece, -1.0) for piece in ("<0x62>", "<", "0", "x", "6", "2", ">")]
    tokenizer = of(maker, *rows, byte_fallback=True)
    assert tokenizer.encode("b<0x62>", PLAIN).ids == (1, 1)
    unfound = changed(tokenizer, "unigram-reserved-unfound")
    assert unfound.encode("b<0x62>", PLAIN).ids == (1, 2, 3, 4, 5, 6, 7)
    plain = changed(of(maker, *rows), "unigram-reserved-unfound")
    assert plain.encode("<0x62>", PLAIN).ids == (1,)


def test_byte_fallback_is_taken_away_where_it_is(maker):
    plain = of(maker, ("a", -1.0), ("<0x62>", 0.0))
    assert changed(plain, "without-byte-fallback") is plain
    falls = of(maker, ("a", -1.0), ("<0x62>", 0.0), byte_fallback=True)
    assert falls.encode("b", PLAIN).ids == (2,)
    assert changed(falls, "without-byte-fallback").encode("b", PLAIN).ids == (0,)
