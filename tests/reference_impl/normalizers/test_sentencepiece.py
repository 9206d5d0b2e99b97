import itertools
import random

import pytest
from sentencepiece import SentencePieceNormalizer

from tokparity.reference_impl.contract import StageCase
from tokparity.reference_impl.normalizers.sentencepiece import Boundaries
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reference_impl.tokenizer.stages import stage_output

FLAGS = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")
TEXTS = (
    *(
        "a",
        " ",
        "  ",
        "▁",
        " ▁ ",
        "a b",
        " a b ",
        "a  b",
        "  a   b  ",
        "a▁",
        "▁a",
        "a ▁ b ▁",
        "ab c",
    ),
    *(
        "\u3000a\u3000\u3000b\u3000",
        "ﬁ ﬁ",
        "e\u0301",
        "㍻元年",
        "ｶﾞｲﾀﾞﾝｽ",
        "\t\na\r\n",
        "a\u200bb",
        "½",
    ),
    *("<sym> a", " <sym>", "x<sym>  y", "a<s  y>b", "q <s  y>", "日本", "日 本 語"),
)
SYMBOLS = [
    ("<sym>", 0.0, "user_defined"),
    ("<s  y>", 0.0, "user_defined"),
    (" q", 0.0, "user_defined"),
]


def charsmap(**how):
    """Of the library's own making."""
    from sentencepiece import sentencepiece_model_pb2 as schema

    data = SentencePieceNormalizer(**how).serialized_model_proto()
    return schema.ModelProto.FromString(data).normalizer_spec.precompiled_charsmap


def rows(pair, text):
    found = stage_output(pair.reference, StageCase("normalizer", text)).rows
    return [tuple(row) for row in found]


def expected(pair, text):
    normalized, starts = pair.library.normalize(text, with_offsets=True)
    return list(zip(normalized, starts, starts[1:], strict=False))


@pytest.mark.parametrize("rules", ["identity", "nfkc", "nmt_nfkc", "nmt_nfkc_cf"])
@pytest.mark.parametrize("flags", list(itertools.product((False, True), repeat=4)), ids=str)
def test_as_the_library(sentencepiece_pair, rules, flags):
    normalizer = dict(zip(FLAGS, flags, strict=False))
    if rules != "identity":
        normalizer["precompiled_charsmap"] = charsmap(rule_name=rules)
    trainer = {"treat_whitespace_as_suffix": flags[3]}
    pair = sentencepiece_pair("unigram", ["a", "▁", *SYMBOLS], trainer, normalizer)
    for text in TEXTS:
        assert (text, rows(pair, text)) == (text, expected(pair, text))
    pair.check(*TEXTS)


@pytest.mark.parametrize("removes", [False, True])
def test_rules_of_ones_own(sentencepiece_pair, removes):
    """Longest first, nothing from something, spaces from letters."""
    rules = {
        "a": "b",
        "ab": "  x ",
        "abc": "",
        "日本": "N",
        "e\u0301": "é",
        "_": " ",
        " ": "_",
        "▁": "u",
    }
    made = charsmap(norm_map=list(rules.items()))
    normalizer = {"precompiled_charsmap": made, "remove_extra_whitespaces": removes}
    pair = sentencepiece_pair("unigram", ["a"], {}, normalizer | {"add_dummy_prefix": True})
    chance = random.Random(1)
    for _ in range(400):
        text = "".join(chance.choices("aabbc日本e\u0301_ ▁x", k=chance.randrange(1, 12)))
        assert (text, rows(pair, text)) == (text, expected(pair, text))


def test_a_byte_that_is_no_utf8_becomes_one_character(sentencepiece_pair):
    pair = sentencepiece_pair("unigram", ["a"], {}, {"add_dummy_prefix": True})
    raw = b"a\xff\xe2\x96b"
    normalized, starts = pair.library.normalize(raw, with_offsets=True)
    assert normalized.decode() == "▁a\ufffd\ufffd\ufffdb"
    found = rows(pair, from_bytes(raw))
    assert "".join(char for char, _, _ in found) == normalized.decode()
    assert [start for _, start, _ in found] == [0, 0, 1, 2, 3, 4]
    assert starts[-1] == len(raw) == found[-1][2]


def test_white_space_taken_away_belongs_to_the_character_before(sentencepiece_pair):
    pair = sentencepiece_pair("unigram", ["a"], {}, {"remove_extra_whitespaces": True})
    assert rows(pair, "a  b") == expected(pair, "a  b") == [("a", 0, 1), ("▁", 1, 3), ("b", 3, 4)]


def test_slices_keep_their_boundaries():
    text = Boundaries("▁ab", [0, 0, 1, 4])
    assert text[1:].span(0, 2) == (0, 4)
    assert text[1:2].span(0, 1) == (0, 1)
    assert text.span(1, 1) == (0, 0)


def test_a_text_that_stays_as_it_is_keeps_its_alignment(sentencepiece_pair):
    pair = sentencepiece_pair("unigram", ["a"], {}, {"escape_whitespaces": False})
    text = Aligned.of("a b")
    assert pair.reference.normalizer.normalize(text).origin == range(3)
