r"""Code points by their numbers: `\x{61 62}`, `[\o{141-143}]`, and those that no text has."""

import pytest
from tokenizers import Regex

from evaluation.tables.oniguruma_patterns import library_cuts, library_split, our_cuts
from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.oniguruma import compile_pattern

TEXTS = (
    "xaab",
    "aXb",
    "abcbccc-e",
    "abcabc",
    "aBAb+e z",
    "\U0010ffff\ue000\ud7ffz{~\u00e9",
    "-\x00 \n",
)


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"\x{61 62}", "\\x{61\n 62}", r"\x{61 62 63}+", r"\x{61 62 63}{2}", r"\o{141 142}*b"),
        *(r"(?i)\x{61 62}", r"(?x)\x{61 62} +", r"(?:\x{61 62})+", r"a|\x{62 63}", r"\x{61  62}"),
        *(r"[\x{61 62}]", r"[\x{61-63}]+", r"[\x{61-63 65}]+", r"[\x{61 -63}]+", r"[\o{141-143}]+"),
        *(r"[\x{61- 63}]+", r"[a-\x{62 63}]+", r"[\x{61 62}-z]+", r"[^\x{61-63 65}]+"),
        *(r"[\x{61 62-63 2d}]+", r"(?i)[\x{61-62}&&[^\x{41 62}]]", r"[\x{61 62}\x{63 65}]+"),
        *(r"\ud800", r"\x{d800}|a", r"[^\x{d800}]+", r"[a-\x{d800}]+", r"[\x{d800}-\x{e000}]+"),
        *(r"\x{110000}|b", r"\x{13ffff}", r"[\x{110000}b]", r"[^\x{1fffff}]", r"[a-\x{110000}]+"),
        *(r"[z-\x{ffffffff}]+", r"[\x{7a-200000}]+", r"[\x{110000}-]", r"[\x{d800}-\x{dfff}]"),
    ],
)
def test_each_cuts_as_in_the_library(pattern):
    split = library_split(pattern)
    for text in TEXTS:
        assert our_cuts(compile_pattern(pattern), text) == library_cuts(split, text), text


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            r"\x{61-62}",
            r"\x{61 g}",
            r"\x{61 }",
            r"[\x{61 }]",
            r"[\x{61 62]",
            r"\x{61",
            r"\x{61,62}",
        ),
        *(r"[\x{61--63}]", r"[\x{61-63-65}]", r"[a-\x{62-63}]", r"[\x{63-61}]", r"[\x{61-}]"),
        *(r"\x{000000061}", r"\x{140000}", r"\x{ffffffff}", r"[\x{200000}]", r"\x{61 140000}"),
        *(r"\x{61\n62}", r"\o{148 142}", r"[\x{61 000000062}]", r"[\x{200000}-\x{200001}]"),
    ],
)
def test_what_the_library_refuses_is_refused(pattern):
    with pytest.raises(Exception, match="Oniguruma error"):
        Regex(pattern)
    with pytest.raises(BadPattern):
        compile_pattern(pattern)


@pytest.mark.parametrize("pattern", [r"[\x{110000}-\x{110001}]", r"[\x{110000-110001}]"])
def test_a_range_beyond_unicode_is_not_translated(pattern):
    Regex(pattern)
    with pytest.raises(BadPattern, match="begins beyond Unicode"):
        compile_pattern(pattern)
