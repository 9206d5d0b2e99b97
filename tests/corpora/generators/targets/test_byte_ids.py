"""Bytes to decode, as targets."""

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets import byte_ids
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LETTER = (97,)


def test_bytes_have_ids_by_their_name_or_by_the_alphabet(tokenizer: Tokenizer) -> None:
    assert byte_ids.ids_of_bytes(tokenizer) == {byte: byte for byte in range(256)}
    named = {f"<0x{byte:02X}>": 255 - byte for byte in range(256)} | {"a": 256, "<0x0A": 257}
    fallback = Tokenizer(BPE(named, {}, (), byte_fallback=True))
    assert byte_ids.ids_of_bytes(fallback) == {byte: 255 - byte for byte in range(256)}
    assert byte_ids.ids_of_bytes(Tokenizer(BPE({"a": 0}, {}, ()))) == {}


def test_sequences_are_whole_cut_and_in_letters(tokenizer: Tokenizer) -> None:
    kind = byte_ids.bytes_of_text(tokenizer, LETTER)
    found = {kind.target(at) for at in range(kind.size)}
    for one in ((0xE4, 0xB8), (0xED, 0xA0, 0x80), (0xF0, 0x9F, 0x99, 0x82), (0xC0, 0x80)):
        assert {one, (97, *one), (*one, 97), (97, *one, 97), one * 2} <= found
    assert {(byte,) for byte in range(256)} <= found


@pytest.mark.parametrize("one", byte_ids.SEQUENCES)
def test_sequences_are_bytes(one: str) -> None:
    assert bytes.fromhex(one)


def test_pieces_that_are_no_utf8_stand_alone_and_in_company(material: Material) -> None:
    kind = byte_ids.broken(material, LETTER)
    found = {kind.target(at) for at in range(kind.size)}
    assert {(0x80,), (97, 0x80, 97), (0x81, 0x80), (0xFF, 0xFF)} <= found
    assert (97,) not in found
