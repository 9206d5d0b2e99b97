"""What a section holds where it does not say it by a plain `type`: the library is asked."""

import json

import pytest

from tokparity.reference_impl.batches import UNEVEN
from tokparity.reference_impl.contract import FullCase
from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.tokenizer.full_encoding import encode_full, encode_full_batch

SPLIT = {"type": "Split", "pattern": {"String": "a"}, "behavior": {"Removed": None}, "invert": True}
SPECIALS = {"x": ["x", [1, 2], ["x", "y"]]}
TEMPLATE = [[{"Sequence": ["A", 0]}, {"SpecialToken": ["x", 1]}], [], SPECIALS]


@pytest.mark.parametrize(
    ("section", "value"),
    [
        ("normalizer", ["x"]),
        ("normalizer", ["NFC"]),
        ("normalizer", [True, False]),
        ("normalizer", [True, False, None, True]),
        ("normalizer", [[{"type": {"NFD": None}}, ["x"]]]),
        ("normalizer", [{"String": "a"}, "b"]),
        ("pre_tokenizer", ["Whitespace"]),
        ("pre_tokenizer", SPLIT),
        ("pre_tokenizer", list(SPLIT.values())),
        ("pre_tokenizer", ["Metaspace", "a", None, {"never": None}, None, None]),
        ("post_processor", [["a", 1], ["b", 2]]),
        ("post_processor", [["a", 1], ["b", 2], True, False]),
        ("post_processor", TEMPLATE),
        ("post_processor", {"type": 3, "sep": ["a", 1], "cls": ["b", 2], "trim_offsets": 3}),
        ("decoder", ["x"]),
        ("decoder", ["Fuse"]),
        ("decoder", ["a", 1, 0]),
        ("decoder", ["x", True]),
        ("decoder", {"type": {"Fuse": None}}),
        ("truncation", [{"Left": None}, 3, {"LongestFirst": None}, 0]),
        ("padding", [{"BatchLongest": None}, "Left", 4, 0, 0, "a"]),
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_what_is_written_otherwise_is_read_alike(agree_fully, byte_level, section, value):
    byte_level[section] = value
    assert agree_fully(byte_level, [("", None), ("a banana b", None), ("aa", "b a")]) == 0


@pytest.mark.parametrize(
    ("section", "value"),
    [
        ("normalizer", []),
        ("normalizer", ["x", "y"]),
        ("normalizer", [1]),
        ("normalizer", {"type": {"NFC": 1}}),
        ("normalizer", {"precompiled_charsmap": "AAAAAA=="}),
        ("pre_tokenizer", ["Split"]),
        ("pre_tokenizer", {"type": "Delimiter", "delimiter": "a"}),
        ("pre_tokenizer", {"type": "Whitespace ", "behavior": "Removed"}),
        ("post_processor", {"type": "Sequence"}),
        ("post_processor", [["a", 1]]),
        ("decoder", ["x", 1]),
        ("decoder", {"type": None}),
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_what_the_library_refuses_is_refused(library_loads, reference, byte_level, section, value):
    byte_level[section] = value
    assert not library_loads(byte_level)
    with pytest.raises(BadArtefact):
        reference(byte_level)


def test_a_special_token_of_more_ids_than_names(agree, byte_level, reference):
    """Tokens and ids are then not as many: whole encodings of such a file are not compared."""
    template = [*TEMPLATE[:2], {"x": ["x", [1, 2], ["x"]]}]
    byte_level["post_processor"] = template
    assert agree(byte_level, ["", "a banana"]) == 0
    assert encode_full(reference(byte_level), "").tokens == ("x",)
    [refused] = encode_full_batch(reference(byte_level), [FullCase("")]).observations()
    assert refused == UNEVEN


def test_many_sequences_in_each_other_take_no_longer_than_they_are_deep(reference, byte_level):
    nested = {"type": "Sequence", "processors": [{"type": "Rot13"}]}
    for _ in range(40):
        nested = {"type": "Sequence", "processors": [nested]}
    byte_level["post_processor"] = nested
    with pytest.raises(Unsupported, match="'Rot13' is not implemented"):
        reference(byte_level)
