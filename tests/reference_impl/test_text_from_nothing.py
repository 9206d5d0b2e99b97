"""Whole pipelines over text that a normalizer made from nothing, removed, or moved.

The library re-slices a text between its stages, and its ranges shift or it panics where a
piece begins with characters that came from no original one.
"""

import itertools

import pytest

START = {"type": "Replace", "pattern": {"Regex": "^"}, "content": "x"}
EMPTY = {"type": "Prepend", "prepend": ""}
STRIP = {"type": "Strip", "strip_left": True, "strip_right": True}
LOWER = {"type": "Lowercase"}
AWAY = {"type": "Replace", "pattern": {"Regex": "[a-z]+"}, "content": ""}
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
ALONE = {"type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False}
FIRST = {"type": "Metaspace", "replacement": "Ġ", "prepend_scheme": "first"}
TEXTS = ["", " ", "hello", "  hello", "é", " éa", "<x>", " <x> hello", "hello<x>  é", "12 hello "]


@pytest.mark.parametrize("pieces", [[BYTES], [ALONE, BYTES], [FIRST, BYTES], [FIRST]], ids=str)
@pytest.mark.parametrize("normalized", [True, False])
def test_offsets_and_refusals_of_every_pair(agree, byte_level, pieces, normalized):
    byte_level["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": pieces}
    token = {"id": 400, "content": "<x>", "single_word": False, "lstrip": False, "rstrip": False}
    byte_level["added_tokens"] = [token | {"normalized": normalized, "special": False}]
    refused = 0
    for pair in itertools.permutations([START, EMPTY, STRIP, LOWER, AWAY], 2):
        if normalized and pair in ((START, LOWER), (EMPTY, LOWER)):
            continue  # the added token's own content is normalized when the file is loaded
        byte_level["normalizer"] = {"type": "Sequence", "normalizers": list(pair)}
        refused += agree(byte_level, TEXTS)
    assert refused


@pytest.mark.parametrize("text", ["I", "I ", " é", "ab", "a "])
def test_a_text_without_added_tokens_is_a_slice_too(agree, byte_level, text):
    """The whole text is cut out of itself, and what came from nothing then has no original."""
    byte_level["normalizer"] = {"type": "Sequence", "normalizers": [STRIP, EMPTY]}
    byte_level["pre_tokenizer"] = BYTES | {"use_regex": False}
    assert agree(byte_level, [text]) == (4 if text == "ab" else 0)
