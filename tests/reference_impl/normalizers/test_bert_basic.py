"""Against `BasicTokenizer` of the library, run in this Python."""

import itertools
import unicodedata
from functools import cache

import pytest
from transformers.models.bert.tokenization_bert_legacy import BasicTokenizer

from tests.shared.every_character import ALL
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.text.aligned import Aligned

HERE = unicodedata.unidata_version


@cache
def assigned():
    return [char for char in ALL if unicodedata.category(char) not in ("Cn", "Co")]


@cache
def telling():
    plain = [char for char in ALL if unicodedata.category(char) in ("Cn", "Co", "Lo", "So")]
    return sorted({*ALL} - {*plain} | {*plain[:2000], *plain[::64]})


def normalized(text, **options):
    return BertBasicNormalizer(HERE, **options).normalize(Aligned.of(text))


def words(text, never_split=frozenset(), **options):
    done = normalized(text, never_split=never_split, **options)
    return [piece.text for piece in BertBasicPreTokenizer(HERE, never_split).pre_tokenize([done])]


def library(text, never_split=frozenset(), lowercase=True, **options):
    named = {"handle_chinese_chars": "tokenize_chinese_chars"}
    renamed = {named.get(name, name): value for name, value in options.items()}
    return BasicTokenizer(lowercase, never_split, **renamed).tokenize(text)


@pytest.mark.parametrize("context", ["{}", "a{}B", "É{}"])
def test_every_code_point(context):
    """Thousands at once, a line each: neither half looks beyond white space."""
    chars = sorted({*assigned(), *telling()}) if context == "{}" else telling()
    lines = [context.replace("{}", char) for char in chars]
    for at in range(0, len(lines), 8192):
        some = lines[at : at + 8192]
        whole = "\n".join(some)
        if words(whole) != library(whole):
            assert [line for line in some if words(line) != library(line)] == []


TEXTS = [
    "Ünïcode ÀÉ e\u0301\u0327 İstanbul ΟΔΥΣΣΕΥΣ ΣΑΣ. ﬁ ß ẞ",
    "中文ab漢字\U0002b820\U0002ceb0",
    "a\x00b\ufffdc\u200bd\ue000e\U0001e4ebf",
    "x\u2028y\u2029z\x85w\x1cv\u00a0u\u3000t",
    "it's [MASK] [mask] [MA\x00SK] $5 €5 ‘q’ _a_",
    "\u0301\u0301 a \u0300",
    "각 \u1100\u1161\u11a8 が か\u3099",
    "",
    " \t\r\n ",
]


@pytest.mark.parametrize(
    "options",
    [
        dict(zip(("lowercase", "strip_accents", "handle_chinese_chars"), values, strict=True))
        for values in itertools.product([True, False], [True, False, None], [True, False])
    ],
    ids=str,
)
def test_every_option(options):
    for never_split in (frozenset(), frozenset({"[MASK]", "À"})):
        for text in TEXTS:
            assert words(text, never_split, **options) == library(text, never_split, **options)


def test_the_sigma_at_the_end_of_a_word_is_final():
    """The library of tokenizer.json gives "σ": it sees each character alone."""
    assert normalized("ΟΔΟΣ ΟΔΟΣ.").text == "οδος οδος."


def test_lower_case_comes_before_the_accents_go():
    """ "İ" becomes "i" and a dot above, which goes: the other way round it would stay capital."""
    assert normalized("İ").text == "i"


def test_private_and_unassigned_characters_are_dropped():
    assert normalized("a\ue000\U000e0fffb").text == "ab"


def test_composed_although_the_case_stays():
    assert normalized("e\u0301", lowercase=False).text == "é"


def test_a_special_token_may_come_out_of_cleaning():
    """So it is one that no search for added tokens saw."""
    assert words("[MA\x00SK]", frozenset({"[MASK]"})) == ["[MASK]"]


@pytest.mark.parametrize("point", [0x2B820, 0x2B91F, 0x2CEA1])
def test_ideographs_that_the_library_of_tokenizer_json_has_not(point):
    assert words(f"a{chr(point)}b") == ["a", chr(point), "b"] == library(f"a{chr(point)}b")


def test_where_characters_came_from():
    done = normalized("É\x00中Σ")
    assert (done.text, tuple(done.origin)) == ("e 中 σ", (0, 2, 2, 2, 3))
