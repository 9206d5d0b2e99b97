"""Well-known public models of the hub, by name: shipped as data, and not verified here.

Nobody has fetched them for this project: no hash is known, so none is in the default set
or in '*'. The first fetch by name writes what it sees to the user's lock. A rank file does
not hold its pattern: of such a model the list says it, and where it is from. Not here: what
was fetched (`locked`).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache as memoized
from importlib import resources
from pathlib import Path

from tokparity.corpora.vocabs.file_format import as_json
from tokparity.corpora.vocabs.manifest import NAME, REPO
from tokparity.corpora.vocabs.spec import HubSpec
from tokparity.corpora.vocabs.table import TomlTable
from tokparity.reference_impl.contract import RankFacts
from tokparity.reference_impl.errors import BadArtefact

_FILE = "hub_models.toml"


@dataclass(frozen=True, slots=True)
class HubRanks:
    """What a model's rank file does not say, and where that is from.

    `reserved` ids behind the last rank are special tokens: called as the `added_tokens_decoder` of
    the repository's tokenizer_config.json says, the others by `template`, with `{n}` for the id.
    """

    pattern: str
    reserved: int
    template: str
    source: str

    def facts(self, ranks: Path, config: Path) -> RankFacts:
        """The facts of a rank file that came, beside this tokenizer_config.json.

        Source: moonshotai/Kimi-K2-Instruct-0905 tokenization_kimi.py, `TikTokenTokenizer`.
        Raises BadArtefact.
        """
        first = sum(1 for line in ranks.read_bytes().splitlines() if line)
        last = first + self.reserved - 1
        named = _names(config)
        specials = {
            named.get(token_id, self.template.replace("{n}", str(token_id))): token_id
            for token_id in range(first, last + 1)
        }
        if len(specials) < self.reserved:
            raise BadArtefact(config, "added_tokens_decoder", "gives two ids one name")
        return RankFacts(self.pattern, specials, self.source)


@dataclass(frozen=True, slots=True)
class HubModel:
    """A repository, and what its publisher says of it; `gated`: its terms must be accepted.

    `model`: that of the catalogue which it is, where there is one; `ranks` of one that publishes
    a rank file alone.
    """

    repo: str
    family: str
    algorithm: str
    licence: str
    gated: bool
    model: str = ""
    ranks: HubRanks | None = None

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
    tables = top.take("ranks", dict, {})
    ranks = {name: _ranks(TomlTable(path, data, f"ranks.{name}.")) for name, data in tables.items()}
    models: dict[str, HubModel] = {}
    for index, data in enumerate(top.take("model", list)):
        table = TomlTable(path, data, f"model[{index}].")
        used = table.take("ranks", str, "")
        if used and used not in ranks:
            raise table.bad("ranks", f"{used!r} is no table [ranks.…]")
        model = HubModel(
            repo=table.take_text("repo", REPO),
            family=table.take("family", str),
            algorithm=table.take("algorithm", str),
            licence=table.take("licence", str),
            gated=table.take("gated", bool, False),
            model=table.take_text("model", NAME) if "model" in table.data else "",
            ranks=ranks[used] if used else None,
        )
        table.end()
        if model.repo in models:
            raise BadArtefact(path, f"model[{index}].repo", f"{model.repo} is there twice")
        models[model.repo] = model
    top.end()
    return models


def _ranks(table: TomlTable) -> HubRanks:
    found = HubRanks(
        pattern=table.take("pattern", str),
        reserved=table.take_count("reserved"),
        template=table.take("template", str),
        source=table.take("source", str),
    )
    table.end()
    if found.template.count("{n}") != 1:
        raise table.bad("template", f"is {found.template!r}, without exactly one {{n}}")
    return found


def _names(config: Path) -> dict[int, str]:
    """From id to content, as tokenizer_config.json has them."""
    top = as_json(config, config.read_bytes())
    decoder = top.get("added_tokens_decoder", {}) if isinstance(top, dict) else None
    try:
        names = {int(token_id): token["content"] for token_id, token in decoder.items()}  # type: ignore[union-attr]
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadArtefact(config, "added_tokens_decoder", "is no {id: {content}}") from None
    if not all(isinstance(name, str) for name in names.values()):
        raise BadArtefact(config, "added_tokens_decoder", "has a content that is no text")
    return names
