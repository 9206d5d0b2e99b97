"""The twelve generators of llama.cpp's `tests/test-tokenizer-random.py`, each after its idea.

Seven are lists: sample texts, edge cases, every token, every character, and three products of
characters, white space and added tokens. Five are endless and long: a text has hundreds of words
or a thousand characters. They take turns, and a list that has been given whole drops out. The
products are longer than any budget, so they are walked in a seeded order: from the front, all of
a trial would begin with the same few control characters.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from tokparity.corpora.generators.baselines.arm import Arm, numbered
from tokparity.corpora.generators.baselines.turns import shuffled, turn
from tokparity.corpora.generators.code_points import assigned
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

SAMPLES = (
    *("", " ", "  ", "   ", "\t", "\n", "\n\n", "\n\n\n", "\t\n", "  \t\n"),
    *("Good morning", " Good morning", "good Morning", "Good, morning!", " Good, morning!"),
    *("Morning", " Morning", "  Morning", "    Morning\n    Morning"),
    *("the 🐢 of llama.cpp", "q047 7zuvlpx ghtr", "малко текст", "ភាសាខ្មែរ", "文字を切る"),
    *("🎈 (one) 🏴‍☠️ (joined) ✅ (a token of its own)", "We'll, y'all! 你好 42 times～"),
    *(" (", "\n =", "' is", "), ", *("7" * length for length in range(1, 10))),
)
EDGES = (
    *("\x1e-b", "⅓-b", "¾-b", "b 〇c", "Ⅷ-b", "\ufeff##", "Tiếng Việt", "<s>b", "b\nb", "'`"),
    *("<unk><|endoftext|><s>", " \u2e4f", "\n\x0c  ", "b\xa0\xa0\x00c", "two <mask>", "b </s> c"),
    *("b <mask> c", "\xa0bD", "\u2028 \ua3e5", "b !", "ø", "\U000ac518", "\U000522f5"),
    *("<s><s><unk><s>b<s>c<s>d<unk>e<unk></s>", "<s> <s> <unk><s>b<s>c<s>d<unk>e<unk></s>"),
)
CHARACTERS = (*(chr(point) for point in range(1, 0x80)), "")
SPACES = ("", " ", "  ")
WIDE_SPACES = ("", " ", "  ", "\n", "\r\n", "\n\n", "\t", "\t\t")
SEPARATORS = (" ", "\n", "\t", "-", "!", "one", "1", "<s>", "</s>")
AFTER_WORDS = (" ",) * 20 + ("\n",) * 5 + ("\r\n",) * 5 + ("\t",) * 5
LATIN = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    "ÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛÄËÏÖÜáéíóúàèìòùâêîôûäëïöü"
    '\n .-,*/+ª!"·$%&()=?¿[]{}<>\\|@#~½¬;:_'
)


@lru_cache(maxsize=1)
def _characters() -> str:
    return "".join(char for char in assigned().characters() if char < "\U00030000")


@dataclass(frozen=True, slots=True)
class TextSource:
    """One of the twelve: `size` texts, or endless (None). `text` makes one from its index; a list
    is in the order of its indexes, and an endless one draws from the `Rng` alone."""

    name: str
    size: Callable[[Material], int | None]
    text: Callable[[Material, int, Rng], str]


def white_space(material: Material, index: int, rng: Rng) -> str:
    """Two ASCII characters with up to two spaces at two of three places."""
    index, place = divmod(index, 3)
    index, after = divmod(index, 3)
    index, before = divmod(index, 3)
    first, second = (CHARACTERS[at] for at in divmod(index, len(CHARACTERS)))
    left, right = SPACES[before], SPACES[after]
    match place:
        case 0:
            return left + first + second + right
        case 1:
            return left + first + right + second
        case _:
            return first + left + second + right


def apostrophes(material: Material, index: int, rng: Rng) -> str:
    """An apostrophe with up to two spaces on each side, between ASCII characters."""
    index, place = divmod(index, 3)
    index, after = divmod(index, 3)
    index, before = divmod(index, 3)
    first, second = (CHARACTERS[at] for at in divmod(index, len(CHARACTERS)))
    mark = f"{SPACES[before]}'{SPACES[after]}"
    match place:
        case 0:
            return first + mark + second
        case 1:
            return first + second + mark + "z"
        case _:
            return "a" + mark + first + second


def added_white_space(material: Material, index: int, rng: Rng) -> str:
    """An added token between kinds of white space, with and without a letter on either side."""
    index, letters = divmod(index, 4)
    index, after = divmod(index, len(WIDE_SPACES))
    token, before = divmod(index, len(WIDE_SPACES))
    left, right = "a" * (letters & 1), "z" * (letters >> 1)
    return left + WIDE_SPACES[before] + material.added[token] + WIDE_SPACES[after] + right


def unicodes(material: Material, index: int, rng: Rng) -> str:
    """One assigned character below U+30000."""
    return _characters()[index]


def added_tokens(material: Material, index: int, rng: Rng) -> str:
    """500 added tokens and separators."""
    options = tuple(dict.fromkeys((*material.added, *SEPARATORS)))
    return "".join([rng.choice(options) for _ in range(500)])


def latin_words(material: Material, index: int, rng: Rng) -> str:
    """400 words of 1 to 7 Latin letters and signs, mostly with a space after them."""
    return _words(rng, LATIN, 400)


def unicode_words(material: Material, index: int, rng: Rng) -> str:
    """200 words of 1 to 7 assigned characters."""
    return _words(rng, _characters(), 200)


def vocabulary_characters(material: Material, index: int, rng: Rng) -> str:
    """1,024 characters of those that the vocabulary's tokens hold."""
    options = _characters_of(material.surfaces or material.words)
    return "".join([rng.choice(options) for _ in range(1024)])


def vocabulary_words(material: Material, index: int, rng: Rng) -> str:
    """By turns a token without the white space around it, and 300 to 400 times 1 to 3 of them."""
    tokens = material.surfaces or material.words
    if index % 2 == 0:
        return tokens[index // 2 % len(tokens)].strip()
    parts = []
    for _ in range(rng.between(300, 400)):
        parts += [rng.choice(tokens).strip() for _ in range(rng.between(1, 3))]
        parts.append(rng.choice("     \n\r\t"))
    return "".join(parts)


SOURCES = (
    TextSource("samples", lambda material: len(SAMPLES), lambda material, at, rng: SAMPLES[at]),
    TextSource("edges", lambda material: len(EDGES), lambda material, at, rng: EDGES[at]),
    TextSource(
        "vocabulary",
        lambda material: len(material.surfaces),
        lambda material, at, rng: material.surfaces[at],
    ),
    TextSource("white space", lambda material: len(CHARACTERS) ** 2 * 27, white_space),
    TextSource("apostrophes", lambda material: len(CHARACTERS) ** 2 * 27, apostrophes),
    TextSource(
        "added white space",
        lambda material: len(material.added) * len(WIDE_SPACES) ** 2 * 4,
        added_white_space,
    ),
    TextSource("unicodes", lambda material: len(_characters()), unicodes),
    TextSource("added tokens", lambda material: None, added_tokens),
    TextSource("latin words", lambda material: None, latin_words),
    TextSource("unicode words", lambda material: None, unicode_words),
    TextSource("vocabulary characters", lambda material: None, vocabulary_characters),
    TextSource("vocabulary words", lambda material: None, vocabulary_words),
)


def make(seed: int, material: Material, number: int) -> str:
    """The next text of the source whose turn it is."""
    sizes = [source.size(material) for source in SOURCES]
    which, index = turn(sizes, number)
    source, size = SOURCES[which], sizes[which]
    if size is not None:
        index = shuffled(size, index, "llama-cpp", seed, source.name)
    return source.text(material, index, Rng("llama-cpp", seed, number))


def _words(rng: Rng, options: str, count: int) -> str:
    parts = []
    for _ in range(count):
        parts += [rng.choice(options) for _ in range(rng.between(1, 7))]
        parts.append(rng.choice(AFTER_WORDS))
    return "".join(parts)


@lru_cache(maxsize=4)
def _characters_of(surfaces: tuple[str, ...]) -> str:
    return "".join(sorted(set().union(*surfaces)))


LLAMA_CPP = Arm(
    "llama-cpp",
    "twelve generators in turn: seven lists, five of long random texts",
    numbered(make),
)
