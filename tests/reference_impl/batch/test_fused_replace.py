"""What is replaced behind `Fuse` is what is replaced piece by piece, or is not told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.batch.decode_plan import Plan, Surface, plan_of
from tokparity.reference_impl.batch.fused_replace import replaced_pieces
from tokparity.reference_impl.batch.known_surfaces import KnownSurfaces, Untold
from tokparity.reference_impl.contract import Text
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.decoders.strip import StripDecoder
from tokparity.reference_impl.regexes.search import Literal, Regex


def plain(piece):
    return piece.encode(), False


@pytest.mark.parametrize(
    ("pattern", "content"),
    [
        pytest.param(Literal("ab"), " ", id="two-characters"),
        pytest.param(Literal(""), "", id="nothing"),
        pytest.param(Literal("a"), "bc", id="grows"),
        pytest.param(Literal("\ufffd"), "a", id="what-a-bad-run-becomes"),
        pytest.param(Literal("\ud800"), "a", id="no-utf-8"),
        pytest.param(Literal("a"), "\ud800", id="becomes-no-utf-8"),
        pytest.param(Regex("a"), "b", id="a-pattern"),
    ],
)
def test_others_are_no_table(pattern, content):
    assert replaced_pieces(plain, ReplaceDecoder(pattern, content)) is None


def test_what_is_no_replace_is_no_table():
    assert replaced_pieces(plain, Fuse()) is None


MARK = [f"<0x{byte:02X}>" for byte in "▁".encode()]
PIECES = [*MARK, "<0xC3>", "<0xA9>", "<0x20>", "<0x61>", "▁", "▁a", "a▁", " ", "é", "a", "▁▁", ""]


@given(
    st.lists(st.sampled_from(PIECES), max_size=8),
    st.sampled_from(["▁", "a", " ", "é"]),
    st.sampled_from(["", " ", "▁", "é"]),
    st.booleans(),
)
def test_as_the_decoder_does(pieces, sought, content, strips):
    replace = ReplaceDecoder(Literal(sought), content)
    last = [StripDecoder(" ", 1, 0)] if strips else []
    decoder = DecoderSequence((ByteFallback(), Fuse(), replace, *last))
    plan = plan_of(decoder)
    assert isinstance(plan, Plan)

    def surface_of(at):
        surface = plan.surface(pieces[at])
        if surface is None:
            raise Untold
        return surface

    found = KnownSurfaces(plan).decoded(range(len(pieces)), surface_of)
    assert found in (None, Text("".join(decoder.decode(list(pieces)))))
    lead = f"<0x{sought.encode()[0]:02X}>"
    assert (found is None) == (lead in pieces or "" in pieces)


def test_a_byte_that_may_spell_what_is_sought_is_not_told():
    space = ReplaceDecoder(Literal("▁"), " ")
    surface = plan_of(DecoderSequence((ByteFallback(), Fuse(), space))).surface
    assert surface(MARK[0]) is None
    assert surface(MARK[1]) == Surface(b"\x96", b"\x96", byte=True)
    assert surface("▁a") == Surface(b" a", b" a")
