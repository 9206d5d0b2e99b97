"""Long texts: what windows, caches, quadratic loops and splits over threads trip over.

Of 50,000 to 500,000 characters, in UTF-8 up to a megabyte and a half. Not in the mix of
shards (`shards`): one of them is as long as thousands of other texts, and has a place of its own
(`long_text_of`). Not here: runs of one thing up to 2,000 characters (`runs`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.texts.corpus import Kind, texts

SIZES = (70_000, 100_000, 70_000, 250_000, 50_000, 100_000, 70_000, 500_000)
"""Characters, taken by turns. Most are past 65,536, where many a count wraps."""
CJK = ("Hani", "Hira", "Kana", "Jpan", "Hans", "Hant", "Kore", "Hang")
"""Scripts that are written without spaces, by their ISO 15924 codes."""
_SPACE = (" ", "\n", "\t", "\u3000")


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to be long: `part(rng, material)` is a stretch of it, never empty."""

    name: str
    part: Callable[[Rng, Material], str]


def _of_kind(*kinds: Kind) -> Callable[[Rng, Material], str]:
    found = tuple(text.text for kind in kinds for text in texts(kind))
    return lambda rng, _: rng.choice(found) + rng.choice(("\n", "\n\n", " "))


def _cjk(rng: Rng, _: Material) -> str:
    found = tuple(text.text for text in texts("prose") if text.script in CJK)
    return rng.choice(found)


def _unspaced(rng: Rng, material: Material) -> str:
    text = rng.choice(material.corpus)
    for space in _SPACE:
        text = text.replace(space, "")
    return text or "a"


def _word(rng: Rng, material: Material) -> str:
    """Letters alone, so that no pattern cuts it."""
    letters = "".join(char for char in rng.choice(material.words) if char.isascii())
    letters = "".join(char for char in letters if "a" <= char <= "z")
    return letters or "a"


def _pieces(rng: Rng, material: Material) -> str:
    return "".join(rng.choice(material.surfaces or ("a",)) for _ in range(20))


SHAPES: Sequence[Shape] = (
    Shape("prose", _of_kind("prose")),
    Shape("code", _of_kind("code", "markup")),
    Shape("one word", _word),
    Shape("pieces", _pieces),
    Shape("CJK", _cjk),
    Shape("no spaces", _unspaced),
)


def long_text(rng: Rng, material: Material, shape: Shape, size: int) -> str:
    """`size` characters of one shape, stretch after stretch; the last one is cut."""
    parts: list[str] = []
    length = 0
    while length < size:
        part = shape.part(rng, material)
        parts.append(part)
        length += len(part)
    return "".join(parts)[:size]


def a_long_text(made_of: tuple[int, str, str], material: Material) -> str:
    """One that is past 65,536 characters and short beside others, as a check is to end soon."""
    rng = Rng("a long one", *made_of)
    return long_text(rng, material, rng.choice(SHAPES), SIZES[0])


def long_text_of(made_of: tuple[int, str, str], number: int, material: Material) -> str:
    """Long text `number` of one cell: its size and shape by turns, from another place for each.

    `made_of` is (seed, sha256, pair), as of a shard.
    """
    rng = Rng("long", *made_of, number)
    turn = Rng("turns of long", *made_of).below(len(SHAPES) * len(SIZES)) + number
    return long_text(rng, material, SHAPES[turn % len(SHAPES)], SIZES[turn % len(SIZES)])
