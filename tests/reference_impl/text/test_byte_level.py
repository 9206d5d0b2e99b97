from tokenizers import decoders, pre_tokenizers

from tokparity.reference_impl.text.byte_level import (
    BYTE_TO_CHAR,
    CHAR_TO_BYTE,
    SPACE,
    spell,
    unspell,
)


def test_the_alphabet_is_the_librarys():
    assert set(CHAR_TO_BYTE) == set(pre_tokenizers.ByteLevel.alphabet())
    stage = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    for point in [*range(0x80), 0xA0, 0xFF, 0x7FF, 0x800, 0xFFFD, 0x10FFFF]:
        ((spelled, _),) = stage.pre_tokenize_str(chr(point))
        assert spell(chr(point).encode()) == spelled
    assert SPACE == "Ġ"


def test_every_byte_decodes_as_in_the_library():
    for byte, char in BYTE_TO_CHAR.items():
        assert unspell(char) == bytes([byte])
        assert decoders.ByteLevel().decode([char]) == bytes([byte]).decode("utf-8", "replace")


def test_a_character_outside_the_alphabet_spoils_the_piece():
    assert unspell("Ġ\u00a0") is None
    assert unspell(" ") is None
    assert unspell("") == b""
