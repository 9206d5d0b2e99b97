"""Text that looks like the inside of a vocabulary: <0xNN>, Ġ, ▁, ##, @@ and escapes.

A tokenizer that mistakes its own notation for text, or text for its notation, shows here.
"""

from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

MARKS = ("Ġ", "Ċ", "ĉ", "č", "Ń", "▁", "##", "@@", "</w>", "Ã©", "\\n", "\\u00e9", "&lt;", "\ufffd")


def make(rng: Rng, material: Material) -> str:
    """1 to 5 of: a byte token's notation, a vocabulary's mark, a raw piece, a plain letter."""
    parts = []
    for _ in range(rng.between(1, 5)):
        match rng.below(5):
            case 0 | 1:
                form = rng.choice(
                    ("<0x{:02X}>", "<0x{:02x}>", "<0X{:02X}>", "0x{:02X}", "<{:02X}>")
                )
                parts.append(form.format(rng.below(256)))
            case 2:
                parts.append(rng.choice(MARKS))
            case 3:
                parts.append(rng.choice(material.pieces))
            case _:
                parts.append(rng.choice((" ", "a", "é", "", "é世")))
    return "".join(parts)


LOOK_ALIKES = Generator("look-alikes", make)
