"""A manifest: what one vocabulary is, where it comes from, and what its bytes hash to.

One TOML file an artefact. Reading is strict: an unknown or missing field, a wrong
type or an impossible value is a `BadArtefact` naming the file and the field. Not
here: which manifests there are (`catalogue`), and getting the bytes (`fetching`).
"""

import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeVar, get_args

from reference_impl.contract import Format, RankFacts
from reference_impl.errors import BadArtefact

SCHEMA_VERSION = 1
Client = Literal["pip", "npm"]
Kind = Literal["pip-wheel", "pip-sdist", "npm", "file"]

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PIP = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+]+")
_NPM = re.compile(r"(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*@[0-9][A-Za-z0-9.+-]*")
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
_MAX_SPECIALS = 1_000_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Archive:
    """A package as a registry hands it out: the unit of downloading.

    `package` is "name==version" (pip) or "name@version" (npm).
    """

    kind: Literal["pip-wheel", "pip-sdist", "npm"]
    package: str
    file: str
    sha256: str
    bytes: int

    @property
    def client(self) -> Client:
        """The program that fetches it.

        >>> Archive("npm", "a@1.0.0", "a-1.0.0.tgz", "0" * 64, 1).client
        'npm'
        """
        return "npm" if self.kind == "npm" else "pip"


@dataclass(frozen=True, slots=True)
class Member:
    """One file of an archive. `path` is inside the archive; `!` enters a nested zip.

    `packed_sha256` and `packed_bytes` describe the file as it is there: where the path
    ends in ".gz" it is decompressed, and the manifest's own sha256 is of the result.
    """

    archive: Archive
    path: str
    packed_sha256: str
    packed_bytes: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """One vocabulary. `sha256` and `bytes` are of the file as it lies in the cache.

    `model` groups the artefacts of one model; `pairs` names those to compare this one
    with. `source` is a member of an archive, or a file of the user's own. `facts` are
    there exactly for rank files.
    """

    name: str
    model: str
    family: str
    format: Format
    algorithm: str
    licence: str
    sha256: str
    bytes: int
    source: Member | Path
    default: bool = False
    pairs: tuple[str, ...] = ()
    facts: RankFacts | None = None

    @property
    def client(self) -> Client | None:
        """The program that fetches it; None for the user's own file."""
        return self.source.archive.client if isinstance(self.source, Member) else None


class _Table:
    """A TOML table read field by field: every field is asked for once, none may be left over."""

    def __init__(self, path: Path, data: Any, at: str = "") -> None:
        self.path, self.at = path, at
        if not isinstance(data, dict):
            raise BadArtefact(path, at.rstrip("."), "is not a table")
        self.data: dict[str, Any] = dict(data)

    def bad(self, field: str, reason: str) -> BadArtefact:
        return BadArtefact(self.path, self.at + field, reason)

    def take(self, field: str, kind: type[T], default: T | None = None) -> T:
        value = self.data.pop(field, default)
        if value is None:
            raise self.bad(field, "is missing")
        if type(value) is not kind:  # not isinstance: true is no number
            raise self.bad(field, f"is {value!r}, not a {kind.__name__}")
        return value

    def take_text(self, field: str, form: re.Pattern[str]) -> str:
        value = self.take(field, str)
        if not form.fullmatch(value):
            raise self.bad(field, f"is {value!r}, not of the form {form.pattern}")
        return value

    def take_count(self, field: str, default: int | None = None) -> int:
        value = self.take(field, int, default)
        if not 0 <= value < 2**31:
            raise self.bad(field, f"is {value}, outside 0 … 2³¹-1")
        return value

    def take_one_of(self, field: str, words: tuple[str, ...]) -> str:
        value = self.take(field, str)
        if value not in words:
            raise self.bad(field, f"is {value!r}, not one of {', '.join(words)}")
        return value

    def table(self, field: str) -> "_Table":
        return _Table(self.path, self.take(field, dict), f"{self.at}{field}.")

    def end(self) -> None:
        for field in self.data:
            raise self.bad(field, "is not a field of a manifest")


def parse(path: Path, text: str) -> Manifest:
    """Read one manifest; `path` is only named in errors, and is where a relative file lies.

    Errors: BadArtefact with the field, e.g. "x.toml: source.archive_sha256: is missing".
    """
    try:
        top = _Table(path, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadArtefact(path, "TOML", str(error)) from None
    version = top.take("schema_version", int)
    if version != SCHEMA_VERSION:
        raise top.bad("schema_version", f"is {version}; this program reads {SCHEMA_VERSION}")
    format: Any = top.take_one_of("format", get_args(Format))
    name = top.take_text("name", _NAME)
    sha256 = top.take_text("sha256", _SHA256)
    size = top.take_count("bytes")
    pairs = top.take("pairs", list, [])
    if not all(isinstance(pair, str) and _NAME.fullmatch(pair) for pair in pairs):
        raise top.bad("pairs", f"is {pairs!r}, not a list of names")
    manifest = Manifest(
        name=name,
        model=top.take_text("model", _NAME),
        family=top.take("family", str),
        format=format,
        algorithm=top.take("algorithm", str),
        licence=top.take("licence", str),
        sha256=sha256,
        bytes=size,
        source=_source(top.table("source"), sha256, size),
        default=top.take("default", bool, False),
        pairs=tuple(pairs),
        facts=_facts(top.table("facts")) if format == "tiktoken" else None,
    )
    top.end()
    return manifest


def _source(table: _Table, sha256: str, size: int) -> Member | Path:
    kind: Any = table.take_one_of("kind", get_args(Kind))
    if kind == "file":
        own = table.path.parent / table.take("path", str)
        table.end()
        return own
    archive = Archive(
        kind=kind,
        package=table.take_text("package", _NPM if kind == "npm" else _PIP),
        file=table.take_text("archive", _FILE_NAME),
        sha256=table.take_text("archive_sha256", _SHA256),
        bytes=table.take_count("archive_bytes"),
    )
    path = table.take("path", str)
    for part in path.split("!"):
        inner = PurePosixPath(part)
        if not part or inner.is_absolute() or ".." in inner.parts or "\\" in part:
            raise table.bad("path", f"is {path!r}, not a path inside an archive")
    if path.endswith(".gz"):
        sha256, size = table.take_text("packed_sha256", _SHA256), table.take_count("packed_bytes")
    table.end()
    return Member(archive, path, sha256, size)


def _facts(table: _Table) -> RankFacts:
    """Pattern and specials. `runs` are numbered tokens: n, n + 1, … with ids id, id + 1, …"""
    pattern, source = table.take("pattern", str), table.take("source", str)
    specials: dict[str, int] = {}

    def add(token: str, token_id: int) -> None:
        if token in specials or token_id in used:
            raise table.bad("specials", f"{token!r} or its id {token_id} appears twice")
        used.add(token_id)
        specials[token] = token_id

    used: set[int] = set()
    listed = _Table(table.path, table.take("specials", dict, {}), f"{table.at}specials.")
    for token in list(listed.data):
        add(token, listed.take_count(token))
    for index, data in enumerate(table.take("runs", list, [])):
        run = _Table(table.path, data, f"{table.at}runs[{index}].")
        template, count = run.take("template", str), run.take_count("count")
        first, first_id = run.take_count("n"), run.take_count("id")
        run.end()
        if template.count("{n}") != 1:
            raise run.bad("template", f"is {template!r}, without exactly one {{n}}")
        if count > _MAX_SPECIALS:
            raise run.bad("count", f"is {count}, more than {_MAX_SPECIALS}")
        for step in range(count):
            add(template.replace("{n}", str(first + step)), first_id + step)
    table.end()
    return RankFacts(pattern, specials, source)


def to_toml(manifest: Manifest) -> str:
    """The text that `parse` reads back: for the user's own files, which have no archive."""
    if isinstance(manifest.source, Member):
        raise TypeError("only manifests of the user's own files are written")
    lines = [f"schema_version = {SCHEMA_VERSION}"]
    for field in fields(manifest):
        value = getattr(manifest, field.name)
        match value:
            case bool():
                lines.append(f"{field.name} = {str(value).lower()}")
            case int():
                lines.append(f"{field.name} = {value}")
            case str():
                lines.append(f"{field.name} = {_quoted(value)}")
            case tuple():
                lines.append(f"{field.name} = [{', '.join(map(_quoted, value))}]")
    lines += ["", "[source]", 'kind = "file"', f"path = {_quoted(str(manifest.source))}"]
    if manifest.facts is not None:
        lines += ["", "[facts]", f"source = {_quoted(manifest.facts.source)}"]
        lines += [f"pattern = {_quoted(manifest.facts.pattern)}", "", "[facts.specials]"]
        lines += [f"{_quoted(token)} = {at}" for token, at in manifest.facts.specials.items()]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    r"""A TOML basic string: everything but printable ASCII as an escape.

    >>> _quoted('a"\n')
    '"a\\u0022\\u000a"'
    """
    return '"{}"'.format(
        "".join(
            char if " " <= char <= "~" and char not in '"\\' else _escaped(ord(char))
            for char in text
        )
    )


def _escaped(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
