"""Text and words are read back out of ids."""

import json

import pytest

from tokparity.harness.naming.token_spans import UNREADABLE, TokenReader, recut
from tokparity.reference_impl.contract import EncodeOptions

BARE = EncodeOptions(add_special=False)


@pytest.fixture
def reader(slot, save, every_stage):
    return TokenReader(slot.tokenizer(save(every_stage)))


@pytest.fixture
def of_pieces(slot, save, every_stage):
    """A reader of a model without pre-tokenizer, of these pieces."""

    def make(model):
        plain = dict.fromkeys(("normalizer", "pre_tokenizer", "post_processor", "decoder"))
        return TokenReader(
            slot.tokenizer(save({**every_stage, **plain, "model": model, "added_tokens": []}))
        )

    return make


def ids(reader, text, options=BARE):
    return reader.tokenizer.encode(text, options).ids


@pytest.mark.parametrize("text", ["hello world", "naïve  é\n", "1234!"])
def test_byte_level_ids_are_read_as_the_normalized_text(reader, text):
    assert reader.text(ids(reader, text)) == text.encode()


def test_what_stands_around_a_text_is_taken_off(reader):
    with_template = ids(reader, "hello", EncodeOptions())
    assert with_template != ids(reader, "hello")
    assert reader.core(with_template) == ids(reader, "hello")


def test_bytes_and_the_unknown_token_are_read(of_pieces):
    vocab = {"?": 0, "a": 1, **{f"<0x{byte:02X}>": byte + 2 for byte in range(256)}}
    model = {"type": "BPE", "vocab": vocab, "merges": [], "unk_token": "?", "byte_fallback": True}
    reader = of_pieces(json.loads(json.dumps(model)))
    assert reader.unknown == 0
    assert reader.text(ids(reader, "aé")) == "aé".encode()
    assert reader.literal(ids(reader, "aé")) == "a<0xC3><0xA9>"
    assert reader.text((0, 1)) == UNREADABLE + b"a"


def test_the_prefix_of_a_words_rest_is_no_text(of_pieces):
    vocab = {"[UNK]": 0, "a": 1, "##b": 2}
    reader = of_pieces(
        {
            "type": "WordPiece",
            "vocab": vocab,
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        }
    )
    assert reader.text(ids(reader, "ab")) == b"ab"


def test_words_are_cut_again_until_the_model_explains_the_ids(reader):
    whole, apart = ids(reader, "hello"), ids(reader, "hel") + ids(reader, "lo")
    assert whole != apart
    assert recut(reader, ["hello"], whole) == [5]
    assert recut(reader, ["hello"], apart) == [3, 5]
    assert recut(reader, ["he", "llo"], whole) == [5], "two words as one"
    assert recut(reader, ["hello"], (*whole, 1)) is None
    assert recut(reader, ["a" * 99], ids(reader, "a" * 99)) is None, "too long to try"
