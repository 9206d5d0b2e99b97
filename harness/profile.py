"""A profile: a named set of defaults for `run`, as data in harness/profiles/*.toml.

A user's own lie in `.tokparity/profiles/` of their repository and come first.
"""

import tomllib
from dataclasses import dataclass, fields
from importlib import resources
from pathlib import Path

from reference_impl.errors import TokparityError

OWN = Path(".tokparity") / "profiles"


class BadProfile(TokparityError):
    """A profile that does not exist, or does not say what a profile says."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"profile {name}: {reason}")
        self.name, self.reason = name, reason


@dataclass(frozen=True, slots=True)
class Profile:
    """`vocab`: which catalogue entries ("default", a glob); those not cached are skipped and named.

    `cases`: encode cases per cell, decode cases are a quarter of it; `seed`; `pairs`: compare
    the artefacts of one model too; `goldens`: replay the golden cases; `strict_ledger`: a
    stale ledger entry fails.
    """

    name: str
    vocab: str
    cases: int
    seed: int
    pairs: bool
    goldens: bool


def read_profile(name: str) -> Profile:
    """The profile of this name; BadProfile with field and reason."""
    own = OWN / f"{name}.toml"
    shipped = resources.files("harness") / "profiles" / f"{name}.toml"
    if own.is_file():
        raw = own.read_bytes()
    elif shipped.is_file():
        raw = shipped.read_bytes()
    else:
        raise BadProfile(name, f"there is none: shipped are quick and gate, yours go in {OWN}/")
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except ValueError as error:
        raise BadProfile(name, str(error)) from None
    kinds = {field.name: field.type for field in fields(Profile)}
    values = {"name": name, **data}
    for key, kind in kinds.items():
        if key not in values:
            raise BadProfile(name, f"{key} is missing")
        if type(values[key]) is not kind:
            raise BadProfile(name, f"{key} is {values[key]!r}")
    if unknown := sorted(set(values) - set(kinds)):
        raise BadProfile(name, f"{unknown[0]} is no field of a profile")
    return Profile(**values)
