"""Targets made of pieces."""

from corpora.generators.material import Material
from corpora.generators.targets import pieces


def every(kind) -> list[str]:  # type: ignore[no-untyped-def] # any kind of texts
    return [kind.target(at) for at in range(kind.size)]


def test_every_piece_is_a_target_as_the_text_it_stands_for(material: Material) -> None:
    found = every(pieces.surfaces(material, share=1.0))
    assert {" ab", "abc", "cc", "<s>", "a", "\n"} <= set(found)


def test_odd_pieces_hold_white_space_behind_or_an_added_token(material: Material) -> None:
    found = set(every(pieces.odd(material)))
    assert {"<s>", "a<s>b", " <s>", "\n", "a\tb"} <= found


def test_pieces_as_written_are_those_that_no_text_has(material: Material) -> None:
    found = every(pieces.as_written(material))
    assert "Ġab" in found
    assert "abc" not in found


def test_look_alikes_name_every_byte() -> None:
    assert {f"<0x{byte:02X}>" for byte in range(256)} <= set(every(pieces.look_alikes()))
