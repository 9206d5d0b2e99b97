"""`Variant`: a tokenizer that is wrong in one stage, on purpose; `Family`: many of one kind."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reference_impl.contract import Stage
from reference_impl.errors import TokparityError
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


Parameter = bool | int | float | str


class BadParameters(TokparityError):
    """A family of variants was given other parameters than it has.

    >>> str(BadParameters("merges-swapped", "rank", "is missing"))
    'merges-swapped: parameter rank: is missing'
    """

    def __init__(self, family: str, parameter: str, reason: str) -> None:
        super().__init__(f"{family}: parameter {parameter}: {reason}")
        self.family, self.parameter, self.reason = family, parameter, reason


@dataclass(frozen=True, slots=True)
class Family:
    """Variants that differ in parameters: a rank, a limit, a code point.

    `change(**parameters)` is a variant's `apply`; its annotations are the parameters' types. `does`
    may name parameters in braces: "a tokenizer that takes ranks modulo {modulus}".
    """

    name: str
    stage: Stage
    does: str
    change: Callable[..., Callable[[Tokenizer], Tokenizer]]
    upstream: str | None = None

    def of(self, parameters: Mapping[str, Parameter]) -> Variant:
        """The variant of these parameters. BadParameters where one is missing, of another type,
        or not of this family."""
        wanted = inspect.signature(self.change, eval_str=True).parameters
        for name, one in wanted.items():
            if name not in parameters:
                raise BadParameters(self.name, name, "is missing")
            if type(parameters[name]) is not one.annotation:
                kind = one.annotation.__name__
                raise BadParameters(self.name, name, f"is {parameters[name]!r}, not a {kind}")
        for name in parameters:
            if name not in wanted:
                raise BadParameters(self.name, name, "is not one of its parameters")
        told = " ".join(f"{name}={value}" for name, value in parameters.items())
        return Variant(
            f"{self.name} {told}",
            self.stage,
            self.does.format(**parameters),
            self.change(**parameters),
            self.upstream,
        )
