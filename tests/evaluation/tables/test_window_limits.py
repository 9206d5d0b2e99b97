"""What the window cannot do is found with real ids, made as small as it gets, and told apart."""

from itertools import product

import pytest

from evaluation.tables.window_limits import limit_of, limits_of, most_pending
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions, StreamCase
from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.streaming.prefix_stability import is_prefix_stable
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SPECIAL = 256
SPECIALS = (AddedToken(SPECIAL, "<s>", special=True),)
BYTES = Tokenizer(
    TiktokenBPE({char: byte for byte, char in BYTE_TO_CHAR.items()}),
    SPECIALS,
    decoder=ByteLevelDecoder(),
)
NAMES = {f"<0x{byte:02X}>": byte for byte in range(256)} | {"▁a": 257, "b": 258}
FALLBACK = Tokenizer(
    WordLevel(NAMES, "b"), SPECIALS, decoder=DecoderSequence((ByteFallback(), Fuse()))
)
WORDS = Tokenizer(WordLevel({"▁a": 0, "b": 1}, "b"), decoder=MetaspaceDecoder("▁"))
HIDDEN = DecodeOptions(skip_special=True)


def test_a_character_in_more_tokens_than_the_window_holds_back():
    found = limits_of(BYTES)
    assert list(found) == ["pending", "broken"]
    case = found["pending"].case
    assert case.options == HIDDEN or max(case.ids) > SPECIAL
    assert len(case.ids) == 5
    assert most_pending(BYTES, case) == 4
    assert "\ufffd" in found["pending"].gives
    assert "\ufffd" not in found["pending"].text


def test_no_shorter_ids_of_those_that_are_found_show_it():
    for limit, shown in limits_of(BYTES).items():
        alphabet = sorted(set(shown.case.ids))
        for size in range(1, len(shown.case.ids)):
            for ids in product(alphabet, repeat=size):
                assert limit_of(BYTES, StreamCase(ids, (), shown.case.options)) != limit


def test_a_bad_byte_takes_back_the_characters_before_it():
    shown = limits_of(FALLBACK)["broken"]
    assert len(shown.case.ids) <= 3
    assert (len(shown.gives), set(shown.text)) != (len(shown.text), set()), "less, or another"


@pytest.mark.parametrize(
    ("decoder", "shown"),
    [
        pytest.param(BPEDecoder("b"), True, id="bpe-decoder"),
        pytest.param(CTC("b", "▁", False), True, id="ctc"),
        pytest.param(MetaspaceDecoder("▁"), False, id="metaspace"),
    ],
)
def test_what_a_decoder_takes_back(decoder, shown):
    tokenizer = Tokenizer(WordLevel({"▁a": 0, "b": 1, "c": 2}, "b"), decoder=decoder)
    found = limits_of(tokenizer)
    assert ("decoder" in found) == shown == (not is_prefix_stable(tokenizer))
    assert set(found) <= {"decoder"}


def test_what_is_refused_shows_nothing():
    case = StreamCase((999,))
    strict = Tokenizer(TiktokenBPE({"a": 0}), decoder=ByteLevelDecoder(), decodes="bytes")
    assert limit_of(strict, case) is None
    assert limits_of(strict) == {}


def test_the_pending_ids_of_a_text():
    assert most_pending(BYTES, StreamCase((97,))) == 0
    assert most_pending(BYTES, StreamCase((0xF0, 0x9F, 0x99, 0x82))) == 3
    assert most_pending(BYTES, StreamCase((0xC3, 0xA9, 97, 0xE4, 0xB8))) == 2
