"""The short list that whoever is under test is asked first."""

import pytest

from tokparity.corpora.generators.checklist import RUN, checklist_ids, checklist_texts
from tokparity.corpora.generators.material import Material


@pytest.fixture
def material():
    """Of ids 0 to 9 without 4; 3 is no UTF-8, 8 and 9 are added."""
    return Material(
        ids=(0, 1, 2, 3, 5, 6, 7, 8, 9), gaps=((4, 5),), surfaces=("a",), broken=(3,),
        added=("<s>", "<|end|>"), added_ids=(8, 9), pieces=("a",), words=(), corpus=(),
    )  # fmt: skip


def test_texts_are_those_that_go_wrong_first_and_added_tokens_in_places(material):
    texts = checklist_texts(material)
    assert len(texts) == len(set(texts)) < 100
    for text in ("", "\ufeffa", "a\0b", "\x85", " " * RUN, "<0x0A>", "<p>Hello", "\n"):
        assert text in texts
    assert {"<s>", "a<s>", "<s>b", "<s><s>", "a <|end|> b"} <= set(texts)


def test_ids_are_those_of_the_texts_whole_and_cut_and_some_of_no_token(material):
    rows = checklist_ids(material, [(1, 2), (5,), (1,) * RUN])
    assert len(rows) == len(set(rows))
    assert {(1, 2), (2,), (), (3,), (0, 3), (4,), (10,), (0, 10), (2**31 - 1,)} <= set(rows)
    assert (1,) * RUN not in rows


def test_a_vocabulary_without_added_tokens_and_gaps(material):
    bare = Material((0, 1), (), ("a",), (), (), (), ("a",), (), ())
    assert "a\0b" in checklist_texts(bare)
    assert checklist_ids(bare, []) == [(), (2,), (0, 2), (10_000_000,), (0, 10_000_000),
                                       (2**31 - 1,), (0, 2**31 - 1)]  # fmt: skip
