"""Variations of texts that were kept: spliced, grown, cut, and changed within and across classes.

`mutations` changes excerpts of the corpus blindly; here the texts come from outside and have
already shown something, so most changes are small and made of the vocabulary's own material.
"""

from collections.abc import Sequence

from tokparity.corpora.generators.added import BESIDE, broken, token
from tokparity.corpora.generators.categories import OFTEN
from tokparity.corpora.generators.classes import category
from tokparity.corpora.generators.code_points import code_points
from tokparity.corpora.generators.invalid_utf8 import without_too_high
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

LONGEST = 240
"""Characters of a variation; what is longer is cut."""


def vary(rng: Rng, material: Material, texts: Sequence[str]) -> str:
    """One of the texts after 1 to 3 changes, at most LONGEST characters.

    IndexError where there is no text. Bytes that are no UTF-8 stay bytes (`byte_text`), and none
    come into a text that has none.
    """
    text = rng.choice(texts)
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = _change(rng, material, text, texts)
    return without_too_high(text[:LONGEST])


def _change(rng: Rng, material: Material, text: str, texts: Sequence[str]) -> str:
    at = rng.below(len(text) + 1)
    end = min(len(text), at + rng.between(1, 6))
    match rng.below(10):
        case 0:
            other = rng.choice(texts)
            return text[:at] + other[rng.below(len(other) + 1) :]
        case 1:
            return text[:at] + rng.choice(material.surfaces or material.words) + text[at:]
        case 2:
            content = token(rng, material)
            return text[:at] + (broken(rng, content) if rng.chance(0.3) else content) + text[at:]
        case 3:
            return text[:at] + rng.choice(BESIDE) + text[at:]
        case 4:
            times = rng.choice((2, 2, 3, 8, 40))
            return text[:at] + text[at:end] * times + text[end:]
        case 5:
            return text[:at] + text[end:]
        case 6:
            return text[:at] + _other_case(text[at:end]) + text[end:]
        case 7:
            return text[:at] + "".join(_like(rng, char) for char in text[at:end]) + text[end:]
        case 8:
            return text[:at] + code_points(rng.choice(OFTEN)).draw(rng) + text[at + 1 :]
        case _:
            middle = (at + end + 1) // 2
            return text[:at] + text[middle:end] + text[at:middle] + text[end:]


def _other_case(part: str) -> str:
    """ASCII only: beyond it `swapcase` is another one in every version of Python."""
    return "".join(char.swapcase() if char.isascii() else char for char in part)


def _like(rng: Rng, char: str) -> str:
    """Another character of the same general category; a byte that is no UTF-8 stays."""
    name = category(char)
    return char if name == "Cs" else code_points(name).draw(rng)
