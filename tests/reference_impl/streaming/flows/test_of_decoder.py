"""Any decoder part by part is the decoder on the whole."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tokparity.reference_impl.decoders.bpe_decoder import BPEDecoder
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.ctc import CTC
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.decoders.strip import StripDecoder
from tokparity.reference_impl.decoders.wordpiece import WordPieceDecoder
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.streaming.flows.of_decoder import Chain, flows_of, waits_for_the_end

DECODERS = (
    BPEDecoder("</w>"),
    ByteFallback(),
    ByteLevelDecoder(),
    CTC("<pad>", "|", True),
    Fuse(),
    MetaspaceDecoder("▁"),
    MetaspaceDecoder("▁", "never"),
    ReplaceDecoder(Literal("▁"), " "),
    StripDecoder(" ", 1, 0),
    StripDecoder("a", 0, 1),
    WordPieceDecoder("##", True),
)
BYTES = ("<0xC3>", "<0xA9>", "<0xFF>", "Ã", "©")
PIECES = ("▁a", "▁", "a</w>", "##b", *BYTES, "<pad>", "|", " ", ".", "")


def joined(function):
    try:
        return "".join(function())
    except TokparityError:
        return None


@settings(max_examples=400)
@example([ByteLevelDecoder(), CTC("<pad>", "|", True), StripDecoder("a", 0, 1)], [])
@example([Fuse(), CTC("<pad>", "|", True), Fuse(), StripDecoder("a", 0, 1)], ["<pad>"])
@given(
    st.lists(st.sampled_from(DECODERS), max_size=4),
    st.lists(st.sampled_from(PIECES), max_size=8),
)
def test_part_by_part_is_the_whole(decoders, pieces):
    decoder = DecoderSequence(tuple(decoders))
    chain = Chain(flows_of(decoder))
    shown = joined(lambda: [*map(chain.push, pieces), chain.flush()])
    assert shown == joined(lambda: decoder.decode(pieces))


@pytest.mark.parametrize(
    ("decoders", "waits"),
    [
        (
            (ReplaceDecoder(Literal("▁"), " "), ByteFallback(), Fuse(), StripDecoder(" ", 1, 0)),
            False,
        ),
        ((ByteLevelDecoder(),), False),
        ((Fuse(), ReplaceDecoder(Literal("▁"), " ")), True),
        ((DecoderSequence((Fuse(), StripDecoder(" ", 0, 1))),), True),
    ],
)
def test_what_waits_for_the_end(decoders, waits):
    assert waits_for_the_end(DecoderSequence(decoders)) == waits
    assert not waits_for_the_end(None)
