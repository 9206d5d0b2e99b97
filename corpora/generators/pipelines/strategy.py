"""`pipelines`: generated tokenizers as a Hypothesis strategy, for properties that tests state.

The same documents as the bulk generator's, from Hypothesis's own choices, so that it can shrink
them. `hypothesis` is a dependency of the tests only: nothing else imports this module.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from tokparity.corpora.generators.pipelines.pipeline import COMBINATIONS, Pipeline, drawn
from tokparity.corpora.generators.rng import Rng, T

_FINE = 1000


class DrawnRng(Rng):
    """A source of chance that asks Hypothesis; shrinks to first choices and to "no"."""

    __slots__ = ("_draw",)

    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__()
        self._draw = draw
        self.random = lambda: draw(st.floats(0, 1, exclude_max=True))

    def below(self, limit: int) -> int:
        return self._draw(st.integers(0, limit - 1))

    def between(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def choice(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def chance(self, probability: float) -> bool:
        return self.below(_FINE) >= _FINE * (1 - probability)


@st.composite
def pipelines(draw: st.DrawFn, seed: int = 0, texts: int = 4) -> Pipeline:
    """A pipeline of any model, decoder and post-processor; `seed` is that of the trained models."""
    number = draw(st.integers(0, 4 * len(COMBINATIONS) - 1))
    return drawn(DrawnRng(draw), seed, number, texts)
