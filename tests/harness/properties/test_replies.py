import pytest

from tokparity.harness.properties.replies import (
    Reply,
    ReplyTrial,
    most_waiting,
    reply_by,
    text_of_reply,
)
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions, StreamCase
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.prefix_offsets import NoPieces
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTES = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"a": 256}
FALLBACK = Tokenizer(WordLevel(BYTES, "a"), decoder=ByteFallback())


@pytest.mark.parametrize(
    ("way", "parts", "rest"),
    [
        ("byte_buffer", ("", "", "", "���a"), ""),
        ("window_diff", ("", "é", "", "��a"), ""),
        ("decode_stream", ("", "é", "", None), ""),
    ],
)
def test_what_a_way_gives(way, parts, rest):
    case = StreamCase((*"é".encode(), 0xFF, 256))
    found = reply_by(way, FALLBACK, case)
    assert found == Reply(way, parts, rest)
    text = text_of_reply(FALLBACK, case)
    assert text == "���a"
    assert found.gives(text) == (way == "byte_buffer")


def test_the_rest_counts_and_may_be_refused_too(monkeypatch):
    first, second = "é".encode()
    assert reply_by("byte_buffer", FALLBACK, StreamCase((first,))).rest == "�"
    prompted = StreamCase((second,), (first,))
    assert reply_by("byte_buffer", FALLBACK, prompted).gives("é")
    assert not Reply("x", ("a",), None).gives("a")

    class Refuses:
        def __init__(self, *_):
            pass

        def push(self, token_id):
            return "a"

        def flush(self):
            raise InvalidTokenId(1, 0)

    monkeypatch.setitem(WAYS, "byte_buffer", Refuses)
    assert reply_by("byte_buffer", FALLBACK, prompted) == Reply("byte_buffer", ("a",), None)


def test_a_way_that_takes_other_tokenizers_says_so():
    tokenizer = Tokenizer(TiktokenBPE({"a": 0}), decoder=ByteLevelDecoder(), decodes="bytes")
    with pytest.raises(NoPieces):
        reply_by("prefix_offsets", tokenizer, StreamCase((0,)))
    with pytest.raises(InvalidTokenId):
        text_of_reply(tokenizer, StreamCase((7,), (), DecodeOptions()))


def test_tokens_that_end_one_character_and_begin_the_next_are_one_row():
    """Each gives a character at once; yet the window has no token left that begins one."""
    pieces = (b"\xc3", b"\xa9\xc3", b"\xa9\xe4", b"\xb8", b"\x96")  # é, é, 世
    tokenizer = Tokenizer(
        TiktokenBPE({spell(piece): at for at, piece in enumerate(pieces)}),
        decoder=ByteLevelDecoder(),
    )
    whole = ReplyTrial(tokenizer, StreamCase((0, 1, 2, 3, 4)))
    assert whole.text == "éé世"
    assert whole.by("byte_buffer").parts == ("", "é", "é", "", "世")
    assert not whole.by("window_diff").gives(whole.text)
    assert most_waiting(tokenizer, whole.case) == 4
    assert not whole.of_whole_characters
    assert ReplyTrial(tokenizer, StreamCase((0, 2, 3, 4))).of_whole_characters


def test_a_token_that_gives_nothing_takes_a_place_in_the_window():
    """Behind a character of four tokens it is held back as if another one had begun."""
    smile = tuple(range(4))
    pieces = {spell(bytes([byte])): at for at, byte in enumerate("🙂".encode())}
    tokenizer = Tokenizer(
        TiktokenBPE(pieces),
        added_tokens=(AddedToken(4, "<s>", special=True),),
        decoder=ByteLevelDecoder(),
    )
    skipping = DecodeOptions(skip_special=True)
    whole = ReplyTrial(tokenizer, StreamCase((*smile, 4, *smile), (), skipping))
    assert whole.text == "🙂🙂"
    assert not whole.by("window_diff").gives(whole.text)
    assert not whole.of_whole_characters
    without = ReplyTrial(tokenizer, StreamCase((*smile, *smile), (), skipping))
    assert without.of_whole_characters
    assert without.by("window_diff").gives("🙂🙂")
