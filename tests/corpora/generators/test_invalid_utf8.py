import re

from tokparity.corpora.generators.invalid_utf8 import INVALID_UTF8
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.shards import BYTES_MIX, MIX, encode_texts
from tokparity.reference_impl.text.byte_text import canonical, to_bytes


def test_most_are_no_utf8_and_all_are_canonical(material: Material) -> None:
    rng = Rng("test", 1)
    broken = 0
    for _ in range(2000):
        text = INVALID_UTF8.make(rng, material)
        assert canonical(text) == text
        try:
            to_bytes(text).decode("utf-8")
        except UnicodeDecodeError:
            broken += 1
    assert broken > 1000


def test_none_spells_a_number_above_the_last_code_point(material: Material) -> None:
    """Made likely here: every piece ends in the byte that such a sequence starts with."""
    rng = Rng("test", 2)
    high = re.compile(rb"\xf4[\x90-\xbf][\x80-\xbf][\x80-\xbf]|[\xf5-\xf7][\x80-\xbf]{3}")
    plane = tuple(chr(point) for point in range(0x100000, 0x100100))
    risky = Material(
        **{
            **{name: getattr(material, name) for name in Material.__slots__},
            "surfaces": plane,
        }
    )
    seen = b"|".join(to_bytes(INVALID_UTF8.make(rng, risky)) for _ in range(20_000))
    assert b"\xf4" in seen
    assert not high.search(seen)


def test_only_engines_that_take_bytes_are_given_them(material: Material) -> None:
    names = {
        mix: {name for name, _ in encode_texts(1, "0", "a~b", 0, 3000, material, mix)}
        for mix in (MIX, BYTES_MIX)
    }
    assert names[BYTES_MIX] - names[MIX] == {"invalid-utf8"}
