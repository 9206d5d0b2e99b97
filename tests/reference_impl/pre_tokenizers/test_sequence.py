from reference_impl.pre_tokenizers.byte_level import ByteLevel
from reference_impl.pre_tokenizers.digits import Digits
from reference_impl.pre_tokenizers.sequence import Sequence
from reference_impl.text import Aligned


def test_each_sees_what_the_one_before_made():
    spell = ByteLevel(add_prefix_space=True, use_regex=False)
    digits = Digits(individual_digits=True)
    first = Sequence((digits, spell)).pre_tokenize([Aligned.of("a1")])
    last = Sequence((spell, digits)).pre_tokenize([Aligned.of("a1")])
    assert [piece.text for piece in first] == ["Ġa", "Ġ1"]
    assert [piece.text for piece in last] == ["Ġa", "1"]


def test_an_empty_sequence_changes_nothing(agree, byte_level):
    byte_level["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": []}
    assert agree(byte_level, ["hello", "hello world"]) == 0
