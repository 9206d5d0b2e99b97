import pytest

from tokparity.reference_impl.contract import Bytes, DecodeOptions, Text
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.incremental import Beyond, generated_text, text_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_text_of_bytes_and_text():
    assert text_of(Text("a\ufffd")) == "a\ufffd"
    assert text_of(Bytes(b"\xf0\x9fa\xff")) == "\ufffda\ufffd"


@pytest.mark.parametrize(
    ("prompt", "ids", "text"),
    [
        pytest.param([2], [2, 2], "!!", id="the-prompt-is-left-out"),
        pytest.param([0], [1], "é", id="a-prompt-inside-a-character"),
        pytest.param([0], [2], "!", id="a-character-of-the-prompt-that-is-broken"),
        pytest.param([], [0], "\ufffd", id="no-prompt"),
    ],
)
def test_what_ids_add_to_a_prompt(prompt, ids, text):
    tokenizer = Tokenizer(TiktokenBPE({"Ã": 0, "©": 1, "!": 2}), decoder=ByteLevelDecoder())
    assert generated_text(tokenizer, prompt, ids, DecodeOptions()) == text


@pytest.mark.parametrize(
    ("shown", "parts", "taken"),
    [
        ("", ["a", "b"], ["a", "b"]),
        ("abc", ["a", "", "bc", "abc"], ["", "", "", "abc"]),
        ("abc", ["abx", "c"], ["x", "c"]),
        ("\ufffd", ["é"], ["é"]),
    ],
)
def test_what_is_beyond_a_text(shown, parts, taken):
    assert list(map(Beyond(shown).take, parts)) == taken
