"""What scores the same is nobody's bug, and hides none."""

import pytest

from tokparity.harness.bugs.answers import NoAnswer
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.separation import Separation
from tokparity.harness.bugs.ties import Ties
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.finding import EXACT_TIE

PIECES = (("<unk>", 0.0), ("a", -1.5), ("b", -2.5), ("c", -1.25), ("ab", -2.0), ("bc", -1.75))
TEXTS = ("", "a", "abc", "abcabc", "b c", "Abc", "AB", "A", "0", ".", "aa aa", "a a")


@pytest.fixture
def tied():
    return Tokenizer(Unigram(PIECES, unk_id=0), normalizer=Lowercase())


def test_two_ways_of_one_sum(tied):
    ties = Ties.of(tied)
    assert ties((4, 3), (1, 5))
    assert ties.alike((4, 3), (4, 3))
    assert not ties((4, 3), (4, 3)), "one way"
    assert not ties((4, 3), (1, 2, 3)), "another sum"
    assert not ties((4,), (1,)), "another text"
    assert not ties((4, 3), NoAnswer("error"))
    assert not Ties.of(Tokenizer(WordPiece({"[UNK]": 0, "ab": 1})))((0,), (1,))


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ((4, 3), (1, 5), "ab (-2.0) and c (-1.25) come to as much as a (-1.5) and bc (-1.75)"),
        (
            (1, 1, 5, 3),
            (1, 4, 3, 3),
            "a (-1.5) and bc (-1.75) come to as much as ab (-2.0) and c",
        ),
        ((1, 1), (4,), "2 times a (-1.5) come to as much as ab (-2.0)"),
        ((1, 3), (3, 1), "both have the same tokens, in another order"),
        ((4,), NoAnswer("error"), ""),
    ],
)
def test_by_what_two_ways_are_a_tie(tied, first, second, said):
    assert said in Ties.of(tied).why(first, second)


@pytest.mark.parametrize("faults", [["later-of-equal-sums"], ["later-of-equal-sums", "case-kept"]])
def test_a_tie_is_no_bug_and_hides_none(tied, ask_of, faults):
    tokenizer = tied
    for name in faults:
        tokenizer = FAULT_MODELS[name].apply(tokenizer)
    hypotheses = Hypotheses.of(tied, ())
    work = Separation.of(hypotheses, ask_of(tokenizer), [bare(text) for text in TEXTS]).run()
    *bugs, tie = work.bugs
    assert (tie.stage, tie.component, tie.case) == ("model", EXACT_TIE, bare("abc"))
    assert work.shows(tie, bare("aabc"))
    assert "in the file ab (-2.0) and c (-1.25) come to as much as a (-1.5)" in tie.ground
    assert [(bug.stage, bug.component) for bug in bugs] == [("normalizer", "")] * (len(faults) - 1)
