"""What is called stable is, and what is not has ids that show it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokparity.corpora import strategies
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.streaming.incremental import text_of
from tokparity.reference_impl.streaming.prefix_stability import is_prefix_stable, unstable
from tokparity.reference_impl.streaming.window_diff import WindowDiff
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer

PIECES = ("<0xC3>", "<0xA9>", "<0xFF>", "a</w>b", "a", "b")
MODEL = WordLevel({piece: at for at, piece in enumerate(PIECES)}, "a")


def shown(tokenizer, ids, options=DECODE):
    return text_of(tokenizer.decode(ids, options))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_what_is_stable_only_grows(data):
    drawn = data.draw(strategies.tokenizers())
    options = DecodeOptions(skip_special=data.draw(st.booleans()))
    if not is_prefix_stable(drawn.tokenizer, options):
        return
    ids = data.draw(strategies.ids(drawn.material))
    try:
        before, after = (shown(drawn.tokenizer, some, options) for some in (ids[:-1], ids))
    except TokparityError:
        return
    assert after.startswith(before.rstrip("\ufffd"))


@pytest.mark.parametrize(
    ("decoder", "ids", "before"),
    [
        pytest.param(ByteFallback(), (0, 1, 2), "é", id="bad-byte"),
        pytest.param(BPEDecoder("</w>"), (3, 4), "ab", id="last-piece"),
        pytest.param(
            DecoderSequence((Fuse(), ReplaceDecoder(Literal("ab"), "x"))),
            (4, 5),
            "a",
            id="whole-text",
        ),
    ],
)
def test_what_is_not_stable_takes_text_back(decoder, ids, before):
    tokenizer = Tokenizer(MODEL, decoder=decoder)
    assert len(unstable(tokenizer)) == 1
    assert shown(tokenizer, ids[:-1]) == before
    window = WindowDiff(tokenizer)
    given_ = "".join(map(window.push, ids)) + window.flush()
    assert given_ != shown(tokenizer, ids)


def test_a_repeated_piece_is_lost_to_a_window(streamed):
    tokenizer = Tokenizer(MODEL, decoder=CTC("b", "|", False))
    assert len(unstable(tokenizer)) == 1
    ids = (4, 5, 4)
    assert shown(tokenizer, ids) == "aa"
    assert streamed(WindowDiff(tokenizer), ids) == ["a", "", "", ""]


def test_llama_cpp_takes_a_space_back_only_where_it_cleans():
    surfaces = (b"a", b" ", b".")
    cleaning = Tokenizer(
        MODEL, detokenizer=LlamaDetokenizer(surfaces, frozenset(), clean_spaces=True)
    )
    assert (shown(cleaning, (0, 1)), shown(cleaning, (0, 1, 2))) == ("a ", "a.")
    assert len(unstable(cleaning)) == 1
    plain = Tokenizer(MODEL, detokenizer=LlamaDetokenizer(surfaces, frozenset()))
    assert is_prefix_stable(plain)
    assert not is_prefix_stable(plain, DecodeOptions(remove_special=True))
