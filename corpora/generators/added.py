"""Added tokens beside everything: white space, words, one another, and broken copies of themselves.

lstrip, rstrip, single_word, normalized and longest match all show only at the borders of an added
token. Without added tokens in the vocabulary, well-known ones of other models stand in for them.
"""

from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

FOREIGN = ("<|endoftext|>", "<|im_start|>", "<s>", "</s>", "<unk>", "<mask>", "[INST]", "<think>")
BESIDE = (
    *("", "", "", " ", "  ", "\n", "\t", " \n", "\r\n", "\xa0", "\u3000", "\u200b", "\ufeff"),
    *("a", "A", "1", "_", ".", ",", "-", "'", "é", "世", "\u0301", "<", ">", "|", "user", " hi"),
)


def token(rng: Rng, material: Material) -> str:
    """An added token's content; one time in ten another model's."""
    return rng.choice(material.added if material.added and rng.chance(0.9) else FOREIGN)


def broken(rng: Rng, content: str) -> str:
    """A near miss: cut short, doubled, in another case, with a space or a mark inside."""
    at = rng.below(len(content))
    match rng.below(7):
        case 0:
            return content[:-1]
        case 1:
            return content[1:]
        case 2:
            return content[:at] + content[at + 1 :]
        case 3:
            return content[:at] + content[at] * 2 + content[at + 1 :]
        case 4:
            return content.swapcase() if content.isascii() else content[::-1]
        case 5:
            return f"{content[:at]} {content[at:]}"
        case _:
            return f"{content[: at + 1]}\u0301{content[at + 1 :]}"


def make(rng: Rng, material: Material) -> str:
    """1 to 3 added tokens or near misses, with something on both sides of each."""
    parts = [rng.choice(BESIDE)]
    for _ in range(rng.between(1, 3)):
        content = token(rng, material)
        match rng.below(8):
            case 0:
                parts.append(broken(rng, content))
            case 1:
                parts.append(content * rng.between(2, 3))
            case 2:
                other = token(rng, material)
                parts.append(content[: rng.between(1, len(content))] + other)
            case 3:
                other = token(rng, material)
                parts.append(content + other[rng.below(len(other)) :])
            case _:
                parts.append(content)
        parts.append(rng.choice(BESIDE))
    return "".join(parts)


ADDED = Generator("added", make)
