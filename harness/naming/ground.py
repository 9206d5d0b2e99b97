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


def near_ground(near: tuple[Stage, float, str]) -> Ground:
    """A change of this stage is near to what the black box does: its share of answers to texts
    near, and what it does."""
    stage, share, does = near
    return Ground(
        stage,
        f"the reference that {does} gives its answer, and {share:.0%} of its answers to texts near",
    )
