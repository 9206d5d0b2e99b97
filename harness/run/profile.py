"""A profile: a named set of defaults for `run`, as data in harness/run/profiles/*.toml.

A user's own lie in `.tokparity/profiles/` of their repository and come first.
"""

import re
import tomllib
from dataclasses import MISSING, dataclass, fields
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from tokparity.harness.run.budget import Budget
from tokparity.reference_impl.errors import TokparityError

OWN = Path(".tokparity") / "profiles"
SMALLEST_SHARD = 8
T = TypeVar("T")
_ACCEPTED: dict[Any, tuple[type, ...]] = {float: (int, float), Budget | None: (Budget,)}
"""Types of TOML values for a field's type, where they are not the same."""


class BadProfile(TokparityError):
    """A profile that does not exist, or does not say what a profile says."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"profile {name}: {reason}")
        self.name, self.reason = name, reason


@dataclass(frozen=True, slots=True)
class Profile:
    """`vocab`: which catalogue entries ("default", a glob); those not cached are skipped and named.

    `cases`: texts per cell, decode cases are a quarter of it; with a `budget` it is not given,
    and the time decides. `seed`: a number, or "date", which is today's (UTC) as YYYYMMDD. `pairs`:
    compare the artefacts of one model too; `goldens`: replay the golden cases; `chats`: render
    conversations by chat templates, those of the vocabularies and our own. `texts`: of a shard;
    larger ones cost less a case, smaller ones are finer to time. `replies`: how many
    `tokparity replies` decodes of each vocabulary; `run` asks none of them.
    """

    name: str
    vocab: str
    seed: int
    pairs: bool
    goldens: bool
    cases: int = 0
    chats: bool = True
    texts: int = 512
    replies: int = 0
    budget: Budget | None = None


def read_profile(name: str) -> Profile:
    """The profile of this name; BadProfile with field and reason."""
    own = OWN / f"{name}.toml"
    shipped = resources.files("tokparity.harness.run") / "profiles" / f"{name}.toml"
    if own.is_file():
        raw = own.read_bytes()
    elif re.fullmatch(r"[\w-]+", name) and shipped.is_file():
        raw = shipped.read_bytes()
    else:
        shipped_ones = ", ".join(shipped_profiles())
        raise BadProfile(name, f"there is none: shipped are {shipped_ones}, yours go in {OWN}/")
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except ValueError as error:
        raise BadProfile(name, str(error)) from None
    if data.get("seed") == "date":
        data["seed"] = int(datetime.now(UTC).strftime("%Y%m%d"))
    if "budget" in data:
        data["budget"] = _read(name, "budget.", Budget, data["budget"])
    profile = _read(name, "", Profile, {"name": name, **data})
    if (profile.budget is None) == (profile.cases == 0):
        raise BadProfile(name, "give either cases or [budget]")
    if profile.texts < SMALLEST_SHARD:
        raise BadProfile(name, f"texts is {profile.texts}: at least {SMALLEST_SHARD}")
    return profile


def shipped_profiles() -> list[str]:
    """The names of the profiles that come with the program.

    >>> shipped_profiles()
    ['gate', 'nightly', 'quick']
    """
    folder = resources.files("tokparity.harness.run") / "profiles"
    return sorted(one.name.removesuffix(".toml") for one in folder.iterdir())


def _read(name: str, at: str, kind: type[T], values: Any) -> T:
    """A dataclass from a TOML table: every field is checked, none may be left over."""
    if not isinstance(values, dict):
        raise BadProfile(name, f"{at.rstrip('.')} is no table")
    fields_of = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]  # dataclasses
    for key, field in fields_of.items():
        if key not in values:
            if field.default is MISSING:
                raise BadProfile(name, f"{at}{key} is missing")
            continue
        if type(values[key]) not in _ACCEPTED.get(field.type, (field.type,)):
            raise BadProfile(name, f"{at}{key} is {values[key]!r}")
        if type(values[key]) in (int, float) and values[key] < 0:
            raise BadProfile(name, f"{at}{key} is {values[key]!r}")
    if unknown := sorted(set(values) - set(fields_of)):
        raise BadProfile(name, f"{at}{unknown[0]} is no field of a profile")
    return kind(**values)
