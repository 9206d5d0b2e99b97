"""Each question is put to a box once, and answers are plain."""

import pytest

from tokparity.harness.bugs.answers import Box, Known, NoAnswer, is_question
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullCase,
    Refusal,
    Text,
)


class Echo:
    """Answers what it was made with, and counts."""

    def __init__(self, observation):
        self.observation, self.batches = observation, []

    def __call__(self, cases):
        self.batches.append(list(cases))
        return [self.observation for _ in cases]


def test_a_question_is_asked_once_and_many_at_once():
    ask = Echo(Encoding((1,), ((0, 1),)))
    box = Box(ask, lambda case: (2,))
    one, two = EncodeCase("a"), EncodeCase("b")
    box.prepare([one, two, one])
    assert (box(one), box(two), box(one)) == ((1,), (1,), (1,))
    assert ask.batches == [[one, two]]
    assert box.count == 2


@pytest.mark.parametrize(("observation", "answer"), [
    pytest.param(Text("x"), "x", id="text"),
    pytest.param(Bytes(b"\xff"), b"\xff", id="bytes"),
    pytest.param(Refusal("error", "why"), NoAnswer("error"), id="refusal-without-its-words"),
    pytest.param(Refusal("unsupported"), "right", id="not-asked-is-not-wrong"),
    pytest.param(Refusal("regex-limit"), "right", id="limits-differ"),
])  # fmt: skip
def test_answers_are_plain(observation, answer):
    assert Box(Echo(observation), lambda case: "right")(DecodeCase((1,))) == answer


def test_bytes_are_read_as_texts_where_the_other_side_gives_texts():
    assert Box(Echo(Bytes(b"\xff")), lambda case: "", as_texts=True)(DecodeCase((1,))) == "\ufffd"


def test_a_box_is_not_wrong_where_the_reference_cannot_be_asked():
    refusal = NoAnswer("unsupported")
    assert Box(Echo(Encoding((1,))), lambda case: refusal)(EncodeCase("a")) == refusal


def test_the_words_of_a_refusal_are_kept_apart():
    box = Box(Echo(Refusal("error", "why")), lambda case: (1,))
    box(EncodeCase("a"))
    assert box.details == {EncodeCase("a"): "why"}


def test_our_tokenizers_answer_as_they_do(honest):
    known = Known(honest)
    assert known(EncodeCase("a")) == honest.encode("a").ids
    assert known(DecodeCase((64,))) == honest.decode((64,)).value
    assert Known(honest)(EncodeCase("\ud800")) == NoAnswer("error")


def test_columns_and_pairs_are_no_questions():
    assert is_question(EncodeCase("a"))
    assert not is_question(FullCase("a"))
