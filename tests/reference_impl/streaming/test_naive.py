"""Each naive way does what its name says: the smallest ids on which it is wrong."""

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.incremental import generated_text
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.window_diff import WindowDiff
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer

SPECIAL = 300
BYTES = Tokenizer(
    TiktokenBPE({char: byte for byte, char in BYTE_TO_CHAR.items()}),
    (AddedToken(SPECIAL, "<s>", special=True),),
    decoder=ByteLevelDecoder(),
)
WORDS = Tokenizer(
    WordLevel({"▁a": 0, "b": 1}, "b"),
    (AddedToken(SPECIAL, "<s>", special=True),),
    decoder=MetaspaceDecoder("▁"),
)
HIDDEN = DecodeOptions(skip_special=True)


@pytest.mark.parametrize(
    ("way", "tokenizer", "options", "ids", "given"),
    [
        pytest.param("each_alone", BYTES, DECODE, b"\xc3\xa9", ["\ufffd", "\ufffd", ""]),
        pytest.param("each_alone", WORDS, DECODE, [0, 0], ["a", "a", ""]),
        pytest.param("whole_history", BYTES, DECODE, b"\xc3\xa9", ["\ufffd", "", ""]),
        pytest.param("window_by_characters", BYTES, DECODE, b"\xc3\xa9!", ["", "", "!", ""]),
        pytest.param(
            "window_without_memory",
            WORDS,
            HIDDEN,
            [0, *[SPECIAL] * 3, 0],
            ["a", "", "", "", "a", ""],
        ),
        pytest.param("specials_end_window", WORDS, HIDDEN, [0, SPECIAL, 0], ["a", "", "a", ""]),
        pytest.param(
            "specials_end_window",
            BYTES,
            HIDDEN,
            [0xC3, SPECIAL, 0xA9],
            ["", "\ufffd", "", "\ufffd"],
        ),
        pytest.param("cleaned_window", BYTES, DECODE, b"a .b", ["a", " ", "", "b", ""]),
    ],
)
def test_what_only_the_naive_way_gets_wrong(way, tokenizer, options, ids, given):
    stream = NAIVE[way](tokenizer, (), options)
    assert [*map(stream.push, ids), stream.flush()] == given
    right = generated_text(tokenizer, (), ids, options)
    assert "".join(given) != right
    window = WindowDiff(tokenizer, (), options)
    assert "".join([*map(window.push, ids), window.flush()]) == right


@pytest.mark.parametrize("way", NAIVE)
def test_plain_words_are_right_behind_any_prompt(way):
    """What makes them so often written; of a prompt that ends within a character some are not."""
    for prompt in (b"", b"hello", (*b"hello", SPECIAL)):
        stream = NAIVE[way](BYTES, prompt, HIDDEN)
        assert [*map(stream.push, b" you"), stream.flush()] == [" ", "y", "o", "u", ""]
        stream.reset(prompt)
        assert stream.push(97) == "a"


@pytest.mark.parametrize("way", ["window_without_memory", "specials_end_window", "cleaned_window"])
def test_a_prompt_that_ends_within_a_character(way):
    stream = NAIVE[way](BYTES, b"a\xc3", DECODE)
    assert [stream.push(0xA9), stream.push(98), stream.flush()] == ["é", "b", ""]
