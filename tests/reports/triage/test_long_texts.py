"""What the beginnings of a long text tell, in words."""

from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import EncodeCase, Encoding, Refusal
from tokparity.reports.records.finding import Beside, ShownToo
from tokparity.reports.triage.long_texts import (
    beginnings,
    beside_words,
    growth_sentence,
    is_of_one_word,
    too_long_sentence,
)

HANG = Refusal("timeout", "no answer within 10 s")
FINE = Encoding((1,))
SPACED = " ".join(["a" * 10] * 40)


def row(text, right, left=FINE):
    return Beside(EncodeCase(text), left, right)


@pytest.fixture
def long(finding):
    def made(right, *rows):
        case = EncodeCase("a" * 400)
        (sighting,) = finding(case=case, left=FINE, right=right, beside=rows).sightings
        return sighting

    return made


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        pytest.param(
            [row("a" * 25, FINE), row("a" * 50, HANG), row(SPACED, FINE)],
            "It answers its first 25 characters, and all of it in short words: "
            "the length of one word matters.",
            id="word",
        ),
        pytest.param(
            [row("a" * 200, FINE), row(SPACED, HANG)],
            "It answers its first 200 characters, and not all of it in short words: "
            "the length of the text matters.",
            id="text",
        ),
        pytest.param(
            [row("a" * 200, FINE)],
            "It answers its first 200 characters: it is a matter of length.",
            id="has-spaces",
        ),
        pytest.param([row("a" * 25, HANG), row(SPACED, FINE)], "", id="nothing-is-fine"),
        pytest.param([], "", id="not-asked"),
    ],
)
def test_a_hang(long, rows, told):
    sighting = long(HANG, *rows)
    assert growth_sentence(sighting, at_left=False) == told
    assert is_of_one_word(sighting, at_left=False) == ("one word" in told)


def test_of_answers_where_they_part(long):
    wrong = Encoding((2,))
    told = growth_sentence(long(wrong, row("a" * 100, FINE), row("a" * 101, wrong)), at_left=False)
    assert told == "It is right about its first 100 characters, wrong about the first 101."
    assert not growth_sentence(long(wrong, row("a" * 399, FINE)), at_left=False)
    of_others = replace(row("a" * 101, wrong), is_of_others=True)
    assert not growth_sentence(long(wrong, row("a" * 100, FINE), of_others), at_left=False)


def test_what_else_its_cause_names_is_no_part_of_it(long):
    wrong = Encoding((2,))
    rows = [row("a" * 100, FINE), row("a" * 101, wrong), row("\u0301", wrong)]
    sighting = long(wrong, *rows)
    assert "first 100 characters, wrong" in growth_sentence(sighting, at_left=False)
    assert beside_words(rows[2], sighting) == "\u25cc\u0301"


def test_what_a_row_is(long):
    sighting = long(HANG, row("a", FINE), row("a" * 50, FINE), row(SPACED, FINE))
    assert [beside_words(each, sighting) for each in sighting.beside] == [
        "its first character",
        "its first 50 characters",
        "all of it in words of ten characters, with spaces between",
    ]
    assert len(beginnings(sighting)) == 3


def test_a_short_text_in_other_company_has_no_beginnings(finding):
    rows = [row(text, FINE) for text in ("aab", "aba", "aaba", "a", "aa")]
    (sighting,) = finding(beside=tuple(rows)).sightings
    assert not beginnings(sighting)
    assert [beside_words(each, sighting) for each in rows[:2]] == ["aab", "aba"]
    assert not growth_sentence(sighting, at_left=False)


@pytest.mark.parametrize(
    ("text", "right", "model", "told"),
    [
        pytest.param(
            "a" * 101, (1, 2), "WordPiece\n  max_input_chars_per_word: 100", True, id="so"
        ),
        pytest.param(
            "a" * 99, (1, 2), "WordPiece\n  max_input_chars_per_word: 100", False, id="short"
        ),
        pytest.param(
            "a" * 101, (2,), "WordPiece\n  max_input_chars_per_word: 100", False, id="one"
        ),
        pytest.param("a" * 101, (1, 2), "BPE", False, id="no-limit"),
    ],
)
def test_a_word_that_is_longer_than_the_file_allows(finding, text, right, model, told):
    lines = (("model", line) for line in model.splitlines())
    settings = (("normalizer", "none: it goes on"), *lines)
    sides = {"left": FINE, "right": Encoding(right)}
    (seen,) = finding(case=EncodeCase(text), **sides, settings=settings).sightings
    said = too_long_sentence(seen, at_left=False)
    assert said == told * (
        "It cuts up a word of 101 characters: one of more than 100 (max_input_chars_per_word) is "
        "unknown as a whole."
    )
    beside_another = replace(seen, shown_too=ShownToo(("takes no word for too long",), FINE))
    assert too_long_sentence(beside_another, at_left=False) == ""
    any_text = replace(seen, shown_too=ShownToo())
    assert too_long_sentence(any_text, at_left=False) == said
