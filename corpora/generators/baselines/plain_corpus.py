"""A plain corpus: the lines of a text corpus, then windows of it, as a run over a corpus would.

The corpus is this project's own (`corpora.texts`): small, and rich in scripts and notations. A
corpus of the same length in one language would find less.
"""

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from tokparity.corpora.generators.baselines.arm import Arm, numbered
from tokparity.corpora.generators.baselines.turns import shuffled
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

LONGEST = 200


@lru_cache(maxsize=4)
def lines(corpus: tuple[str, ...]) -> tuple[str, ...]:
    """The distinct lines of a corpus that hold anything, in its order."""
    return tuple(dict.fromkeys(line for text in corpus for line in text.split("\n") if line))


@lru_cache(maxsize=4)
def ends(corpus: tuple[str, ...]) -> tuple[int, ...]:
    """The running total of characters."""
    return tuple(accumulate(map(len, corpus)))


def make(seed: int, material: Material, number: int) -> str:
    """Every line once in a seeded order, then windows of 1 to 200 characters from anywhere."""
    whole = lines(material.corpus)
    if number < len(whole):
        return whole[shuffled(len(whole), number, "lines", seed)]
    rng = Rng("corpus", seed, number)
    totals = ends(material.corpus)
    at = rng.below(totals[-1])
    which = bisect_right(totals, at)
    text = material.corpus[which]
    start = at - (totals[which] - len(text))
    return text[start : start + rng.between(1, LONGEST)]


PLAIN_CORPUS = Arm(
    "plain-corpus",
    f"each line of a text corpus of many scripts, then windows of 1 to {LONGEST} characters of it",
    numbered(make),
)
