"""A manifest: what one vocabulary is, where it comes from, and what its bytes hash to.

One TOML file an artefact. Reading is strict: an unknown or missing field, a wrong
type or an impossible value is a `BadArtefact` naming the file and the field. Not
here: which manifests there are (`catalogue`), and getting the bytes (`fetching`).
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from tokparity.corpora.vocabs.companions import folder_of, name_beside
from tokparity.corpora.vocabs.table import TomlTable
from tokparity.reference_impl.contract import Format, RankFacts
from tokparity.reference_impl.errors import BadArtefact

SCHEMA_VERSION = 1
Client = Literal["pip", "npm", "hub"]
Kind = Literal["pip-wheel", "pip-sdist", "npm", "hub", "file"]

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
PIP = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!+]+")
NPM = re.compile(  # a whole version: "1" and "1.x" are ranges, another package tomorrow
    r"(?:@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*@[0-9]+\.[0-9]+\.[0-9]+(?:[-+][A-Za-z0-9.+-]+)?"
)
REPO = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*")
REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")
_MAX_SPECIALS = 1_000_000


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
class HubFile:
    """One file of a repository of the hub ("owner/name"), at the commit that `revision` was."""

    repo: str
    revision: str
    commit: str
    path: str


@dataclass(frozen=True, slots=True)
class Companion:
    """A file that stands beside a vocabulary and says more of the same model.

    `path` is in the repository or the archive of the manifest's source: "tokenizer_config.json",
    with the chat template; "package/models/generation_config.json", with the stop tokens.
    """

    path: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """One vocabulary. `sha256` and `bytes` are of the file as it lies in the cache.

    `model` groups the artefacts of one model; `pairs` names those to compare this one
    with. `source` is a member of an archive, a file of a hub repository, or a file of the
    user's own. `facts` are there exactly for rank files, `companions` never with the
    latter, beside which one looks where it lies.
    """

    name: str
    model: str
    family: str
    format: Format
    algorithm: str
    licence: str
    sha256: str
    bytes: int
    source: Member | HubFile | Path
    default: bool = False
    pairs: tuple[str, ...] = ()
    facts: RankFacts | None = None
    companions: tuple[Companion, ...] = ()

    @property
    def client(self) -> Client | None:
        """What fetches it; None for the user's own file."""
        match self.source:
            case Member(archive):
                return archive.client
            case HubFile():
                return "hub"
            case _:
                return None

    @property
    def beside(self) -> Mapping[str, Companion]:
        """The companions by their names in the folder of the model: "tokenizer_config.json"."""
        folder = folder_of(self.source.path) if isinstance(self.source, Member) else ""
        return {companion.path.removeprefix(folder): companion for companion in self.companions}


def parse(path: Path, text: str) -> Manifest:
    """Read one manifest; `path` is only named in errors, and is where a relative file lies.

    Errors: BadArtefact with the field, e.g. "x.toml: source.archive_sha256: is missing".
    """
    try:
        top = TomlTable(path, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadArtefact(path, "TOML", str(error)) from None
    version = top.take("schema_version", int)
    if version != SCHEMA_VERSION:
        raise top.bad("schema_version", f"is {version}; this program reads {SCHEMA_VERSION}")
    format: Any = top.take_one_of("format", get_args(Format))
    name = top.take_text("name", NAME)
    sha256 = top.take_sha256("sha256")
    size = top.take_size("bytes")
    pairs = top.take("pairs", list, [])
    if not all(isinstance(pair, str) and NAME.fullmatch(pair) for pair in pairs):
        raise top.bad("pairs", f"is {pairs!r}, not a list of names")
    manifest = Manifest(
        name=name,
        model=top.take_text("model", NAME),
        family=top.take("family", str),
        format=format,
        algorithm=top.take("algorithm", str),
        licence=top.take("licence", str),
        sha256=sha256,
        bytes=size,
        source=_source(top.table("source"), sha256, size),
        default=top.take("default", bool, False),
        pairs=tuple(pairs),
        facts=read_facts(top.table("facts")) if format == "tiktoken" else None,
        companions=_companions(top),
    )
    _check_companions(manifest, top)
    top.end()
    return manifest


def _check_companions(manifest: Manifest, top: TomlTable) -> None:
    """Of a repository they are files by any path, of an archive those in the folder."""
    if manifest.companions and isinstance(manifest.source, Path):
        raise top.bad("companions", "stand beside a file of the hub or of an archive only")
    for index, companion in enumerate(manifest.companions):
        path = manifest.source.path if isinstance(manifest.source, Member) else None
        if path is not None and name_beside(companion.path, path) is None:
            raise top.bad(
                f"companions[{index}].path", f"{companion.path!r} does not stand beside {path}"
            )
        if companion.path in {other.path for other in manifest.companions[:index]}:
            raise top.bad(f"companions[{index}].path", f"{companion.path!r} is there twice")


def _companions(top: TomlTable) -> tuple[Companion, ...]:
    companions = []
    for index, data in enumerate(top.take("companions", list, [])):
        table = TomlTable(top.path, data, f"companions[{index}].")
        path = table.take_inner_path("path")
        companions.append(Companion(path, table.take_sha256("sha256"), table.take_size("bytes")))
        table.end()
    return tuple(companions)


def _source(table: TomlTable, sha256: str, size: int) -> Member | HubFile | Path:
    kind: Any = table.take_one_of("kind", get_args(Kind))
    if kind == "file":
        own = table.path.parent / table.take("path", str)
        table.end()
        return own
    if kind == "hub":
        file = HubFile(
            repo=table.take_text("repo", REPO),
            revision=table.take_text("revision", REVISION),
            commit=table.take_commit("commit"),
            path=table.take_inner_path("path"),
        )
        table.end()
        return file
    archive = Archive(
        kind=kind,
        package=table.take_text("package", NPM if kind == "npm" else PIP),
        file=table.take_file_name("archive"),
        sha256=table.take_sha256("archive_sha256"),
        bytes=table.take_size("archive_bytes"),
    )
    path = table.take_inner_path("path")
    if path.endswith(".gz"):
        sha256, size = table.take_sha256("packed_sha256"), table.take_size("packed_bytes")
    table.end()
    return Member(archive, path, sha256, size)


def read_facts(table: TomlTable) -> RankFacts:
    """Pattern and specials of a rank file.

    `runs` are numbered tokens: n, n + 1, … with ids id, id + 1, …
    """
    pattern, source = table.take("pattern", str), table.take("source", str)
    specials: dict[str, int] = {}

    def add(token: str, token_id: int) -> None:
        if token in specials or token_id in used:
            raise table.bad("specials", f"{token!r} or its id {token_id} appears twice")
        used.add(token_id)
        specials[token] = token_id

    used: set[int] = set()
    listed = TomlTable(table.path, table.take("specials", dict, {}), f"{table.at}specials.")
    for token in list(listed.data):
        add(token, listed.take_count(token))
    for index, data in enumerate(table.take("runs", list, [])):
        run = TomlTable(table.path, data, f"{table.at}runs[{index}].")
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
