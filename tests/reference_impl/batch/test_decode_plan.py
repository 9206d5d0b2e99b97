"""What a table decodes is what the decoder makes of the pieces; what looks further has none."""

import pytest

from tokparity.reference_impl.batch.decode_plan import NoPlan, Surface, plan_of
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
from tokparity.reference_impl.regexes.search import Literal

SPACE = ReplaceDecoder(Literal("▁"), " ")


def sequence(*decoders):
    return DecoderSequence(decoders)


@pytest.mark.parametrize(
    ("decoder", "kind", "strips"),
    [
        (None, "whole", 0),
        (ByteLevelDecoder(), "all", 0),
        (sequence(ByteLevelDecoder(), Fuse()), "all", 0),
        (sequence(SPACE, ByteFallback(), Fuse()), "runs", 0),
        (sequence(SPACE, ByteFallback(), Fuse(), StripDecoder(" ", 2, 0)), "runs", 2),
        (sequence(WordPieceDecoder("##", True), SPACE), "whole", 0),
        (sequence(Fuse(), SPACE), "whole", 0),
        (sequence(ByteFallback(), Fuse(), SPACE, StripDecoder(" ", 1, 0)), "runs", 1),
        (MetaspaceDecoder("▁"), "whole", 0),
    ],
)
def test_decoders_that_are_a_table(decoder, kind, strips):
    plan = plan_of(decoder)
    assert (plan.kind, plan.strips) == (kind, strips)


@pytest.mark.parametrize(
    ("decoder", "named"),
    [
        (BPEDecoder("</w>"), "BPE"),
        (CTC("<pad>", "|", True), "CTC"),
        (sequence(ByteFallback(), SPACE), "Replace"),
        (sequence(ByteFallback(), Fuse(), StripDecoder(" ", 1, 1)), "Strip"),
        (sequence(Fuse(), ReplaceDecoder(Literal("ab"), " ")), "Replace"),
        (sequence(ByteFallback(), Fuse(), StripDecoder(" ", 1, 0), SPACE), "Replace"),
        (sequence(Fuse(), StripDecoder("é", 1, 0)), "Strip"),
        (ReplaceDecoder(Literal("a"), "aa"), "Replace"),
        (ReplaceDecoder(Literal(""), ""), "Replace"),
        (sequence(ByteLevelDecoder(), Fuse(), StripDecoder(" ", 1, 0)), "Strip"),
    ],
)
def test_decoders_that_look_further(decoder, named):
    plan = plan_of(decoder)
    assert isinstance(plan, NoPlan)
    assert plan.reason.startswith(f"{named} looks at more")


def test_the_first_piece_is_another():
    assert plan_of(MetaspaceDecoder("▁")).surface("▁a▁b") == Surface(b"ab", b" a b")
    assert plan_of(None).surface("a") == Surface(b"a", b" a")


def test_pieces_that_a_table_does_not_answer():
    runs = plan_of(sequence(ByteFallback(), Fuse()))
    assert runs.surface("<0xC3>") == Surface(b"\xc3", b"\xc3", byte=True)
    assert runs.surface("") is None  # it parts two runs
    assert plan_of(None).surface("\ud800") is None  # no UTF-8
