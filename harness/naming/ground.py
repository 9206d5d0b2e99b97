"""`Ground`: the stage at fault in a black box, and by what that is told."""

from typing import NamedTuple

from tokparity.reference_impl.contract import Stage


class Ground(NamedTuple):
    """`why` ends a sentence that begins "The subject shows no stages; ".

    >>> Ground("model", "its tokens spell the same text, and the same words").stage
    'model'
    """

    stage: Stage
    why: str


def near_ground(stage: Stage) -> Ground:
    """A change of this stage is near to what the black box does."""
    return Ground(
        stage,
        "the reference with a change of this stage gives its answer, and its answers to most "
        "texts near",
    )
