import json

import pytest

from tokparity.reference_impl.compiled.plain_tokenizers import short_texts_of
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import Node

PADDING = {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None}
PADDING |= {"pad_id": 0, "pad_type_id": 0, "pad_token": "!"}
LIMIT = {"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0}
STAGE = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}


def said(document: dict) -> dict | None:
    return short_texts_of(read_tokenizer(Node(None, "", document)))  # type: ignore[arg-type]


def test_what_is_said(byte_level):
    byte_level["normalizer"] = {"type": "NFC"}
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "special": False}
    content = {"id": 600, "content": "\u212b", "normalized": True}
    byte_level["added_tokens"] = [content | flags]
    short = said(byte_level)
    vocab = byte_level["model"]["vocab"]
    assert short["letters"][:33:32] == [vocab["\u0100"], vocab["\u0120"]]
    assert short["begins"] == ["\xc5", "\u212b"]
    assert short["around"] == [((), ()), ((), ())]


@pytest.mark.parametrize(
    "change",
    [
        {"normalizer": {"type": "Lowercase"}},
        {"normalizer": {"type": "NFKC"}},
        {"pre_tokenizer": None},
        {"pre_tokenizer": STAGE | {"add_prefix_space": True}},
        {"pre_tokenizer": STAGE | {"use_regex": False}},
        {"truncation": LIMIT},
        {"padding": PADDING},
        {"post_processor": {"type": "RobertaProcessing", "sep": ["a", 1], "cls": ["b", 2]}},
        {"model.end_of_word_suffix": "</w>"},
        {"model.vocab": {"a": 0}, "model.merges": []},
    ],
    ids=lambda change: next(iter(change)),
)
def test_what_is_not_as_plain(byte_level, change):
    document = json.loads(json.dumps(byte_level))
    assert said(document) is not None
    for name, value in change.items():
        place = document["model"] if name.startswith("model.") else document
        place[name.removeprefix("model.")] = value
    if document["post_processor"] and document["post_processor"]["type"].startswith("Rob"):
        document["post_processor"] |= {"trim_offsets": True, "add_prefix_space": False}
    assert said(document) is None
