import pytest

from tokparity.harness.conversion.losses import lost_by
from tokparity.reference_impl.formats import load


def test_nothing_is_lost_of_a_plain_tokenizer(save, document):
    plain = document | {"added_tokens": []}
    assert list(lost_by(load(save(plain)), frozenset())) == []


def test_normalizers_that_are_not_kept(save, document):
    parts = [{"type": "NFKC"}, {"type": "Lowercase"}]
    stage = {"type": "Sequence", "normalizers": parts}
    tokenizer = load(save(document | {"normalizer": stage, "added_tokens": []}))
    assert [line.split(":")[0] for line in lost_by(tokenizer, frozenset())] == [
        "normalizer NFKC",
        "normalizer Lowercase",
    ]
    assert len(list(lost_by(tokenizer, frozenset({"NFKC"})))) == 1


@pytest.mark.parametrize("flag", ["single_word", "lstrip", "rstrip"])
def test_flags_of_added_tokens(save, document, flag):
    token = document["added_tokens"][0] | {"rstrip": False, flag: True}
    other = token | {"id": token["id"] + 1, "content": "<|other|>"}
    tokenizer = load(save(document | {"added_tokens": [token, other]}))
    (line,) = lost_by(tokenizer, frozenset())
    assert line == f"{flag} of added token '<|end|>' and 1 more: GGUF has no such flag"


def test_a_normalized_token_counts_only_where_it_changes(save, document):
    token = document["added_tokens"][0] | {"rstrip": False, "normalized": True}
    lower = {"type": "Lowercase"}
    for content, lost in (("<|end|>", False), ("<|END|>", True)):
        data = document | {"normalizer": lower, "added_tokens": [token | {"content": content}]}
        lines = list(lost_by(load(save(data)), frozenset({"Lowercase"})))
        assert bool(lines) == lost


def test_truncation_padding_and_decoders(save, document):
    pad = {"strategy": "BatchLongest", "direction": "Left", "pad_to_multiple_of": None}
    pad |= {"pad_id": 3, "pad_type_id": 0, "pad_token": "x"}
    cut = {"max_length": 9, "strategy": "LongestFirst", "direction": "Right", "stride": 0}
    strip = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
    decoder = {"type": "Sequence", "decoders": [document["decoder"], strip]}
    data = document | {"padding": pad, "truncation": cut, "decoder": decoder, "added_tokens": []}
    assert [line.split(":")[0] for line in lost_by(load(save(data)), frozenset())] == [
        "truncation",
        "padding",
        "decoder Strip",
    ]


@pytest.mark.parametrize(
    "decoder",
    [
        {"type": "Replace", "pattern": {"String": "a"}, "content": "b"},
        {"type": "WordPiece", "prefix": "##", "cleanup": True},
        {"type": "BPEDecoder", "suffix": "</w>"},
    ],
    ids=lambda decoder: decoder["type"],
)
def test_decoders_that_llama_cpp_has_not(save, document, decoder):
    sequence = {"type": "Sequence", "decoders": [document["decoder"], decoder]}
    tokenizer = load(save(document | {"decoder": sequence, "added_tokens": []}))
    (line,) = lost_by(tokenizer, frozenset())
    assert line.startswith(f"decoder {decoder['type']}:")
