import itertools
import random

from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.text.aligned import Aligned


def test_each_sees_what_the_one_before_made():
    spell = ByteLevelPreTokenizer(add_prefix_space=True, use_regex=False)
    digits = Digits(individual_digits=True)
    first = PreTokenizerSequence((digits, spell)).pre_tokenize([Aligned.of("a1")])
    last = PreTokenizerSequence((spell, digits)).pre_tokenize([Aligned.of("a1")])
    assert [piece.text for piece in first] == ["Ġa", "Ġ1"]
    assert [piece.text for piece in last] == ["Ġa", "1"]


def test_an_empty_sequence_changes_nothing(agree, byte_level):
    byte_level["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": []}
    assert agree(byte_level, ["hello", "hello world"]) == 0


def test_every_ordered_pair(specs, agree_on_telling_texts):
    pairs = list(itertools.product(specs.values(), repeat=2))
    assert len(pairs) == 25 * 25
    for pair in pairs:
        agree_on_telling_texts({"type": "Sequence", "pretokenizers": list(pair)}, 20)


def test_triples(specs, agree_on_telling_texts):
    dice = random.Random(3)
    for names in dice.sample(list(itertools.product(specs, repeat=3)), 150):
        parts = [specs[name] for name in names]
        agree_on_telling_texts({"type": "Sequence", "pretokenizers": parts}, 20)
