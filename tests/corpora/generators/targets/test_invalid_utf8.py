"""Bytes that are no UTF-8, as targets."""

from dataclasses import replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.invalid_utf8 import invalid_utf8
from tokparity.corpora.generators.targets.plan import Targets
from tokparity.reference_impl.text.byte_text import to_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_characters_are_cut_at_every_place_beside_letters_and_added_tokens(
    material: Material,
) -> None:
    kind = invalid_utf8(material)
    found = {to_bytes(kind.target(at)) for at in range(kind.size)}
    assert {b"\xf0\x9f\x99", b"a\xe4\xb8a", b"\x80 ", b"<s>\xc3<s>", b"\xff\xff"} <= found
    assert not any(b"\xf4\x90" in one or b"\xf5" in one for one in found)


def test_only_sides_that_take_bytes_are_given_them(tokenizer: Tokenizer) -> None:
    taking = replace(tokenizer, takes_bytes=True)
    for one, wanted in ((tokenizer, False), (taking, True)):
        targets = Targets.of(one, Material.of(one))
        names = {kind.name for kind in targets.texts.kinds}
        assert "invalid utf-8" not in names
        broken = {kind.name for kind in targets.of_bytes().texts.kinds}
        assert ("invalid utf-8" in broken) is wanted
