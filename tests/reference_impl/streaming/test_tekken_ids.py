from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.streaming.tekken_ids import TekkenIds
from tokparity.reference_impl.tokenizer.tokenizer import DECODE

TEKKEN = Tekken(("<s>",), {1: b"a", 2: b"\xc3", 3: b"\xa9"})


def test_a_special_token_ends_a_character(streamed):
    assert streamed(TekkenIds(TEKKEN, DECODE), [2, 3, 2]) == ["", "é", "", "\ufffd"]
    assert streamed(TekkenIds(TEKKEN, DECODE), [2, 0, 1]) == ["", "\ufffd<s>", "a", ""]
    hidden = DecodeOptions(skip_special=True)
    assert streamed(TekkenIds(TEKKEN, hidden), [2, 0, 3]) == ["", "\ufffd", "\ufffd", ""]


def test_an_id_outside(streamed):
    assert isinstance(streamed(TekkenIds(TEKKEN, DECODE), [1, 9]), InvalidTokenId)
