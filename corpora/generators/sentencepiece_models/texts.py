"""The texts of a generated .model: made of what it was trained on and of what its options name.

Some hold bytes that are no UTF-8, as `byte_text` writes them.
"""

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.recipe import RULES, SYMBOLS, ModelRecipe
from tokparity.corpora.generators.sentencepiece_models.training import WORDS
from tokparity.corpora.generators.whitespace import KINDS

_ODDS = (
    *(
        "é",
        "e\u0301",
        "ñ",
        "Ü",
        "İ",
        "ß",
        "ﬁ",
        "Σ",
        "각",
        "\u1100\u1161\u11a8",
        "한국어",
        "𠀀",
        "豈",
        "ｶﾞ",
    ),
    *("\x00", "\x07", "\x7f", "\x85", "\u00ad", "\u200b", "\u200d", "\ufeff", "\ufffd", "\u2028"),
    *(
        "👍",
        "👍🏽",
        "½",
        "①",
        "Ａ",
        "１",
        "\u3000",
        "㍻",
        "\u0378",
        "\ue000",
        "▁",
        "▁▁",
        " ▁",
        "▁ ",
        "Ġ",
    ),
    *(
        "<s>",
        "</s>",
        "<unk>",
        "<pad>",
        "<0x41>",
        "[CLS]",
        "\r\n",
        "\n",
        "\t",
        " ",
        "  ",
        "    ",
        "x",
    ),
)
_BROKEN = (b"\xff", b"\x80", b"\xe2\x96", b"\xf0\x9f\x91", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80")


def made_of(rng: Rng, recipe: ModelRecipe, count: int) -> tuple[str, ...]:
    """`count` texts, the first of them empty, spaces only, and a plain sentence."""
    texts = ["", " ", "  ", "▁", "Hello world, then the user-name and 123 cafés."]
    while len(texts) < count:
        texts.append(_text(rng, recipe))
    return tuple(texts[:count])


def _text(rng: Rng, recipe: ModelRecipe) -> str:
    parts: list[str] = []
    for _ in range(rng.between(1, 8)):
        match rng.below(12):
            case 0 | 1 | 2 | 3:
                parts.append(rng.choice(WORDS))
            case 4:
                parts.append(rng.choice(_ODDS))
            case 5 | 6 if recipe.symbols:
                parts.append(rng.choice(recipe.symbols))
            case 7 if recipe.rules:
                parts.append(rng.choice(recipe.rules)[0])
            case 8:
                parts.append(rng.choice(WORDS) * rng.between(2, 6))
            case 9:
                parts.append(rng.choice(KINDS) * rng.between(1, 3))
            case 10 if rng.chance(0.3):
                parts.append(rng.choice(_BROKEN).decode("utf-8", "surrogateescape"))
            case 11:
                parts.append(
                    rng.choice(rng.choice((SYMBOLS, tuple(source for source, _ in RULES))))
                )
            case _:
                parts.append(rng.choice(WORDS)[: rng.between(1, 4)])
        parts.append(rng.choice((" ", " ", "", "", "  ")))
    return "".join(parts)
