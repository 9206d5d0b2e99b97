"""`Mutant`: a seeded defect, told as data: a variant, its parameters, its carriers, its canaries.

A file each, `<stage>/<name>.toml`. Nobody who makes texts may read this folder: what is found is
to be found blindly. Not here: running one (`evaluation.finding_power`).
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from glob import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

import tokparity
from tokparity.corpora.case_files import BadCaseFile, Fields
from tokparity.harness.fault_models import FAMILIES, VARIANTS
from tokparity.harness.fault_models.variant import BadParameters, Parameter, Variant
from tokparity.reference_impl.contract import Stage
from tokparity.reference_impl.errors import TokparityError

SHIPPED = Path(tokparity.__file__).resolve().parents[2] / "evaluation" / "mutants"
"""In a checkout; the installed package has none."""
SCHEMA_VERSION = 1
LARGEST = 16_384

MutantOp = Literal["encode", "decode", "encode_full"]
"""What is asked of a mutant: ids and ranges, text of ids, or all columns with pairs."""

Half = Literal["tuning", "held-back"]

Reached = Literal[
    "text",
    "added-token",
    "rewritten",
    "cut",
    "merged",
    "unknown",
    "bytes",
    "specials",
    "ids",
]
"""What a case must have met for the changed code to have run (`finding_power.canaries`)."""


Bound = Literal["length", "vocabulary"]
"""What keeps a mutant's smallest case large: no text of 12 characters or fewer shows it; it takes a
rank, an id or a size that no vocabulary of 200 entries has."""


class NoSuchMutant(TokparityError):
    """No mutant matches.

    >>> str(NoSuchMutant("nfq*"))
    "no mutant is called 'nfq*': see `python -m evaluation mutants list`"
    """

    def __init__(self, pattern: str, folder: Path | None = None) -> None:
        where = "see `python -m evaluation mutants list`"
        if folder is not None:
            where = f"{folder} is to hold a file each, STAGE/NAME.toml"
        super().__init__(f"no mutant is called {pattern!r}: {where}")
        self.pattern = pattern


@dataclass(frozen=True, slots=True)
class Mutant:
    """A seeded defect. `id` is its name, or the path of a file of one's own. `variant` is what
    `VARIANTS` holds, or made by a family of `FAMILIES` with `parameters`. `vocabularies`: names of
    the catalogue whose artefacts show it, the first of them where it is measured. `reached` is a
    canary; the other, `triggered`, is that the changed stage's result differs. `note` says the slip
    that would make it; `upstream` a real one. `bound_by` keeps its
    smallest case from being very small.
    """

    id: str
    name: str
    variant: Variant
    parameters: Mapping[str, Parameter]
    vocabularies: tuple[str, ...]
    op: MutantOp
    reached: Reached
    note: str
    upstream: str | None
    bound_by: tuple[Bound, ...] = ()

    @property
    def stage(self) -> Stage:
        """The stage that is wrong."""
        return self.variant.stage

    @property
    def half(self) -> Half:
        """By hash of the variant's name, or its family's, so that a slip is in one half alone, for
        whatever vocabulary: tuning of generators may look at one half, never at the other."""
        slip = self.variant.family
        return "tuning" if hashlib.sha256(slip.encode()).digest()[0] % 2 else "held-back"


def read_mutant(path: Path, shipped: bool = False) -> Mutant:
    """Read one file; BadCaseFile(path, field, reason) for whatever is wrong with it."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadCaseFile(path, "file", f"is larger than {LARGEST:,} bytes")
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadCaseFile(path, "file", error.strerror or "cannot be read") from None
    except (ValueError, RecursionError) as error:
        raise BadCaseFile(path, "file", f"is not TOML: {error!s:.80}") from None
    fields = Fields(path, data)
    version = fields.take("schema_version", int)
    if version != SCHEMA_VERSION:
        raise fields.bad("schema_version", f"is {version}, this program reads {SCHEMA_VERSION}")
    name = fields.take("variant", str)
    parameters = fields.take("parameters", dict) if "parameters" in fields.data else {}
    vocabularies = fields.take("vocabularies", list)
    if not vocabularies or not all(isinstance(one, str) for one in vocabularies):
        raise fields.bad("vocabularies", "is not a list of names")
    mutant = Mutant(
        id=path.stem if shipped else str(path),
        name=path.stem,
        variant=_variant(fields, name, parameters),
        parameters=parameters,
        vocabularies=tuple(vocabularies),
        op=fields.take_one_of("op", get_args(MutantOp)),
        reached=fields.take_one_of("reached", get_args(Reached)),
        note=fields.take("note", str),
        upstream=fields.take("upstream", str) if "upstream" in fields.data else None,
        bound_by=_bound_by(fields),
    )
    if path.parent.name != mutant.stage:
        raise fields.bad("variant", f"is one of {mutant.stage}: the file is in {path.parent.name}")
    fields.end()
    return mutant


def _bound_by(fields: Fields) -> tuple[Bound, ...]:
    if "bound_by" not in fields.data:
        return ()
    given = fields.take("bound_by", list)
    bounds: tuple[Bound, ...] = get_args(Bound)
    found = tuple(one for one in bounds if one in given)
    if not found or len(found) != len(given):
        raise fields.bad("bound_by", f"is not a list of some of {', '.join(bounds)}")
    return found


def _variant(fields: Fields, name: str, parameters: dict[str, Any]) -> Variant:
    if name in VARIANTS:
        if parameters:
            raise fields.bad("parameters", f"are for families; {name} is a variant")
        return VARIANTS[name]
    if name not in FAMILIES:
        raise fields.bad("variant", f"is {name!r:.60}: there is no such variant or family")
    try:
        return FAMILIES[name].of(parameters)
    except BadParameters as error:
        raise fields.bad(f"parameters.{error.parameter}", error.reason) from None


def mutants(pattern: str = "*", folder: Path | None = None) -> tuple[Mutant, ...]:
    """The mutants whose name matches a glob, sorted; the shipped ones where no folder is given.

    NoSuchMutant where none matches; BadCaseFile for the first file that is none, or a name twice.
    """
    if folder is None:
        return _in_folder(pattern, SHIPPED, True)
    return _in_folder(pattern, folder, False)


def _in_folder(pattern: str, folder: Path, shipped: bool) -> tuple[Mutant, ...]:
    paths = sorted(folder.glob("*/*.toml"), key=lambda path: (path.stem, path.parent.name))
    for path, after in pairwise(paths):
        if path.stem == after.stem:
            raise BadCaseFile(after, "file", f"is called as {path.parent.name}/{path.name} is")
    found = tuple(read_mutant(path, shipped) for path in paths if fnmatchcase(path.stem, pattern))
    if not found:
        raise NoSuchMutant(pattern, None if shipped else folder)
    return found


def mutant_called(name: str) -> Mutant:
    """The shipped mutant of this name, or the one in this file (it ends with .toml)."""
    if name.endswith(".toml"):
        return read_mutant(Path(name))
    return _shipped(name)


@cache
def _shipped(name: str) -> Mutant:
    [found] = mutants(escape(name))
    return found
