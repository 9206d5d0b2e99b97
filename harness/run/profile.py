"""A profile: a named set of defaults for `run`, as data in harness/run/profiles/*.toml.

A user's own lie in `.tokparity/profiles/` of their repository and come first.
"""

import re
import tomllib
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

from tokparity.harness.run.budget import RunBudget
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.contract import Natural
from tokparity.reference_impl.errors import TokparityError, did_you_mean
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField

OWN_PROFILES = Path(".tokparity") / "profiles"
SMALLEST_SHARD = 8


class BadProfile(TokparityError):
    """A profile that does not exist, or does not say what a profile says."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"profile {name}: {reason}")
        self.name, self.reason = name, reason


@dataclass(frozen=True, slots=True)
class Profile:
    """`vocab`: which catalogue entries ("default", a glob); those not cached are skipped and named.
    `requires`: those without which a run is incomplete ("default", a glob; "": none).

    `cases`: texts per cell, decode cases are a quarter of it; with a `budget` it is not given,
    and the time decides. `seed`: a number, or "date", which is today's (UTC) as YYYYMMDD. `pairs`:
    compare the artefacts of one model too; `goldens`: replay the golden cases; `chats`: render
    conversations by chat templates, those of the vocabularies and our own. `texts`: of a shard;
    larger ones cost less a case, smaller ones are finer to time. `replies`: how many
    `tokparity replies` decodes of each vocabulary; `run` asks none of them. `three_ways`: derive
    what a model lacks, so that three engines hold it (`harness.run.three_ways`), but for the models
    of `not_three_ways`, each with the reason. `batches`: compare the batch calls of each library
    with its answers to single texts. `laws`: on how many conversations the laws of chat templates
    are tried, of each model that has one. `derived_texts`: of a shard that asks a derived file or a
    batch call; 0: as `texts`. `steered_length`: characters of a steered text; 0: as many as its
    targets come to, which meets them in the fewest texts. `subjects`: a glob over the names of
    bundled adapters, which then are what is compared, each with the native libraries; "" for none.
    `regressions`: offer a case of each new finding, with the smallest tokenizer that shows it,
    which costs more than finding it.
    """

    name: str
    vocab: str
    seed: Natural
    pairs: bool
    goldens: bool
    requires: str = ""
    cases: Natural = 0
    chats: bool = True
    texts: Natural = 512
    replies: Natural = 0
    three_ways: bool = False
    not_three_ways: dict[str, str] = field(default_factory=dict)
    batches: bool = False
    laws: Natural = 0
    derived_texts: Natural = 0
    steered_length: Natural = 0
    subjects: str = ""
    regressions: bool = True
    budget: RunBudget | None = None


_REQUIRED = ("name", "vocab", "seed", "pairs", "goldens")
declare(
    Profile, optional=[member.name for member in fields(Profile) if member.name not in _REQUIRED]
)


def read_profile(name: str) -> Profile:
    """The profile of this name; BadProfile with field and reason."""
    own = OWN_PROFILES / f"{name}.toml"
    shipped = resources.files("tokparity.harness.run") / "profiles" / f"{name}.toml"
    if own.is_file():
        raw = own.read_bytes()
    elif re.fullmatch(r"[\w-]+", name) and shipped.is_file():
        raw = shipped.read_bytes()
    else:
        shipped_ones = ", ".join(shipped_profiles())
        raise BadProfile(
            name,
            f"there is none: shipped are {shipped_ones}, yours go in {OWN_PROFILES}/."
            + did_you_mean(name, shipped_profiles()),
        )
    try:
        data = tomllib.loads(raw.decode("utf-8"))
    except ValueError as error:
        raise BadProfile(name, str(error)) from None
    if data.get("seed") == "date":
        data["seed"] = int(datetime.now(UTC).strftime("%Y%m%d"))
    try:
        profile = read(Profile, {**data, "name": name})
    except BadField as wrong:
        raise BadProfile(name, str(wrong)) from None
    if (profile.budget is None) == (profile.cases == 0):
        raise BadProfile(name, "give either cases or [budget]")
    if profile.texts < SMALLEST_SHARD:
        raise BadProfile(name, f"texts is {profile.texts}: at least {SMALLEST_SHARD}")
    return profile


def shipped_profiles() -> list[str]:
    """The names of the profiles that come with the program.

    >>> shipped_profiles()
    ['gate', 'nightly', 'quick', 'scoreboard']
    """
    folder = resources.files("tokparity.harness.run") / "profiles"
    return sorted(member.name.removesuffix(".toml") for member in folder.iterdir())
