"""Well-known public models of the hub, by name: shipped as data, and not verified here.

Nobody has fetched them for this project: no hash is known, so none is in the default set
or in '*'. The first fetch by name writes what it sees to the user's lock. Not here: what
was fetched (`locked`).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache as memoized
from importlib import resources
from pathlib import Path

from tokparity.corpora.vocabs.manifest import REPO
from tokparity.corpora.vocabs.spec import HubSpec
from tokparity.corpora.vocabs.table import TomlTable
from tokparity.reference_impl.errors import BadArtefact

_FILE = "hub_models.toml"


@dataclass(frozen=True, slots=True)
class HubModel:
    """A repository, and what its publisher says of it; `gated`: its terms must be accepted."""

    repo: str
    family: str
    algorithm: str
    licence: str
    gated: bool

    @property
    def spec(self) -> HubSpec:
        """What fetches it: `tokparity vocabs fetch hub:owner/name`."""
        return HubSpec(self.repo)


@memoized
def hub_models() -> Mapping[str, HubModel]:
    """All of them, by repository, in the order of the file. BadArtefact naming the field."""
    place = resources.files("tokparity.corpora.vocabs") / _FILE
    return parse_models(Path(_FILE), place.read_text(encoding="utf-8"))


def parse_models(path: Path, text: str) -> Mapping[str, HubModel]:
    """Read the file; `path` is only named in errors."""
    try:
        top = TomlTable(path, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadArtefact(path, "TOML", str(error)) from None
    models: dict[str, HubModel] = {}
    for index, data in enumerate(top.take("model", list)):
        table = TomlTable(path, data, f"model[{index}].")
        model = HubModel(
            repo=table.take_text("repo", REPO),
            family=table.take("family", str),
            algorithm=table.take("algorithm", str),
            licence=table.take("licence", str),
            gated=table.take("gated", bool, False),
        )
        table.end()
        if model.repo in models:
            raise BadArtefact(path, f"model[{index}].repo", f"{model.repo} is there twice")
        models[model.repo] = model
    top.end()
    return models
