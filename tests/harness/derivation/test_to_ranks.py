"""When a BPE says the same as ranks."""

import copy

import pytest

from tokparity.harness.derivation.to_ranks import GPT2, ids_follow_merges, pattern_of, to_ranks
from tokparity.harness.derivation.underivable import Underivable
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex

SPELL = ByteLevelPreTokenizer(False, True, False)


def test_one_pattern_cuts_the_words():
    lost = []
    split = Split(Regex("a|b"), "Isolated", False)
    assert pattern_of("m", PreTokenizerSequence((split, SPELL)), lost) == "a|b"
    assert pattern_of("m", ByteLevelPreTokenizer(False, True, True), lost) == GPT2
    assert lost == []
    assert pattern_of("m", ByteLevelPreTokenizer(True, True, True), lost) == GPT2
    assert lost == ["add_prefix_space: tiktoken puts no space before a text"]


@pytest.mark.parametrize("stage", [None, Digits(True), SPELL])
def test_several_do_not(stage):
    with pytest.raises(Underivable, match="not cut by one pattern"):
        pattern_of("m", stage, [])


def test_merges_that_go_by_their_ids(document, save):
    tokenizer = load(save(document))
    assert ids_follow_merges(tokenizer)
    swapped = copy.deepcopy(document)
    merges = swapped["model"]["merges"]
    merges[0], merges[40] = merges[40], merges[0]
    other = load(save(swapped, "swapped"))
    assert not ids_follow_merges(other)
    with pytest.raises(Underivable, match="order of the ids"):
        to_ranks("m", other, "test")


def test_bytes_without_a_token_get_ids_behind_the_others(document, save):
    lacking = copy.deepcopy(document)
    vocab = lacking["model"]["vocab"]
    vocab["\u20ac\u20ac"] = vocab.pop("\u0100")  # the byte 0, which nothing merges
    content, facts, lost = to_ranks("m", load(save(lacking)), "test")
    assert f"AA== {len(vocab) + 1}\n".encode() in content
    assert facts.specials["\u20ac\u20ac"] == vocab["\u20ac\u20ac"]
    assert any("1 bytes without a token" in line for line in lost)


def test_added_tokens_of_which_one_begins_another_have_no_order_in_tiktoken(document, save):
    spaced = copy.deepcopy(document)
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    spaced["added_tokens"] += [
        {"id": 9000 + at, "content": " " * (at + 2), "special": False, **flags} for at in range(2)
    ]
    with pytest.raises(Underivable, match="hash order"):
        to_ranks("m", load(save(spaced)), "test")
