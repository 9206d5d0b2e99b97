from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.streaming.flows.utf8 import ByteLevelPieces, Utf8
from tokparity.reference_impl.text.byte_level import spell

BYTES = (b"\xf0\x9f", b"\x98\x80", b"\xe2\x82", b"\xac", b"\xff", b"a", b"\xed\xa0\x80")
PARTS = st.lists(st.sampled_from(BYTES))


@given(PARTS)
def test_parts_of_characters_are_what_the_whole_is(parts):
    utf8 = Utf8()
    shown = "".join(map(utf8.push, parts)) + utf8.flush()
    assert shown == b"".join(parts).decode("utf-8", "replace")
    each = Utf8(each_byte=True)
    shown = "".join(map(each.push, parts)) + each.flush()
    escaped = b"".join(parts).decode("utf-8", "surrogateescape")
    assert shown == "".join("\ufffd" if "\udc80" <= one <= "\udcff" else one for one in escaped)


@given(PARTS, st.booleans())
def test_pieces_in_the_byte_level_alphabet_and_others(parts, other):
    pieces = [*map(spell, parts), *(["a b €"] if other else [])]
    flow = ByteLevelPieces()
    shown = [text for piece in pieces for text in flow.push(piece)] + flow.flush()
    assert "".join(shown) == "".join(ByteLevelDecoder().decode(pieces))


def test_a_character_comes_with_its_last_byte():
    utf8 = Utf8()
    assert [utf8.push(bytes([byte])) for byte in "🫨".encode()] == ["", "", "", "🫨"]
