import pytest

from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.post_processors.tokens import Tokens

TOKEN = {"id": 400, "content": "<x>", "single_word": False, "normalized": False, "special": True}


@pytest.mark.parametrize("prefix", [True, False], ids=["prefix", "no-prefix"])
@pytest.mark.parametrize("added_prefix", [True, False], ids=["post-prefix", "post-no-prefix"])
@pytest.mark.parametrize("use_regex", [True, False], ids=["words", "whole"])
def test_offsets_are_trimmed_as_in_the_library(agree, byte_level, prefix, added_prefix, use_regex):
    stage = {"type": "ByteLevel", "trim_offsets": True, "use_regex": True}
    byte_level["pre_tokenizer"] |= {"add_prefix_space": prefix, "use_regex": use_regex}
    byte_level["post_processor"] = stage | {"add_prefix_space": added_prefix}
    byte_level["added_tokens"] = [TOKEN | {"lstrip": True, "rstrip": True}]
    texts = [
        " ",
        "  ",
        "a",
        " a",
        "  a",
        "a  ",
        " hello  world ",
        "<x> a",
        "  <x>  a",
        "a \u2003<x>",
    ]
    texts += ["\u00a0a", "\u3000 a", "\n\na", "é  é", "\ta\t", "  <x>", "hello   "]
    assert agree(byte_level, texts) == 0


def test_without_trimming_nothing_changes():
    parts = [Tokens([1], [0, 2], ["Ġa"])]
    assert (
        ByteLevelPostProcessor(add_prefix_space=False, trim_offsets=False).process(parts, True)
        == parts
    )


def test_the_tokens_it_was_given_stay_as_they_are():
    part = Tokens([1], [0, 2], ["Ġa"])
    (trimmed,) = ByteLevelPostProcessor(add_prefix_space=False, trim_offsets=True).process(
        [part], True
    )
    assert (trimmed.offsets, part.offsets) == ([1, 2], [0, 2])


def test_a_later_token_may_start_at_zero_too(agree, byte_level):
    byte_level["normalizer"] = {"type": "NFKC"}  # one character becomes three words
    byte_level["pre_tokenizer"] |= {"add_prefix_space": True}
    byte_level["post_processor"] = byte_level["pre_tokenizer"]
    assert agree(byte_level, ["\ufdfa", "\ufdfaa", "a\ufdfa"]) == 0


def test_a_range_shorter_than_its_spaces_becomes_empty(agree, trained):
    model = {"type": "BPE", "vocab": {" ": 0, "  ": 1, "a": 2}, "merges": [[" ", " "]]}
    stage = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    document = trained | {"model": model, "post_processor": stage}
    assert agree(document, ["日  ", "日  a", "日日   a", "  "]) == 0  # 日 is dropped: ranges shift
