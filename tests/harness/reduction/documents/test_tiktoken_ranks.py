import pytest

from tokparity.harness.reduction.documents.document import NotWritable, numbered, read_document
from tokparity.harness.reduction.documents.tiktoken_ranks import PLAINEST


def test_ranks_close_up_in_their_order_and_specials_with_them(ranks):
    document = read_document(ranks()).keep({104, 257, 260, 300})
    made = document.write(numbered([document]))
    assert made.content == b"aA== 0\naGU= 1\naGVsbG8= 2\n"
    assert made.facts.specials == {"<a>": 3}
    assert made.facts.pattern == ranks().facts.pattern


def test_a_pattern_gets_shorter_until_it_takes_all(ranks):
    steps = [step.pattern for step in read_document(ranks(r"\d|b")).plainer(())]
    assert steps == [PLAINEST, r"\d", "b"]
    assert list(read_document(ranks(PLAINEST)).plainer(())) == []


def test_a_file_without_ranks_is_none(ranks):
    with pytest.raises(NotWritable):
        read_document(ranks()).keep({300}).write({300: 0})
