import pytest

from tokparity.reference_impl.contract import StreamCase, Streamed
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.errors import InvalidTokenId, RegexLimit, TokparityError
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.pushes import NoStream, streamed
from tokparity.reference_impl.streaming.window_diff import WindowDiff
from tokparity.reference_impl.text.growth import TooLarge
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@pytest.fixture
def fallback():
    vocabulary = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"a": 256}
    return Tokenizer(WordLevel(vocabulary, "a"), decoder=ByteFallback())


def test_a_refused_push_is_none_and_the_stream_goes_on(fallback):
    raw = "é".encode()
    case = StreamCase((*raw, 0xFF, 256, 256))
    assert streamed(fallback, case) == Streamed(("", "é", "", None, None))
    assert streamed(fallback, case, WindowDiff).parts[:2] == ("", "é")


def test_what_is_no_32_bit_number_is_refused_and_not_kept(fallback):
    case = StreamCase((256, -1, 1 << 32, 256))
    assert streamed(fallback, case) == Streamed(("a", None, None, "a"))


def test_a_prompt_with_such_a_number_is_an_error_of_the_case(fallback):
    with pytest.raises(InvalidTokenId):
        streamed(fallback, StreamCase((256,), prompt_ids=(-1,)))


def test_a_prompt_that_ends_inside_a_character(fallback):
    first, second = "é".encode()
    assert streamed(fallback, StreamCase((second,), (first,))) == Streamed(("é",))


def test_bytes_are_not_streamed():
    tokenizer = Tokenizer(TiktokenBPE({"a": 0}), decoder=ByteLevelDecoder(), decodes="bytes")
    with pytest.raises(NoStream):
        streamed(tokenizer, StreamCase((0,)))


PANIC = TokparityError("a decoder panics")


@pytest.mark.parametrize("error", [RegexLimit("a+"), TooLarge("much"), PANIC], ids=ascii)
def test_a_limit_or_a_panic_is_no_refused_push(fallback, error):
    class Limited:
        def __init__(self, *_):
            pass

        def push(self, _):
            raise error

    with pytest.raises(type(error)):
        streamed(fallback, StreamCase((1,)), Limited)
