import random

from tokenizers import decoders

from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR


def test_any_bytes_decode_as_in_the_library():
    generator = random.Random(0)
    likely = [
        0xC3,
        0xA9,
        0xE2,
        0x82,
        0xAC,
        0xF0,
        0x9F,
        0x98,
        0x80,
        0xED,
        0xA0,
        0xF4,
        0x90,
        0xC0,
        0x41,
    ]
    theirs = decoders.ByteLevel()
    for _ in range(20_000):
        data = generator.choices([*likely, generator.randrange(256)], k=generator.randrange(1, 6))
        pieces = [BYTE_TO_CHAR[byte] for byte in data]
        assert "".join(ByteLevelDecoder().decode(pieces)) == theirs.decode(pieces), bytes(
            data
        ).hex()


def test_a_piece_outside_the_alphabet_stands_for_itself():
    pieces = ["Ġa", " b", "｜Ġ", "Ã", "©", "Ã日"]
    assert ByteLevelDecoder().decode(pieces) == [decoders.ByteLevel().decode(pieces)]
