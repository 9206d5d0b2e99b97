import itertools

import pytest

from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.text.aligned import Aligned

FLAGS = {"clean_text": False, "handle_chinese_chars": False, "strip_accents": False}
OFF = {"type": "BertNormalizer", "lowercase": False} | FLAGS


@pytest.mark.parametrize(
    "flags",
    list(itertools.product([True, False], [True, False], [True, False, None], [True, False])),
)
def test_every_combination_of_flags(agree_on_telling_texts, flags):
    names = ("clean_text", "handle_chinese_chars", "strip_accents", "lowercase")
    spec = {"type": "BertNormalizer", **dict(zip(names, flags, strict=True))}
    assert agree_on_telling_texts(spec, 100) == 0


@pytest.mark.parametrize(
    ("flag", "least"),
    [
        ("clean_text", 200),
        ("handle_chinese_chars", 1000),
        ("strip_accents", 2500),
        ("lowercase", 1400),
    ],
)
def test_code_points(agree_on_code_points, flag, least):
    assert agree_on_code_points(OFF | {flag: True}) > least


def test_strip_accents_null_follows_lowercase(agree_on):
    for lowercase, text in [(True, "e"), (False, "É")]:
        bert = BertNormalizer(strip_accents=None, lowercase=lowercase)
        assert bert.normalize(Aligned.of("É")).text == text
        assert agree_on(OFF | {"strip_accents": None, "lowercase": lowercase}, ["É"]) == 0


@pytest.mark.parametrize("point", [0x2B820, 0x2B91F, 0x2B920])
def test_ideographs_that_google_has_and_the_library_has_not(agree_on, point):
    assert agree_on(OFF | {"handle_chinese_chars": True}, [f"a{chr(point)}b"]) == 0


@pytest.mark.parametrize("text", ["\0\ufffd", "\0", "\0a", "a\0", "\u0301"])
def test_only_removed(agree_on, text):
    assert agree_on(OFF | {"clean_text": True, "strip_accents": True}, [text]) == 0
