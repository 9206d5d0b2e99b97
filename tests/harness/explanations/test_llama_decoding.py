"""Each way of llama.cpp to decode: the change takes it away, against both libraries."""

import pytest
from small_artefacts import (
    BERT,
    BYTE_PIECES,
    LLAMA_DECODER,
    bpe,
    byte_level,
    decode,
    token,
    wordpiece,
)

from tokparity.harness.explanations.changes import CHANGES
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR

WORDS = ("a", "it", ",", "s")


@pytest.fixture
def bert(maker):
    left = maker.llama_bert(*((f"▁{word}", 0.0) for word in WORDS), ("b", 0.0), ("[unused1]", 0.0))
    specials = [
        token(at, name, special=True) for at, name in enumerate(("[UNK]", "[CLS]", "[SEP]"))
    ]
    right = maker.json(
        wordpiece("[CLS]", "[SEP]", *WORDS, "##b", "[unused1]"),
        normalizer=BERT,
        pre_tokenizer={"type": "BertPreTokenizer"},
        decoder={"type": "WordPiece", "prefix": "##", "cleanup": True},
        added_tokens=specials,
    )
    return left, right


FIRST, CLEAN = ("llama-bert-first-space", True, {}), ("llama-bert-clean-up", True, {})


@pytest.mark.parametrize(
    ("pieces", "explanations"),
    [
        (("▁a",), (FIRST,)),
        (("b",), (("llama-bert-hashes", True, {}),)),
        (("▁a", "[SEP]"), (FIRST, ("llama-bert-specials-apart", True, {}))),
        (("▁a", "[unused1]"), (FIRST, ("llama-bert-spaced-unused", True, {}))),
    ],
)
def test_a_way_of_berts_words_is_taken_away(bert, explain, pieces, explanations):
    case = decode(*pieces)(load(bert[0]))
    names = tuple(change for change, *_ in explanations)
    assert explain(*bert, [case], *explanations, CLEAN) == [names]
    assert explain(*bert, [case], *explanations[:-1], CLEAN) == [()], "not without the last"


@pytest.fixture
def llama(maker):
    left = maker.llama(("▁", 0.0), ("a", 0.0), ("▁a", 0.0))
    specials = [token(at, name, special=True) for at, name in enumerate(("<unk>", "<s>", "</s>"))]
    pieces = ["<unk>", "<s>", "</s>", *BYTE_PIECES, "▁", "a", "▁a"]
    right = maker.json(
        bpe(pieces, byte_fallback=True), decoder=LLAMA_DECODER, added_tokens=specials
    )
    return left, right


def test_the_first_space_is_the_texts(llama, explain):
    case = decode("<s>", "▁a", skip=True)(load(llama[0]))
    assert explain(*llama, [case], ("llama-space-of-text", True, {})) == [("llama-space-of-text",)]
    assert explain(*llama, [case], ("llama-byte-runs", True, {})) == [()]


def test_a_run_of_bytes_is_lost_as_a_whole(llama, explain):
    case = decode("a", "<0xC3>", "<0xA9>", "<0x80>")(load(llama[0]))
    assert explain(*llama, [case], ("llama-byte-runs", True, {})) == [("llama-byte-runs",)]
    assert explain(*llama, [case], ("llama-space-of-text", True, {})) == [()]


def test_both_together(llama, explain):
    case = decode("<s>", "▁a", "<0xC3>", "<0xA9>", "<0x80>", skip=True)(load(llama[0]))
    both = ("llama-space-of-text", "llama-byte-runs")
    assert explain(*llama, [case], *((name, True, {}) for name in both)) == [both]


def test_spaces_are_kept(maker, explain):
    merges = ["Ġ ,"]
    left = maker.llama_bpe(merges, pre="llama-bpe")
    right = maker.json(
        bpe([*BYTE_TO_CHAR.values(), "Ġ,"], merges),
        pre_tokenizer=byte_level(),
        decoder={
            "type": "ByteLevel",
            "add_prefix_space": False,
            "trim_offsets": True,
            "use_regex": True,
        },
    )
    case = decode("a", "Ġ,")(load(left))
    assert explain(left, right, [case], ("llama-keeps-spaces", True, {})) == [
        ("llama-keeps-spaces",)
    ]
    assert explain(left, right, [case], ("llama-keeps-spaces", False, {})) == [()]


def test_an_added_token_whose_characters_stand_for_bytes(maker):
    """The libraries are asked in its witness."""

    def add(writer):
        writer.add_token_merges(["a a"])
        writer.add_tokenizer_pre("gpt-2")

    names = ("\u00f5", "\u2603", "<x>")
    listed = [("a", 0.0), *((name, 0.0, "user_defined") for name in names)]
    tokenizer = load(maker.gguf("gpt2", listed, add))
    changed = CHANGES["llama-added-as-bytes"](tokenizer, None)
    assert [tokenizer.decode((at,)).value for at in (1, 2, 3)] == [name.encode() for name in names]
    shown = [changed.decode((at,)).value for at in (1, 2, 3)]
    assert shown == [b"\xf5", "\u2603".encode(), b"<x>"]
    assert CHANGES["llama-added-as-bytes"](changed, None) is changed
