import itertools

import pytest

SCHEMES = ("always", "first", "never")


@pytest.mark.parametrize(
    ("scheme", "split", "replacement"),
    list(itertools.product(SCHEMES, [True, False], ["▁", "-", " "])),
    ids=str,
)
def test_every_option(agree_on, agree_on_telling_texts, scheme, split, replacement):
    spec = {"type": "Metaspace", "replacement": replacement, "prepend_scheme": scheme}
    texts = ["", " ", "a", " a", "▁a", "-a", "  a  b ", "a▁ b", "a--b", "\u3000a", "\na"]
    agree_on(spec | {"split": split}, texts)
    agree_on_telling_texts(spec | {"split": split}, 100)


@pytest.mark.parametrize("first", ["WhitespaceSplit", "Punctuation", "UnicodeScripts"])
def test_first_is_the_piece_that_begins_the_original(agree_on, first):
    metaspace = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first"}
    spec = {"type": "Sequence", "pretokenizers": [{"type": first}, metaspace]}
    agree_on(spec, ["a b", " a b", "-a b", "a-b"])


def test_first_is_none_where_a_normalizer_took_the_start_away(agree, byte_level):
    byte_level["normalizer"] = {"type": "Strip", "strip_left": True, "strip_right": True}
    metaspace = {"type": "Metaspace", "replacement": "Ġ", "prepend_scheme": "first"}
    byte_level["pre_tokenizer"] = metaspace
    assert agree(byte_level, ["hello", " hello", "hello world ", " hello world"]) == 0
