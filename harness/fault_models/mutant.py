"""`Mutant`: a fault model with its parameters, its carriers and its canaries, as data.

They stand in tables, `<stage>.toml`, one entry a mutant. Nobody who makes texts may read them: what
is found is to be found blindly. Not here: the tables that measure the tool (`evaluation.mutants`),
nor running one (`evaluation.finding_power`).
"""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from glob import escape
from pathlib import Path
from typing import Any, Literal, get_args

from tokparity.corpora.case_files import BadCaseFile
from tokparity.harness.fault_models.catalogue import FAMILIES, FAULT_MODELS
from tokparity.harness.fault_models.fault_model import BadParameters, FaultModel, Parameter
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.contract import STAGES, Stage
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField

SCHEMA_VERSION = 2
LARGEST = 262_144

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
            where = f"{folder} is to hold tables, STAGE.toml"
        super().__init__(f"no mutant is called {pattern!r}: {where}")
        self.pattern = pattern


@dataclass(frozen=True, slots=True)
class Mutant:
    """A bug made on purpose. `id` is its name; of a table of one's own, PATH#NAME. `fault_model`
    is what `FAULT_MODELS` holds, or a family of `FAMILIES` makes of `parameters`.
    `vocabularies`: names of those whose artefacts show it; it is measured in the first. `reached`
    is a canary; the other, `triggered`, is that the changed stage's result differs. `note` says
    the slip that would make it; `upstream` a real one. `bound_by` keeps its smallest case from
    being very small.
    """

    id: str
    name: str
    fault_model: FaultModel
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
        return self.fault_model.stage

    @property
    def half(self) -> Half:
        """By hash of the fault model's name, or its family's. So a slip is in one half alone, for
        whatever vocabulary: tuning of generators may look at one half, never at the other."""
        slip = self.fault_model.family
        return "tuning" if hashlib.sha256(slip.encode()).digest()[0] % 2 else "held-back"


_REGISTERED: dict[str, Mutant] = {}
"""By id: the mutants that a name alone means. An installed tokparity has none."""


def register(mutants: Iterable[Mutant]) -> None:
    """Let these be meant by their ids from now on, in this process."""
    _REGISTERED.update({mutant.id: mutant for mutant in mutants})


def is_registered(mutant_id: str) -> bool:
    """Whether a name means a mutant; no file is read for it."""
    return mutant_id in _REGISTERED


def mutant_called(mutant_id: str) -> Mutant:
    """The mutant of an id: a registered one, or NAME in a table of one's own, PATH#NAME.

    Errors: NoSuchMutant, BadCaseFile.
    """
    if mutant_id in _REGISTERED:
        return _REGISTERED[mutant_id]
    path, hash_sign, name = mutant_id.rpartition("#")
    if not hash_sign:
        raise NoSuchMutant(mutant_id)
    return matching(read_table(Path(path)), escape(name))[0]


def matching(
    mutants: Iterable[Mutant], pattern: str, folder: Path | None = None
) -> tuple[Mutant, ...]:
    """Those whose name matches a glob, sorted by name; `folder` is where they are from.

    Errors: NoSuchMutant where none does.
    """
    matches = [mutant for mutant in mutants if fnmatchcase(mutant.name, pattern)]
    if not matches:
        raise NoSuchMutant(pattern, folder)
    return tuple(sorted(matches, key=lambda mutant: mutant.name))


def read_tables(folder: Path, shipped: bool = False) -> tuple[Mutant, ...]:
    """All tables of a folder. Errors: BadCaseFile for the first that is none, or a name twice."""
    tables: dict[str, Path] = {}
    mutants: list[Mutant] = []
    for path in sorted(folder.glob("*.toml")):
        for mutant in read_table(path, shipped):
            if mutant.name in tables:
                where = tables[mutant.name].name
                raise BadCaseFile(path, mutant.name, f"is the name of one in {where}")
            tables[mutant.name] = path
            mutants.append(mutant)
    return tuple(mutants)


def read_table(path: Path, shipped: bool = False) -> tuple[Mutant, ...]:
    """Read one table, which is called as its stage; BadCaseFile(path, field, reason) for whatever
    is wrong with it. A shipped mutant's id is its name."""
    if path.stem not in STAGES:
        raise BadCaseFile(path, "file", f"is not called as a stage: {', '.join(STAGES)}")
    try:
        if path.stat().st_size > LARGEST:
            raise BadCaseFile(path, "file", f"is larger than {LARGEST:,} bytes")
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadCaseFile(path, "file", error.strerror or "cannot be read") from None
    except (ValueError, RecursionError) as error:
        raise BadCaseFile(path, "file", f"is not TOML: {error!s:.80}") from None
    version = data.pop("schema_version", None)
    if version != SCHEMA_VERSION:
        reason = f"is {version!r:.60}, this program reads {SCHEMA_VERSION}"
        raise BadCaseFile(path, "schema_version", reason)
    try:
        return tuple(_mutant(path, name, entry, shipped) for name, entry in data.items())
    except BadField as wrong:
        raise BadCaseFile(path, wrong.field, wrong.reason) from None


@dataclass(frozen=True, slots=True)
class _TableEntry:
    """A mutant as it stands in its table, under its name."""

    fault_model: str
    vocabularies: tuple[str, ...]
    op: MutantOp
    reached: Reached
    note: str
    parameters: dict[str, Any] = field(default_factory=dict)
    upstream: str | None = None
    bound_by: tuple[Bound, ...] | None = None


def _check(entry: _TableEntry) -> None:
    if not entry.vocabularies:
        raise BadField("vocabularies", "is empty")
    if entry.bound_by is not None and not entry.bound_by:
        raise BadField("bound_by", "is empty")
    if len(set(entry.bound_by or ())) < len(entry.bound_by or ()):
        raise BadField("bound_by", "says one thing twice")


declare(_TableEntry, optional=["parameters", "upstream", "bound_by"], check=_check)


def _mutant(path: Path, name: str, data: object, shipped: bool) -> Mutant:
    entry = read(_TableEntry, data, name)
    fault_model = _fault_model(entry, name)
    if path.stem != fault_model.stage:
        raise BadField(f"{name}.fault_model", f"is one of {fault_model.stage}, not of {path.stem}")
    bounds: tuple[Bound, ...] = get_args(Bound)
    return Mutant(
        id=name if shipped else f"{path}#{name}",
        name=name,
        fault_model=fault_model,
        parameters=entry.parameters,
        vocabularies=entry.vocabularies,
        op=entry.op,
        reached=entry.reached,
        note=entry.note,
        upstream=entry.upstream,
        bound_by=tuple(bound for bound in bounds if bound in (entry.bound_by or ())),
    )


def _fault_model(entry: _TableEntry, at: str) -> FaultModel:
    fault_model = entry.fault_model
    if fault_model in FAULT_MODELS:
        if entry.parameters:
            raise BadField(f"{at}.parameters", f"are for families; {fault_model} is a fault model")
        return FAULT_MODELS[fault_model]
    if fault_model not in FAMILIES:
        reason = f"is {fault_model!r:.60}: there is no such model or family"
        raise BadField(f"{at}.fault_model", reason)
    try:
        return FAMILIES[fault_model].of(entry.parameters)
    except BadParameters as error:
        raise BadField(f"{at}.parameters.{error.parameter}", error.reason) from None
