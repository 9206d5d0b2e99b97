"""`Variant`: a tokenizer that is wrong in one stage, on purpose."""

from collections.abc import Callable
from dataclasses import dataclass

from reference_impl.contract import Stage
from reference_impl.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Variant:
    """A single-stage change: for naming a black box's bug, and for defects planted in tests.

    `does` completes the sentence "a tokenizer that …". `apply` gives the changed tokenizer;
    it is the very one it was given where the change does not touch it. `upstream` names a real
    bug of this kind, as its tracker does: "owner/name#number".
    """

    name: str
    stage: Stage
    does: str
    apply: Callable[[Tokenizer], Tokenizer]
    upstream: str | None = None
