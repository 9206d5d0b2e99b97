"""White space that a pattern cuts is told from tokens that a model lacks."""

import pytest

from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.harness.naming.white_space import is_kept, is_of_a_pattern
from tokparity.reference_impl.contract import EncodeCase, Encoding
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PIECES = ("a", " ", "\t", " \t", "\ta", " \ta", " a", "ab", "\t\t")
READER = TokenReader(Tokenizer(BPE({piece: at for at, piece in enumerate(PIECES)}, {}, [])))
CUT = {" \t": (" ", "\t")}
WHOLE = {" \t": (" \t",)}
DUE = {" \ta": (" ", "\ta"), "\t\t": ("\t\t",), " \ta ": (" \ta", " "), " a": (" a",)}
TABS_CUT = {" \ta": (" ", "\t", "a"), " \ta ": (" ", "\t", "a", " "), " a": (" a",)}


def evidence(answers, truth):
    def read(rows):
        return {
            EncodeCase(text): Encoding(tuple(map(PIECES.index, row))) for text, row in rows.items()
        }

    return Evidence(READER, None, EncodeCase(" \t"), read(answers), read(truth))


def is_cut(answers, truth=DUE, lost=" \t", case=" \t"):
    given = evidence(CUT | answers, WHOLE | truth)
    return is_of_a_pattern(given, EncodeCase(case), [1], {PIECES.index(lost)})


def test_a_token_that_is_made_elsewhere_was_cut():
    assert is_cut({" \t ": (" \t", " ")})
    assert not is_cut({" \t ": (" ", "\t", " ")}, truth={})


def test_a_character_that_is_joined_with_none_is_cut_at():
    assert is_cut(TABS_CUT), "it makes tokens of other characters"
    assert is_cut(TABS_CUT | {"\t\t": ("\t\t",)}), "a run of it is no other character"


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param(TABS_CUT | {"\ta": ("\ta",)}, id="joined-once"),
        pytest.param({**TABS_CUT, " a": (" ", "a")}, id="nothing-is-joined"),
        pytest.param({}, id="nothing-is-known"),
    ],
)
def test_a_model_that_lacks_a_token_is_no_pattern(answers):
    assert not is_cut(answers)


def test_two_tokens_that_are_lost_are_too_few():
    assert not is_cut(TABS_CUT, truth={" \ta": (" ", "\ta"), " a": (" a",)})


def test_only_white_space_is_asked_about():
    assert not is_cut({"aba": ("ab", "a")}, lost="ab", case="ab")


@pytest.mark.parametrize(
    ("pre_tokenizer", "due", "got", "said"),
    [
        pytest.param(WhitespaceSplit(), b"aa", b"a a", True, id="kept"),
        pytest.param(WhitespaceSplit(), b"aa", b"ab", False, id="another-text"),
        pytest.param(WhitespaceSplit(), b"aa", b"a\xff", False, id="no-text"),
        pytest.param(WhitespaceSplit(), b"aa", b"aa", False, id="dropped"),
        pytest.param(WhitespaceSplit(), b"a a", b"a  a", False, id="due"),
        pytest.param(WhitespaceSplit(), "\u2581aa".encode(), b"a a", False, id="a-mark-is-due"),
        pytest.param(None, b"aa", b"a a", False, id="no-pre-tokenizer"),
    ],
)
def test_white_space_that_is_to_be_dropped(pre_tokenizer, due, got, said):
    honest = Tokenizer(BPE({"a": 0}, {}, []), pre_tokenizer=pre_tokenizer)
    given = Evidence(TokenReader(honest), None, EncodeCase("a a"), {}, {})
    assert is_kept(given, "a a", due, got) is said
    assert not is_kept(given, "aa", due, got), "a text without any keeps none"
