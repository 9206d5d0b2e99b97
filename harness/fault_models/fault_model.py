"""`FaultModel`: a tokenizer that is wrong in one stage, on purpose; `Family`: many of one kind."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import regex

from tokparity.reference_impl.contract import Stage
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.decodings import OneByOne
from tokparity.reference_impl.tokenizer.encodings import TextByText
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Change = Callable[[Tokenizer], Tokenizer]
"""Gives a tokenizer changed; the very one it was given where it does not touch it."""


def _text_by_text(change: Change) -> Change:
    """What is wrong is wrong in batches as it is alone: why batches may be encoded by their chunks,
    and decoded by a table, is proved of stages that are as they should be."""

    def changed(tokenizer: Tokenizer) -> Tokenizer:
        made = change(tokenizer)
        if made is tokenizer:
            return made
        return replace(made, encodings=TextByText, decodings=OneByOne)

    return changed


@dataclass(frozen=True, slots=True)
class FaultModel:
    """A single-stage change: it names a black box's bug, and makes mutants to measure with.

    `does` completes the sentence "a tokenizer that …". `upstream` names a real bug of this kind,
    as its tracker does: "owner/name#number".
    """

    name: str
    stage: Stage
    does: str
    apply: Change
    upstream: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "apply", _text_by_text(self.apply))

    @property
    def family(self) -> str:
        """Its name without its parameters: "merges-swapped" of "merges-swapped rank=3"."""
        return self.name.partition(" ")[0]


Parameter = bool | int | float | str


class BadParameters(TokparityError):
    """A family of fault models was given other parameters than it has.

    >>> str(BadParameters("merges-swapped", "rank", "is missing"))
    'merges-swapped: parameter rank: is missing'
    """

    def __init__(self, family: str, parameter: str, reason: str) -> None:
        super().__init__(f"{family}: parameter {parameter}: {reason}")
        self.family, self.parameter, self.reason = family, parameter, reason


# By their names, which stand in tables of mutants and in the names of what they make.
_COUNTS = ("bits", "characters", "length", "merges", "modulus", "most", "tokens")
_PLACES = ("decimals", "first", "last", "rank")
_CHARACTERS = ("char", "other")
_TEXTS = ("chars", "content", "found", "rule", "text")
_BITS = 64
"""No rank has more."""


def _refusal(name: str, value: Any) -> str | None:
    """Why a value cannot be that of a parameter of this name; None where it can.

    >>> _refusal("modulus", 0), _refusal("char", "ab"), _refusal("rank", 0)
    ('is 0, not 1 or more', "is 'ab', not one character", None)
    """
    if name in _COUNTS and value < 1:
        return f"is {value}, not 1 or more"
    if name in _PLACES and value < 0:
        return f"is {value}, not 0 or more"
    if name == "bits" and value > _BITS:
        return f"is {value}, more than {_BITS}"
    if name in _CHARACTERS and len(value) != 1:
        return f"is {value!r:.40}, not one character"
    if name in _TEXTS and not value:
        return "is empty"
    if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
        return "holds half of a pair of surrogates: no text does"
    if isinstance(value, float) and not isfinite(value):
        return f"is {value}, no number"
    return None


@dataclass(frozen=True, slots=True)
class Family:
    """Fault models that differ in parameters: a rank, a limit, a code point. What a value must be,
    its name says: a `length` is 1 or more, a `char` is one, `first` is not behind `last`.

    `change(**parameters)` is a fault model's `apply`; its annotations are the parameters' types.
    `does` may name parameters in braces: "a tokenizer that takes ranks modulo {modulus}".
    """

    name: str
    stage: Stage
    does: str
    change: Callable[..., Change]
    upstream: str | None = None

    def of(self, parameters: Mapping[str, Parameter]) -> FaultModel:
        """The fault model of these parameters. BadParameters where one is missing, of another type
        or out of its range, or not of this family."""
        declared = inspect.signature(self.change, eval_str=True).parameters
        for name, parameter in declared.items():
            if name not in parameters:
                raise BadParameters(self.name, name, "is missing")
            if type(parameters[name]) is not parameter.annotation:
                kind = parameter.annotation.__name__
                raise BadParameters(self.name, name, f"is {parameters[name]!r}, not a {kind}")
            if (reason := _refusal(name, parameters[name])) is not None:
                raise BadParameters(self.name, name, reason)
        for name in parameters:
            if name not in declared:
                raise BadParameters(self.name, name, "is not one of its parameters")
        if "first" in declared and parameters["first"] > parameters["last"]:  # type: ignore[operator]  # both are integers
            raise BadParameters(self.name, "first", "is greater than last")
        try:
            apply = self.change(**parameters)
        except (ValueError, TypeError, OverflowError, regex.error) as error:
            raise BadParameters(self.name, ", ".join(parameters), f"{error!s:.80}") from None
        values = " ".join(f"{name}={value}" for name, value in parameters.items())
        return FaultModel(
            f"{self.name} {values}",
            self.stage,
            self.does.format(**parameters),
            apply,
            self.upstream,
        )


def fault_model(
    name: str, stage: Stage, does: str, upstream: str | None = None
) -> Callable[[Change], FaultModel]:
    """Decorates a change: its name then stands for the fault model, which the catalogue lists."""
    return lambda change: FaultModel(name, stage, does, change, upstream)


def family(
    name: str, stage: Stage, does: str, upstream: str | None = None
) -> Callable[[Callable[..., Change]], Family]:
    """Decorates a function of parameters that gives a change."""
    return lambda change: Family(name, stage, does, change, upstream)
