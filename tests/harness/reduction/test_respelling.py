"""Names get shorter in the text and in every piece at once."""

import pytest

from tokparity.harness.reduction.documents.document import read_document
from tokparity.harness.reduction.respelling import LONGEST_TEXT, renamings, respelled
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions, FullCase

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def documents(save, every_stage):
    first = len(every_stage["model"]["vocab"])
    document = read_document(save(every_stage))
    return (document.keep({3, first}),)


def test_a_name_becomes_a_letter(documents):
    def holds(some, case):
        contents = [token["content"] for token in some[0].data["added_tokens"]]
        return len(contents) == 1 and contents[0] in case.text and case.text.endswith("  ")

    [small], case = respelled(documents, EncodeCase("<|end|>  ", BARE), holds)
    assert case == EncodeCase("a  ", BARE)
    assert [token["content"] for token in small.data["added_tokens"]] == ["a"]
    assert small.ids == documents[0].ids


def test_nothing_is_taken_that_does_not_hold_or_is_no_smaller(documents):
    case = EncodeCase("<|end|>", BARE)
    assert respelled(documents, case, lambda *_: False) == (documents, case)
    asked = []
    respelled(documents, EncodeCase("ab", BARE), lambda _, tried: asked.append(tried))
    assert asked, "one letter for two"
    assert all(len(tried.text) == 1 for tried in asked)


def test_both_texts_of_a_pair():
    pair = FullCase("xyx", "yx", BARE)
    assert ("yx", "a") in renamings(pair)
    assert list(renamings(DecodeCase((1, 2)))) == []
    assert list(renamings(EncodeCase("x" * (LONGEST_TEXT + 1)))) == []


def test_of_a_pair_both_are_renamed(documents):
    _, case = respelled(documents, FullCase("xyx", "yx", BARE), lambda *_: True)
    assert (len(case.text), len(case.pair)) == (1, 1)
