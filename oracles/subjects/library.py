"""Implementations that are bundled by their calls: `lib:NAME`, as data.

`libraries/pip.toml` and `npm.toml` hold an entry each: the package with its version, and for each
way to load a file or a built-in vocabulary the calls that load, encode and decode. A call is an
expression of the library's own language in `t`, what the load left, and `X`, a text or a list of
ids. A load has `F`, the file under its usual name, `D`, its folder, `V`, the library's own name of
a built-in vocabulary, and `R`, the whole request; in Python `RANKS` too, a rank file as a dict. Not
here: where it is installed and run (`environments`).
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Literal

from tokparity.oracles.subjects.messages import Capabilities, Unit
from tokparity.reference_impl.codec import read
from tokparity.reference_impl.contract import Format, Natural, Stage
from tokparity.reference_impl.errors import TokparityError, did_you_mean
from tokparity.reference_impl.strict_json.classes import declare

Registry = Literal["pip", "npm"]
REGISTRIES: tuple[Registry, ...] = ("pip", "npm")

ENCODE: dict[str, tuple[bool, bool]] = {
    "text": (False, False),
    "parsed": (False, True),
    "added_text": (True, False),
    "added": (True, True),
}
"""What a call of `encode` is called, and (add_special, parse_special) under which it answers."""
_RELEASE = re.compile(r"[0-9][0-9A-Za-z.+-]{0,40}")
DECODE: dict[str, bool] = {"all": False, "skipped": True}
"""What a call of `decode` is called, and skip_special."""


class UnknownLibrary(TokparityError):
    """No bundled adapter is called so."""

    def __init__(self, name: str) -> None:
        meant = did_you_mean(f"lib:{name}", (f"lib:{it}" for it in libraries()))
        super().__init__(f"lib:{name}: there is none: `tokparity subjects list` shows them.{meant}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Way:
    """One way to have a tokenizer: of a file in these formats, or of a built-in vocabulary.

    `vocabularies`: what the library calls them, by their names in the catalogue. `load`: statements
    that leave `t` (Python), or the body of an async function that returns it (JavaScript). `encode`
    and `decode`: calls by the names in ENCODE and DECODE. `note`: what one should know of it.
    `unread`: the stages of a file that have no place in what the library reads: it cannot heed
    them.
    """

    load: str
    formats: tuple[Format, ...] = ()
    vocabularies: Mapping[str, str] = field(default_factory=dict)
    encode: Mapping[str, str] = field(default_factory=dict)
    decode: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    unread: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class Library:
    """A bundled adapter. `name`: of another release than is bundled "kitoken@0.10.1". `needs`:
    packages besides its own, pinned; `installer`: options of pip or npm that it takes; `mb`: what
    its environment weighs; `note`: what one should know; `questions`: of a slow one how many may be
    asked while its bugs are told apart."""

    name: str
    registry: Registry
    package: str
    language: str
    licence: str
    ways: tuple[Way, ...]
    mb: Natural
    needs: tuple[str, ...] = ()
    installer: tuple[str, ...] = ()
    decodes: Literal["text", "bytes"] = "text"
    bytes: bool = False
    limits: bool = False
    offsets: Unit | None = None
    note: str = ""
    questions: Natural | None = None

    @property
    def version(self) -> str:
        """The pinned version: "0.11.1"."""
        return self.package.rpartition("==" if self.registry == "pip" else "@")[2]

    @property
    def notes(self) -> str:
        """What one should know of it, however it is asked."""
        return " ".join(filter(None, dict.fromkeys((self.note, *(way.note for way in self.ways)))))

    def note_on(self, artefact: str, format: str) -> str:
        """What one should know where it has such a file, or this vocabulary built in."""
        ways = self._ways_of(artefact, format)
        return " ".join(filter(None, (self.note, *(way.note for way in ways))))

    def unread_of(self, artefact: str, format: str) -> tuple[Stage, ...]:
        """The stages of such a file that do not reach it."""
        return tuple(stage for way in self._ways_of(artefact, format) for stage in way.unread)

    def _ways_of(self, artefact: str, format: str) -> list[Way]:
        """The way in which it has that, if any."""
        fits = (way for way in self.ways if artefact in way.vocabularies or format in way.formats)
        return list(islice(fits, 1))

    @property
    def capabilities(self) -> Capabilities:
        """What any of its ways can do."""
        return self.capabilities_of(self.ways)

    def capabilities_of(self, ways: Sequence[Way]) -> Capabilities:
        """What some of its ways can do: of one, what is asked of what was loaded so."""
        encode = [ENCODE[name] for way in ways for name in way.encode]
        decode = [DECODE[name] for way in ways for name in way.decode]
        return Capabilities(
            formats=tuple(dict.fromkeys(it for way in ways for it in way.formats)),
            vocabularies=tuple(dict.fromkeys(it for way in ways for it in way.vocabularies)),
            add_special=tuple(sorted({add for add, _ in encode})),
            parse_special=tuple(sorted({parse for _, parse in encode})),
            skip_special=tuple(sorted(set(decode))),
            bytes=self.bytes,
            decodes=self.decodes if decode else None,
            limits=self.limits,
            offsets=self.offsets,
        )


@dataclass(frozen=True, slots=True)
class _File:
    library: tuple[Library, ...] = ()


declare(_File, optional=["library"])
declare(Way, optional=["formats", "vocabularies", "encode", "decode", "note", "unread"])
declare(
    Library,
    optional=["needs", "installer", "decodes", "bytes", "limits", "offsets", "note", "questions"],
)


@cache
def libraries() -> dict[str, Library]:
    """Every bundled adapter by its name, sorted."""
    found = [library for registry in REGISTRIES for library in _read(registry, registry)]
    return {each.name: each for each in sorted(found, key=lambda it: it.name)}


@cache
def native_libraries() -> dict[str, Library]:
    """The native libraries of formats by their names: an oracle holds the release that is here, and
    this any other."""
    return {each.name: each for each in _read("native", "pip")}


def _read(name: str, registry: Registry) -> tuple[Library, ...]:
    folder = files("tokparity.oracles.subjects") / "libraries"
    table = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
    for entry in table.get("library", []):
        entry["registry"] = registry
    return read(_File, table).library


def find_library(name: str) -> Library | None:
    """The bundled adapter, or native library, of a name; with "@" the release that follows it.

    >>> find_library("kitoken@0.10.1").package, find_library("tokenizers").package
    ('kitoken==0.10.1', 'tokenizers==0.23.3')
    """
    plain, at, release = name.rpartition("@")
    if not plain:
        plain, at, release = name, "", ""
    library = libraries().get(plain) or native_libraries().get(plain)
    if library is None or not at:
        return library
    if _RELEASE.fullmatch(release) is None:
        return None
    sign = "==" if library.registry == "pip" else "@"
    package = library.package.rpartition(sign)[0] + sign + release
    return replace(library, name=name, package=package)


def library_called(name: str) -> Library:
    """As `find_library`. Errors: UnknownLibrary."""
    library = find_library(name)
    if library is None:
        raise UnknownLibrary(name)
    return library
