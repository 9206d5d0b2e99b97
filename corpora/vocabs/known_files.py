"""Files that projects keep copies of, known by their bytes: which model's they are.

A user's own copy is added by it under the right name, beside the catalogue's files of that model
and the repository of the hub that publishes it; a rank file gets its pattern. Not here: whether
the hub's own file has the same bytes, which nobody has verified.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache as memoized
from importlib import resources
from pathlib import Path
from typing import Any, get_args

from tokparity.corpora.vocabs.manifest import NAME, REPO, Manifest, read_facts
from tokparity.corpora.vocabs.table import TomlTable
from tokparity.reference_impl.contract import Format, RankFacts
from tokparity.reference_impl.errors import BadArtefact

_FILE = "known_files.toml"


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What a file is called, and of which model it is.

    `hub` is the repository that publishes the model, "" where none does; `origin` the project
    that keeps the copy: "owner/name@commit:path".
    """

    sha256: str
    name: str
    model: str
    hub: str
    family: str
    format: Format
    algorithm: str
    licence: str
    origin: str
    facts: RankFacts | None

    def manifest(self, size: int, source: Path, known: Iterable[Manifest]) -> Manifest:
        """Of a copy at `source`, to be compared with those of `known` that are of its model."""
        others = tuple(other.name for other in known if other.model == self.model)
        return Manifest(
            name=self.name,
            model=self.model,
            family=self.family,
            format=self.format,
            algorithm=self.algorithm,
            licence=self.licence,
            sha256=self.sha256,
            bytes=size,
            source=source,
            pairs=others,
            facts=self.facts,
        )


@memoized
def known_files() -> Mapping[str, KnownFile]:
    """All of them by sha256, in the order of the file. BadArtefact naming the field."""
    place = resources.files("tokparity.corpora.vocabs") / _FILE
    return parse_known(Path(_FILE), place.read_text(encoding="utf-8"))


def parse_known(path: Path, text: str) -> Mapping[str, KnownFile]:
    """Read the file; `path` is only named in errors."""
    try:
        top = TomlTable(path, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadArtefact(path, "TOML", str(error)) from None
    found: dict[str, KnownFile] = {}
    for index, data in enumerate(top.take("file", list)):
        table = TomlTable(path, data, f"file[{index}].")
        format: Any = table.take_one_of("format", get_args(Format))
        known = KnownFile(
            sha256=table.take_sha256("sha256"),
            name=table.take_text("name", NAME),
            model=table.take_text("model", NAME),
            hub=table.take_text("hub", REPO) if "hub" in table.data else "",
            family=table.take("family", str),
            format=format,
            algorithm=table.take("algorithm", str),
            licence=table.take("licence", str),
            origin=table.take("origin", str),
            facts=read_facts(table.table("facts")) if format == "tiktoken" else None,
        )
        table.end()
        if known.sha256 in found:
            raise BadArtefact(path, f"file[{index}].sha256", "is there twice")
        found[known.sha256] = known
    top.end()
    return found
