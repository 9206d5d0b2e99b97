"""A file that makes a text ever larger is refused where it does so, not when memory ends."""

from pathlib import Path

import pytest

from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text import growth
from tokparity.reference_impl.text.growth import TooLarge, check_growth
from tokparity.reference_impl.tokenizer.full_encoding import encode_full

TIMES = 12
PART = {"Sequence": {"id": "A", "type_id": 0}}
SPLIT = {"type": "Split", "pattern": {"String": ""}, "behavior": "Isolated", "invert": False}
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
DOUBLE = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
MODEL = {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}
ONE = {"direction": "Right", "max_length": 1, "strategy": "LongestFirst", "stride": 0}
NEXT = ONE | {"max_length": 60, "stride": 59}
PADDING = {
    "strategy": {"Fixed": 200},
    "direction": "Right",
    "pad_to_multiple_of": None,
    "pad_id": 0,
    "pad_type_id": 0,
    "pad_token": "a",
}
TEMPLATE = {"type": "TemplateProcessing", "single": [PART] * 6, "pair": [], "special_tokens": {}}


def read(**sections):
    document = {"version": "1.0", "pre_tokenizer": SPLIT, "model": MODEL} | sections
    return read_tokenizer(Node(Path("t.json"), "", document))


def several(section, inside, component):
    return {section: {"type": "Sequence", inside: [component] * TIMES}}


GROWING = {
    "padded windows": {"truncation": ONE, "padding": PADDING},
    "windows of a template": {"truncation": ONE, "post_processor": TEMPLATE},
    "windows": {"truncation": NEXT},
    "normalizers": several("normalizer", "normalizers", DOUBLE),
    "bytes of bytes": several("normalizer", "normalizers", {"type": "ByteLevel"}),
    "pre-tokenizers": several("pre_tokenizer", "pretokenizers", BYTES),
    "one replacement": {"normalizer": DOUBLE | {"content": "a" * 900}},
}


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(growth, "MOST", 1 << 10)


@pytest.mark.parametrize("sections", GROWING.values(), ids=GROWING.keys())
def test_a_text_that_grows_is_refused(small, sections):
    with pytest.raises(TooLarge, match="grows by more than 1024"):
        encode_full(read(**sections), "aé" * 50)


@pytest.mark.parametrize(
    "decoder",
    [several("decoder", "decoders", DOUBLE), {"decoder": DOUBLE | {"content": "a" * 1100}}],
    ids=["decoders", "one replacement"],
)
def test_decoded_text_that_grows_is_refused(small, decoder):
    with pytest.raises(TooLarge, match="grows by more than 1024"):
        read(**decoder).decode([0, 0])


def test_in_a_batch_it_is_said_not_to_be_supported(small):
    """Not an error: a library that goes on is right."""
    (refusal,) = read(**GROWING["normalizers"]).encode_batch(["a"]).observations()
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "unsupported"
    decoder = read(**several("decoder", "decoders", DOUBLE))
    (refusal,) = decoder.decode_batch([[0]]).observations()
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "unsupported"


def test_what_is_large_from_the_start_is_no_growth(small):
    assert len(read(normalizer={"type": "Sequence", "normalizers": [DOUBLE]}).normalize("b" * 5000))
    check_growth(1 << 10)
