"""`Engine`: what answers cases, by name. The names are what run directories and reports hold.

A closed union, parsed (`engine_called`) and printed (`str`) here and nowhere else. Not here: how
an engine is loaded (`harness.shards.slot`), nor whether a name that somebody else wrote may be
asked at all (`harness.compare.engines`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from tokparity.oracles.protocol import ORACLES
from tokparity.oracles.subjects.library import Library as BundledLibrary
from tokparity.oracles.subjects.library import find_library


@dataclass(frozen=True, slots=True)
class Reference:
    """The reference implementation, as it is. It shows its stages."""

    def __str__(self) -> str:
        return "reference"


@dataclass(frozen=True, slots=True)
class Library:
    """A library behind an oracle adapter. It loads files, and shows what stages it can."""

    oracle: str

    def __str__(self) -> str:
        return self.oracle


@dataclass(frozen=True, slots=True)
class Golden:
    """What a library answered when it was recorded; None: the library is not said.

    It answers the recorded cases alone, so one shard is all there is of it.
    """

    oracle: str | None

    def __str__(self) -> str:
        return "recorded" if self.oracle is None else f"golden:{self.oracle}"


@dataclass(frozen=True, slots=True)
class FaultyReference:
    """The reference with one registered change (`harness.fault_models`). It shows its stages."""

    fault_model: str

    def __str__(self) -> str:
        return f"variant:{self.fault_model}"


@dataclass(frozen=True, slots=True)
class BlackBox:
    """A mutant that is asked for its answers alone, as a program whose inside nobody sees."""

    mutant: str

    def __str__(self) -> str:
        return f"mutant:{self.mutant}"


@dataclass(frozen=True, slots=True)
class StreamWay:
    """The reference, decoding ids one by one in a way of its own (`streaming.ways`)."""

    way: str

    def __str__(self) -> str:
        return f"stream:{self.way}"


@dataclass(frozen=True, slots=True)
class Subject:
    """An implementation under test, by its name. `spec` says how it is asked ("exec:./mytok"): a
    name in a file brings none, so that what somebody else wrote starts nothing. A bundled adapter
    is its spec: what `lib:kitoken` is, stands here and not in the file."""

    name: str
    spec: str = ""

    def __str__(self) -> str:
        return self.spec if self.spec == f"lib:{self.name}" else f"subject:{self.name}"


Engine = Reference | Library | Golden | FaultyReference | BlackBox | StreamWay | Subject

REFERENCE = Reference()

_KINDS: dict[str, type[Golden | FaultyReference | BlackBox | StreamWay | Subject]] = {
    "golden": Golden,
    "variant": FaultyReference,  # the old word for a fault model: findings hold it
    "mutant": BlackBox,
    "stream": StreamWay,
    "subject": Subject,
}
"""What stands before the colon of a name."""


Subjects = Mapping[str, Subject]
"""Subjects that a user named himself, by what they print as."""
NO_SUBJECTS: Subjects = MappingProxyType({})


def engine_called(name: str, given: Subjects = NO_SUBJECTS) -> Engine:
    """The engine that prints as `name`. A name that is nothing else is taken for a library's.

    `given`: the subjects that the user says how to ask, which no file does.

    >>> engine_called("reference"), engine_called("golden:openai_tiktoken")
    (Reference(), Golden(oracle='openai_tiktoken'))
    >>> engine_called("lib:kitoken"), engine_called("subject:mine")
    (Subject(name='kitoken', spec='lib:kitoken'), Subject(name='mine', spec=''))
    >>> str(engine_called("variant:no-nfc"))
    'variant:no-nfc'
    """
    return given[name] if name in given else _called(name)


@lru_cache(maxsize=1024)
def _called(name: str) -> Engine:
    if name == str(REFERENCE):
        return REFERENCE
    if name == str(Golden(None)):
        return Golden(None)
    kind, colon, rest = name.partition(":")
    if kind == "lib" and colon:
        return Subject(rest, name)
    return _KINDS[kind](rest) if colon and kind in _KINDS else Library(name)


def oracle_of(engine: Engine) -> str | None:
    """The oracle behind an engine, also where its answer was recorded; None where there is none.

    >>> oracle_of(Golden("openai_tiktoken")), oracle_of(BlackBox("9"))
    ('openai_tiktoken', None)
    """
    match engine:
        case Library(oracle) | Golden(oracle):
            return oracle if oracle in ORACLES else None
        case _:
            return None


def bundled(engine: Engine) -> BundledLibrary | None:
    """The library of a bundled adapter; None of any other engine, or where there is no such."""
    match engine:
        case Subject(name, spec) if spec == f"lib:{name}":
            return find_library(name)
        case _:
            return None


def live(engine: Engine) -> Engine:
    """The engine to ask now: of a recording, the library that was recorded."""
    match engine:
        case Golden(str(oracle)):
            return Library(oracle)
        case _:
            return engine
