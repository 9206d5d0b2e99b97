"""The heads and tails of rules, read off the trie, are those of the rules that it was made of."""

from array import array

import numpy as np
import pytest
from sentencepiece import SentencePieceNormalizer
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.reference_impl.batch.rule_characters import rule_characters
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap

_LABEL = 0x800000FF


def rules_of(charsmap):
    """Every key, by walking the trie byte by byte."""

    def below(unit):
        return (unit >> 10) << ((unit & 0x200) >> 6)

    units, every = np.array(charsmap.units), np.arange(1, 256)
    stack = [(below(charsmap.units[0]), b"")]
    while stack:
        base, key = stack.pop()
        for byte in every[units[base ^ every] & _LABEL == every].tolist():
            at = base ^ byte
            longer = key + bytes([byte])
            if charsmap.units[at] & 0x100:
                yield longer.decode()
            stack.append((at ^ below(charsmap.units[at]), longer))


@pytest.mark.parametrize("name", ["nfkc", "nmt_nfkc_cf"])
def test_as_the_rules_of_the_library(name):
    made = SentencePieceNormalizer(rule_name=name).serialized_model_proto()
    data = schema.ModelProto.FromString(made).normalizer_spec.precompiled_charsmap
    charsmap = SentencepieceCharsmap.of(data)
    rules = list(rules_of(charsmap))
    found = rule_characters(charsmap)
    assert found.heads == {rule[0] for rule in rules}
    assert found.tails == {char for rule in rules for char in rule[1:]}
    assert len(found.tails) > 100


def charsmap_of(units):
    """A trie that somebody made up."""
    every = array("I", [0x80000000] * 1024)
    for at, unit in units.items():
        every[at] = unit
    return SentencepieceCharsmap(every, b"x\0")


def unit(offset, label, *, ends=False):
    return offset << 10 | 0x100 * ends | label


def test_a_rule_that_ends_inside_a_character():
    a, first = 0x61, 0xC3
    whole = {0: unit(256, 0), 256 ^ a: unit(256 ^ a ^ 512, a, ends=True), 512: 0x80000000}
    assert rule_characters(charsmap_of(whole)).heads == {"a"}
    half = {0: unit(256, 0), 256 ^ first: unit(256 ^ first ^ 512, first, ends=True)}
    assert rule_characters(charsmap_of(half)) is None


def test_a_trie_that_leads_in_circles():
    a = 0x61
    assert rule_characters(charsmap_of({0: unit(256, 0), 256 ^ a: unit(a, a)})) is None
