"""Each fault model of the post-processor differs from the real library where it should.

A row is a fault model or a family with its parameters, a small artefact, and one case.
"""

import pytest
from small_artefacts import AROUND, LETTERS, LIMIT, PADDED, byte_level, encode, every, words

from tokparity.reference_impl.contract import FullCase

ROWS = [
    ("specials-never-added", {}, every, encode("hello", special=True)),
    ("specials-never-added", {}, lambda m: m.llama(), encode("a", special=True)),
    ("specials-always-added", {}, every, encode("hello")),
    ("first-special-twice", {}, every, encode("hello", special=True)),
    ("first-special-twice", {}, lambda m: m.llama(), encode("a", special=True)),
    ("first-special-twice", {}, lambda m: m.small_model(), encode("h", special=True, parse=False)),
    ("first-special-missing", {}, every, encode("hello", special=True)),
    ("first-special-missing", {}, lambda m: m.tekken(), encode("a", special=True, parse=False)),
    (
        "first-special-twice",
        {},
        lambda m: m.json(words(), post_processor={"type": "Sequence", "processors": [AROUND]}),
        encode("a", True),
    ),
    (
        "last-special-missing",
        {},
        lambda m: m.json(words(), post_processor=AROUND),
        encode("a", True),
    ),
    ("last-special-missing", {}, lambda m: m.small_model(), encode("h", special=True, parse=False)),
    ("specials-swapped", {}, lambda m: m.json(words(), post_processor=AROUND), encode("a", True)),
    ("specials-swapped", {}, lambda m: m.vocab_txt("a"), encode("a", special=True, parse=False)),
    (
        "specials-swapped",
        {},
        lambda m: m.json(
            words(),
            post_processor={"type": "BertProcessing", "sep": ["</s>", 1], "cls": ["<s>", 0]},
        ),
        encode("a", True),
    ),
    ("no-truncation", {}, lambda m: m.json(LETTERS, truncation=LIMIT), encode("abc")),
    ("truncated-on-the-other-side", {}, lambda m: m.json(LETTERS, truncation=LIMIT), encode("abc")),
    (
        "no-room-for-specials",
        {},
        lambda m: m.json(LETTERS, truncation=LIMIT | {"max_length": 4}, post_processor=AROUND),
        encode("abc", True),
    ),
    ("no-padding", {}, lambda m: m.json(LETTERS, padding=PADDED), encode("a")),
    ("padded-on-the-other-side", {}, lambda m: m.json(LETTERS, padding=PADDED), encode("a")),
    ("no-separator", {}, lambda m: m.json(words(), post_processor=AROUND), FullCase("a", "b")),
    ("one-type-id", {}, lambda m: m.json(words(), post_processor=AROUND), FullCase("a", "b")),
    (
        "offsets-untrimmed",
        {},
        lambda m: m.json(
            m.every_stage["model"], pre_tokenizer=byte_level(), post_processor=byte_level()
        ),
        encode("a b"),
    ),
    ("first-special-spared", {}, lambda m: m.llama(("a", 0.0)), encode("<s>a", special=True)),
    (
        "last-special-spared",
        {},
        lambda m: m.json(words("a"), post_processor=AROUND),
        encode("a", True),
    ),
    (
        "no-specials-for-nothing",
        {},
        lambda m: m.json(words(), post_processor=AROUND),
        encode("", True),
    ),
    (
        "special-ranges-at-ends",
        {},
        lambda m: m.json(words(), post_processor=AROUND),
        encode("a", True),
    ),
    ("specials-unmasked", {}, lambda m: m.json(words(), post_processor=AROUND), FullCase("a")),
    (
        "last-special-lost-over",
        {"tokens": 3},
        lambda m: m.json(LETTERS, post_processor=AROUND),
        encode("abc", True),
    ),
    ("limit-moved", {"by": 1}, lambda m: m.json(LETTERS, truncation=LIMIT), encode("abc")),
]


@pytest.mark.parametrize(
    ("name", "parameters", "artefact", "case"),
    [pytest.param(*row, id=f"{row[0]}-{number}") for number, row in enumerate(ROWS)],
)
def test_it_differs_from_the_library_and_its_stage_is_named(
    differs, name, parameters, artefact, case
):
    differs("post_processor", name, parameters, artefact, case)


def test_each_has_a_row(names_of):
    assert {name for name, _, _, _ in ROWS} == names_of("post_processor")


def test_what_is_changed_is_the_tokenizer_or_another_that_answers(answers):
    answers(ROWS)
