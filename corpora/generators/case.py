"""Contractions and case: apostrophes of every shape, and letters whose case changes length.

`(?i:'s)` also matches `ſ`, U+212A (the Kelvin sign) folds to k, `ß` to ss, `İ` lowers to two
characters, and the final sigma depends on context where a mapping looks at context.
"""

from tokparity.corpora.generators.code_points import code_points
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

APOSTROPHES = "'''’‘ʼ＇`´′\u02b9"
ENDINGS = ("s", "t", "re", "ve", "m", "ll", "d", "ſ", "S", "T", "RE", "Ve", "M", "lL", "LL", "D")
# Escapes where an editor may silently exchange the character for its normal form.
TRICKY = "\u017fK\u212a\u2126\u212bÅßẞİıIiΣσςǅǆǄŉΐΰﬀﬁﬂﬃﬄ\ufb05\ufb06ᾳᾼϴθЅѕ\u0345\u0307Ωω"
STEMS = ("I", "we", "she", "IT", "don", "x", "O", "Ana", "λόγος", "ΟΔΟΣ", "STRASSE", "straße", "")


def make(rng: Rng, material: Material) -> str:
    """1 to 3 words: a contraction, a word with its case changed, or tricky letters."""
    parts = []
    for _ in range(rng.between(1, 3)):
        match rng.below(4):
            case 0 | 1:
                parts.append(rng.choice(STEMS) + rng.choice(APOSTROPHES) + rng.choice(ENDINGS))
            case 2:
                draw = code_points("case").draw
                count = rng.between(1, 4)
                parts.append("".join(rng.choice(TRICKY + draw(rng)) for _ in range(count)))
            case _:
                word = rng.choice(STEMS)
                cased = (c.upper() if rng.chance(0.5) and c.isascii() else c for c in word)
                parts.append("".join(cased) + rng.choice(TRICKY))
        parts.append(rng.choice(("", " ", "", "'", "1")))
    return "".join(parts)


CASE = Generator("case", make)
