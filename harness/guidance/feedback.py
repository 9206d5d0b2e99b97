"""Feedback: texts that reached something new are kept, and varied further.

Local to one shard: what its first texts reached decides what its last ones are, and nothing
crosses from shard to shard (decision 18). It follows the reference's own work alone, never what
the other side answers, so a shard asks the same whatever runs beside it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.variations import LONGEST, vary
from tokparity.harness.guidance.features import Reached
from tokparity.harness.shrinking.sequence import char_rank
from tokparity.reference_impl.contract import EncodeOptions

ROUNDS = 4
"""The varied texts are made in so many parts, each of what those before it kept."""
EXAMINED = 3
"""Of the texts that a shard was fed with one in so many is examined: reading what a text
exercised costs more than encoding it. Odd, since steered texts and random ones take turns."""
MOST_KEPT = 512
"""Texts kept at most, of one shard or one engine."""


@dataclass(slots=True)
class TextPool:
    """Texts by what they reached: of each feature the shortlex smallest text that has it.

    What is longer than `variations.LONGEST` is not kept.

    >>> pool = TextPool()
    >>> pool.add("ab", [1, 2]), pool.add("a", [2]), pool.add("abc", [1])
    (2, 0, 0)
    >>> pool.texts()
    ['ab', 'a']
    """

    best: dict[int, str] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    _count: dict[str, int] = field(default_factory=dict)

    def add(self, text: str, features: Iterable[int]) -> int:
        """Take a text in; how many of its features are new. One too long to vary only counts."""
        ordered = sorted(features)
        new = [feature for feature in ordered if feature not in self.seen]
        self.seen.update(new)
        if len(text) <= LONGEST:
            for feature in ordered:
                self._offer(feature, text)
        return len(new)

    def _offer(self, feature: int, text: str) -> None:
        current = self.best.get(feature)
        if current is not None and not _smaller(text, current):
            return
        freed = current is not None and self._count[current] == 1
        if text not in self._count and len(self._count) - freed >= MOST_KEPT:
            return
        if current is not None:
            self._release(current)
        self.best[feature] = text
        self._count[text] = self._count.get(text, 0) + 1

    def _release(self, text: str) -> None:
        self._count[text] -= 1
        if not self._count[text]:
            del self._count[text]

    def texts(self) -> list[str]:
        """The distinct texts kept, in the order of their first feature."""
        return list(dict.fromkeys(self.best.values()))

    def __len__(self) -> int:
        return len(self._count)


def _smaller(text: str, other: str) -> bool:
    """Whether a text is before another by `shortlex`, without its keys: this is asked often."""
    if len(text) != len(other):
        return len(text) < len(other)
    for mine, theirs in zip(text, other, strict=True):
        if mine != theirs:
            return char_rank(mine) < char_rank(theirs)
    return False


def feedback_texts(pool: TextPool, rng: Rng, material: Material, count: int) -> list[str]:
    """`count` variations of what is kept; none where nothing is.

    A feature is as likely as any other to be chosen, not a text: a text that alone reaches many
    is varied more often.
    """
    texts = list(pool.best.values())
    return [vary(rng, material, texts) for _ in range(count)] if texts else []


class FeatureReader(Protocol):
    """Tells the features of a text under options: `Exercised` is one."""

    def features(self, text: str, options: EncodeOptions) -> frozenset[int]: ...


@dataclass(frozen=True, slots=True)
class Feedback:
    """The feedback of one cell. `made_of` is (seed, sha256, pair); `material` is asked for when
    it is needed."""

    reader: FeatureReader
    material: Callable[[], Material]
    made_of: tuple[int, str, str]

    def more(
        self,
        shard: int,
        texts: Sequence[str],
        count: int,
        options: Sequence[EncodeOptions],
        reached: Reached,
    ) -> list[str]:
        """`count` more texts for a shard that was fed with `texts`, and what was reached noted.

        `options` are those that the cell can express, used in turn.
        """
        seed, sha256, pair = self.made_of
        rng = Rng("feedback", seed, sha256, pair, shard)
        pool = TextPool()
        done = 0

        def examine(some: Iterable[str]) -> None:
            nonlocal done
            for text in some:
                if len(text) > LONGEST:
                    continue  # nothing that long is varied
                features = self.reader.features(text, options[(shard + done) % len(options)])
                pool.add(text, features)
                reached.rules |= features
                done += 1

        examine(texts[shard % EXAMINED :: EXAMINED])
        varied: list[str] = []
        for number in range(ROUNDS):
            part = (count - len(varied)) // (ROUNDS - number)
            some = feedback_texts(pool, rng, self.material(), part)
            if number + 1 < ROUNDS:
                examine(some)
            varied += some
        return varied
