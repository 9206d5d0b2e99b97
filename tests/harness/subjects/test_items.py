"""What a subject is asked in somebody else's session, over subjects named by their behaviour."""

import json
from contextlib import closing

import pytest
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.corpora.vocabs.catalogue import UnknownVocabulary
from tokparity.harness.compare.verdict import Divergence
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.subjects.items import NotAnswering, SubjectItems, difference
from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)


@pytest.fixture
def items(fake, tmp_path):
    """The generated items of a fake on the tokenizer whose ids are bytes, by their names."""
    path = tmp_path / "bytes.json"
    path.write_text(json.dumps(BYTES))
    opened = []

    def made(behaviour):
        found = SubjectItems(spec_of(fake(behaviour)), [str(path)], 64)
        opened.append(found)
        return {name: check for name, check in found.items() if "regression" not in name}

    yield made
    for each in opened:
        each.close()


def test_a_sound_subject_shows_nothing(items):
    checks = items("Echo")
    assert [name.partition("::")[2].rpartition("/")[2] for name in checks] == [
        "bytes.json::encode[0]",
        "bytes.json::decode[0]",
    ]
    assert [check() for check in checks.values()] == [[], []]


def test_a_wrong_one_shows_how_many_and_the_smallest(items):
    encode, decode = items("DropsLast").values()
    said = encode()
    assert said[0].endswith("of 64 cases differ")
    asked, expected, got = said[-3:]
    assert asked.startswith("  encode '")
    assert expected.startswith("    expected [")
    assert got == "    got      []"
    assert decode() == []


def test_what_does_not_answer_is_an_error(fake):
    with pytest.raises(NotAnswering, match="see `tokparity smoke`"):
        SubjectItems(spec_of(fake("DiesAtTheStart")), [], 64)


def test_a_vocabulary_that_nobody_knows_is_an_error(fake):
    made = SubjectItems(spec_of(fake("Echo")), ["nothing-*"], 64)
    with closing(made), pytest.raises(UnknownVocabulary):
        list(made.items())


@pytest.mark.parametrize(
    ("case", "left", "right", "lines"),
    [
        pytest.param(
            EncodeCase("\u4e2d\x1b", EncodeOptions(False, True)),
            Encoding(tuple(range(40))),
            Encoding((*range(20), 7)),
            [
                "  encode '\\u4e2d\\x1b', add_special=False, parse_special=True",
                "    expected [… 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27 …]",
                "    got      [… 12, 13, 14, 15, 16, 17, 18, 19, 7]",
            ],
            id="around-the-first-difference",
        ),
        pytest.param(
            DecodeCase((1, 2)),
            Text("\u00e9"),
            Refusal("error", "boom\x1b"),
            [
                "  decode [1, 2], skip_special=False",
                "    expected '\\xe9'",
                "    got      error: boom\\x1b",
            ],
            id="a-refusal",
        ),
    ],
)
def test_a_difference_is_ascii_and_short(case, left, right, lines):
    assert difference(DivergingCase(case, left, right, Divergence("ids", 20))) == lines
