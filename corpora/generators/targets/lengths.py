"""Words and texts at and around limits: of the pipeline, and those that engines commonly have."""

import string
from collections.abc import Iterator

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.kind import Kind, texts
from tokparity.corpora.generators.targets.parts import parts
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

COMMON = (16, 32, 48, 50, 64, 100, 128, 200, 255, 256, 300, 400, 512, 768, 1000, 1024)
LARGE = (2048, 4096)
LONGEST = 4096
LETTERS = frozenset(string.ascii_lowercase)
_NAMES = ("max_input_chars_per_word", "max_length", "length", "stride")


def lengths(tokenizer: Tokenizer, material: Material) -> Kind[str]:
    """Words of one letter, of several, of digits, of spaces, of two- to four-byte characters, of
    pieces and of what is unknown, each one shorter, as long and one longer than each limit; and
    as many words in a row."""
    own = sorted(_limits(tokenizer))

    def forms() -> Iterator[str]:
        pieces = [text for text in material.surfaces[300:4000:37] if text.strip() == text]
        words = "".join(pieces)[:LONGEST]
        letters = "".join(text for text in pieces if LETTERS.issuperset(text))[:LONGEST] or "ab"
        units = ("a", "ab", "1", " ", "é", "世", "\U0001f642", ".", "\n", "aB", "e\u0301")
        for limit in (*own, *COMMON):
            for size in (limit - 1, limit, limit + 1):
                yield from ((unit * size)[:size] for unit in units)
                yield (words * (size // max(1, len(words)) + 1))[:size]
                yield (letters * (size // len(letters) + 1))[:size]
        for limit in own:
            yield from ("a " * size for size in (limit - 3, limit - 2, limit - 1, limit, limit + 1))
        for limit in LARGE:
            yield from (unit * limit for unit in ("a", "ab", " "))
            sizes = range(limit + 1, limit + 6)  # a word is cut inside of a piece by one of them
            yield from ((letters * (size // len(letters) + 1))[:size] for size in sizes)

    short = (text for text in forms() if len(text) <= 2 * LONGEST)
    return texts("lengths", short, share=0.6)


def _limits(tokenizer: Tokenizer) -> set[int]:
    """What the stages themselves have for limits."""
    stages = (tokenizer.model, tokenizer.pre_tokenizer, tokenizer.truncation, tokenizer.padding)
    values = (getattr(part, name, None) for part in parts(stages) for name in _NAMES)
    return {limit for limit in values if isinstance(limit, int) and 1 < limit <= LONGEST}


def long_runs() -> tuple[str, ...]:
    """Runs of 10^4 and 10^5 characters, where what is quadratic, or recursive, does not return."""
    units = ("ab", " ", "a b ", "1", "世", ".", "aA1 .\n")
    return tuple((unit * size)[:size] for size in (10_000, 100_000) for unit in units)
