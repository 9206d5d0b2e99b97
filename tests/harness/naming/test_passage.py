"""A stage matters where its output, in the place of the other side's, changes the answer."""

from dataclasses import replace

import pytest

from tokparity.harness.naming.passage import Passage, first_that_matters
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.post_processors.bos_eos import LlamaBosEos
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.whitespace import Whitespace
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PIECES = ("[UNK]", "a", "b", "##a", "##b", "A", ".", "##.", "<s>", "\u2581a", "\u2581b")
MODEL = WordPiece({piece: at for at, piece in enumerate(PIECES)})
OTHER_MODEL = WordPiece({"[UNK]": 0, "a": 1, "b": 2, "##a": 3, "##b": 6})
PLAIN = Tokenizer(MODEL, (), Lowercase(), WhitespaceSplit())
SHOWN = (AddedToken(8, "<s>", special=True),)
NO_TABS = ReplaceNormalizer(Literal("\t"), " ")


def first(left, right, text, ranged=False):
    case = EncodeCase(text, EncodeOptions())
    stages = {
        first_that_matters(*(Passage(side, case, ranged) for side in pair))
        for pair in ((left, right), (right, left))
    }
    (stage,) = stages  # whichever of them is the left one
    return stage


@pytest.mark.parametrize(
    ("other", "text", "stage"),
    [
        (replace(PLAIN, added_tokens=SHOWN), "a<s>b", "added_tokens"),
        (replace(PLAIN, normalizer=None), "A b", "normalizer"),
        (replace(PLAIN, pre_tokenizer=Whitespace()), "a.b", "pre_tokenizer"),
        (replace(PLAIN, model=OTHER_MODEL), "ab", "model"),
        (replace(PLAIN, post_processor=LlamaBosEos(8, None)), "ab", None),
    ],
)
def test_one_stage_that_differs_is_the_one_that_matters(other, text, stage):
    assert first(PLAIN, other, text) == stage


def test_a_difference_that_changes_nothing_does_not_matter():
    """White space is dropped behind the normalizer, whichever it is."""
    keeps = replace(PLAIN, model=OTHER_MODEL)
    writes = replace(PLAIN, normalizer=NO_TABS)
    passages = [Passage(side, EncodeCase("ab\tab")) for side in (keeps, writes)]
    assert passages[0].parts(passages[1], "normalizer")
    assert first(keeps, writes, "ab\tab") == "model"
    assert first(replace(keeps, model=MODEL), writes, "ab\tab") is None


def test_two_formats_may_share_the_work_out_otherwise():
    """One puts the mark before words in its normalizer, the other where it cuts."""
    prepends = Tokenizer(MODEL, (), Prepend("\u2581"), None)
    cuts = Tokenizer(MODEL, (), None, MetaspacePreTokenizer("\u2581", "always", split=True))
    assert first(prepends, cuts, "ab") is None
    lacks = WordPiece({piece: at for at, piece in enumerate(PIECES) if piece != "##b"})
    assert first(prepends, replace(cuts, model=lacks), "ab") == "model"


def test_ranges_matter_where_they_are_compared():
    trims = replace(PLAIN, normalizer=ReplaceNormalizer(Literal("  "), " "))
    assert first(PLAIN, trims, "a  b") is None
    shifts = replace(PLAIN, normalizer=ReplaceNormalizer(Literal("bb"), "b"))
    assert first(PLAIN, shifts, "a abb") == "normalizer"
    alike = replace(PLAIN, normalizer=ReplaceNormalizer(Literal("ab"), "ab"))
    assert first(PLAIN, alike, "ab", ranged=False) is None
    assert first(PLAIN, alike, "ab", ranged=True) == "normalizer"


def test_a_side_that_refuses_has_an_answer_too():
    refuses = replace(PLAIN, model=WordPiece({"a": 1}))
    assert first(PLAIN, refuses, "ab") == "model"
