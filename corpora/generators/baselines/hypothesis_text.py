"""Hypothesis `text()`: what a property test draws that says nothing about its texts.

`hypothesis` is a dependency of the tests only, so it is imported when the arm runs. Its own
list of strings that break things stays in; what it would collect from the modules that happen to
be loaded is left out, or a stream would depend on them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from unittest.mock import patch

from tokparity.corpora.generators.baselines.arm import Arm, numbered
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.reference_impl.errors import TokparityError

RUN = 2000
ATTEMPTS = 8


class NoHypothesis(TokparityError):
    """Hypothesis is not installed.

    >>> str(NoHypothesis())
    "the arm 'hypothesis' needs Hypothesis: pip install 'tokparity[test]', or name other arms"
    """

    def __init__(self) -> None:
        super().__init__(
            "the arm 'hypothesis' needs Hypothesis: pip install 'tokparity[test]',"
            " or name other arms"
        )


# No vocabulary has a say here, so a stream is made once for all of them.
@lru_cache(maxsize=128)
def drawn(seed: int, number: int) -> tuple[str, ...]:
    """The RUN texts of one seeded run, or of a few where it ends early. NoHypothesis."""
    texts: list[str] = []
    for attempt in range(ATTEMPTS):
        if len(texts) < RUN:
            texts += _run(Rng("hypothesis", seed, number, attempt).below(2**31), RUN - len(texts))
    return tuple(texts[:RUN])


def _run(seed: int, count: int) -> list[str]:
    try:
        import hypothesis
        from hypothesis import HealthCheck, Phase, strategies
    except ImportError:
        raise NoHypothesis from None
    texts: list[str] = []
    settings = hypothesis.settings(
        max_examples=count,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )

    @hypothesis.seed(seed)
    @settings
    @hypothesis.given(strategies.text())
    def collect(text: str) -> None:
        texts.append(text)

    with _no_local_constants():
        collect()
    return texts


@contextmanager
def _no_local_constants() -> Iterator[None]:
    try:
        from hypothesis.internal.conjecture import providers
        from hypothesis.internal.constants_ast import Constants
    except ImportError:  # before 6.131, which collects none
        yield
        return
    cache = providers.CONSTANTS_CACHE.cache
    cache.clear()
    try:
        with patch.object(providers, "_get_local_constants", Constants):
            yield
    finally:
        cache.clear()


def make(seed: int, material: Material, number: int) -> str:
    """The next text of a run of 2,000 examples, or of the run after it. NoHypothesis."""
    run, at = divmod(number, RUN)
    texts = drawn(seed, run)
    return texts[at % len(texts)]


HYPOTHESIS_TEXT = Arm(
    "hypothesis", f"Hypothesis text(), in runs of {RUN:,} examples", numbered(make)
)
