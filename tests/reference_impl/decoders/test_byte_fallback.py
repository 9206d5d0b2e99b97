import random

from tokparity.reference_impl.decoders.byte_fallback import ByteFallback

STAGE = {"type": "ByteFallback"}


def test_random_pieces_decode_as_in_the_library(decodes_alike):
    assert decodes_alike(STAGE, count=3000) == 0


def test_any_bytes_decode_as_in_the_library(decodes_alike):
    generator = random.Random(0)
    likely = [*"é日𝄞a".encode(), 0xED, 0xA0, 0xF4, 0x90, 0xC0, 0xFF]
    lists = [
        [f"<0x{byte:02X}>" for byte in generator.choices(likely, k=generator.randrange(1, 7))]
        for _ in range(5000)
    ]
    assert decodes_alike(STAGE, lists) == 0


def test_one_bad_byte_costs_the_whole_run():
    """tokenizers 0.23 decoders/byte_fallback.rs: `String::from_utf8` of the run, or U+FFFD each."""
    assert ByteFallback().decode(["<0x41>", "<0xFF>", "b"]) == ["\ufffd", "\ufffd", "b"]


def test_a_byte_may_be_written_with_a_plus_sign_or_in_lower_case(decodes_alike):
    """`u8::from_str_radix` takes both."""
    assert ByteFallback().decode(["<0x+A>", "<0xc3>", "<0xa9>"]) == ["\né"]
    assert decodes_alike(STAGE, [["<0x+A>"], ["<0xc3>", "<0xa9>"], ["<0x+>"], ["<0x_1>"]]) == 0
