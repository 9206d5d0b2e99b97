"""A pattern that was copied with a mistake: one part of it reads otherwise.

Not here: mistakes that many patterns may have, each by its own name (`pattern_branches`).
"""

from collections.abc import Callable

from tokparity.harness.fault_models.fault_model import Family
from tokparity.harness.fault_models.patterns import change_patterns
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def reads(found: str, put: str) -> Callable[[Tokenizer], Tokenizer]:
    """Every pattern that has `found` has `put` in its place; "" leaves it out."""
    return lambda tokenizer: change_patterns(tokenizer, lambda text: text.replace(found, put))


FAMILIES = (
    Family(
        "pattern-reads",
        "pre_tokenizer",
        "has {put!r} in its pattern where {found!r} is to be",
        reads,
    ),
)
