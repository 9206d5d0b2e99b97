import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.prefix_offsets import NoPieces, PrefixOffsets
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTES = Tokenizer(
    TiktokenBPE({char: byte for byte, char in BYTE_TO_CHAR.items()}), decoder=ByteLevelDecoder()
)
SPECIAL = tuple(AddedToken(at, f"<{at}>", special=True) for at in range(1, 9))
WORDS = Tokenizer(WordLevel({"▁a": 0}, "▁a"), SPECIAL, decoder=MetaspaceDecoder("▁"))
HIDDEN = DecodeOptions(skip_special=True)


@given(st.text(max_size=6), st.text(max_size=12))
def test_any_text_of_byte_tokens(prompt, text):
    stream = PrefixOffsets(BYTES, prompt.encode())
    found = "".join(map(stream.push, text.encode()))
    assert text.startswith(found)
    assert "\ufffd" in text or found == text


def test_special_tokens_that_are_left_out_are_no_pieces():
    stream = PrefixOffsets(WORDS, [0, *range(1, 9)], HIDDEN)
    assert [stream.push(0), stream.push(3), stream.push(0)] == ["a", "", " a"]
    seven_of_nine = PrefixOffsets(WORDS, [0, 0, *range(1, 6)], HIDDEN)
    assert seven_of_nine.push(0) == " a"


def test_an_id_outside_is_an_empty_piece():
    stream = PrefixOffsets(WORDS, [])
    assert [stream.push(99), stream.push(0)] == ["", " a"]


def test_what_decodes_no_pieces():
    with pytest.raises(NoPieces, match=r"^this tokenizer decodes ids"):
        PrefixOffsets(Tokenizer(TiktokenBPE({"a": 0}), decodes="bytes"))
