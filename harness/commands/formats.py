"""`tokparity formats`: in which formats a model is there, and what can be derived."""

import json
from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.models import CatalogueModel, models
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.derivation.three_ways import ThreeWays, three_ways
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.text.sheets import Sheet, Value, print_sheets
from tokparity.reports.text.visible import message_line


@click.command()
@click.argument("model")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def formats(model: str, as_json: bool) -> None:
    """Show which engines can hold MODEL: by files as published, and by derived ones.

    \b
    tokparity formats llama2
    tokparity formats my/tokenizer.json
    tokparity run --vocab llama2 --three-ways    then let them vote

    MODEL is a model or a vocabulary of the catalogue, or a path. What is lacking is derived: by
    transformers' converters, by `tokparity convert`, or by a writer of ours; a derived file is
    used by its name, as in `tokparity check llama2-as-gguf`.
    """
    with Console(stderr=True).status(f"deriving what {model} lacks"):
        ways = three_ways(*_artefacts(model), Cache.default())
    if as_json:
        click.echo(json.dumps(_as_json(ways), sort_keys=True))
        return
    print_sheets([_sheet(ways)], Console())
    for format, reason in ways.reasons.items():
        click.echo(message_line(f"no {format}: {reason}"), err=True)


def list_ways(known: Sequence[CatalogueModel], cache: Cache, *, as_json: bool) -> None:
    """Print of each model that is fetched the engines that can hold it, and by whose files."""
    rows: list[tuple[Value, ...]] = []
    with Console(stderr=True).status("") as status:
        for model in known:
            here = [one for one in model.artefacts if catalogue.is_cached(one, cache)]
            if not here:
                continue
            status.update(f"deriving what {model.name} lacks")
            files = [catalogue.artefact(one, cache) for one in here]
            ways = three_ways(model.name, files, cache)
            if as_json:
                click.echo(json.dumps(_as_json(ways), sort_keys=True))
            held = tuple(
                f"{each.engine}: {each.artefact.name}, {each.told}" for each in ways.holdings
            )
            why = tuple(f"{format}: {reason}" for format, reason in ways.reasons.items())
            rows.append((ways.model, len(ways.holdings), held, why if len(held) < 3 else None))
    if not as_json:
        columns = ("model", "engines", "held by", "not by")
        print_sheets([Sheet("Three ways", columns, tuple(rows))], Console())


def _artefacts(name: str) -> tuple[str, list[Artefact]]:
    """The model's name and its files that are here; of a path that one, of a folder its .model
    too."""
    if not Path(name).exists():
        for model in models(catalogue.manifests(catalogue.OWN)):
            if model.name == name or any(one.name == name for one in model.artefacts):
                cache = Cache.default()
                here = [one for one in model.artefacts if catalogue.is_cached(one, cache)]
                if here:
                    return model.name, [catalogue.artefact(one, cache) for one in here]
    given = resolve(name)
    pieces = given.path.parent.glob("*.model") if given.format == "model_folder" else ()
    held = [resolve(str(path)) for path in sorted(pieces)]
    return name, [given, *(each for each in held if each.format == "sentencepiece")]


def _sheet(ways: ThreeWays) -> Sheet:
    rows = tuple(
        (
            holding.engine,
            holding.artefact.name,
            holding.artefact.format,
            holding.told,
            None if holding.derived is None else holding.derived.lost or None,
        )
        for holding in ways.holdings
    )
    return Sheet(ways.model, ("engine", "file", "format", "made", "not said there"), rows)


def _as_json(ways: ThreeWays) -> dict[str, object]:
    return {
        "model": ways.model,
        "engines": [
            {
                "engine": holding.engine,
                "file": holding.artefact.name,
                "format": holding.artefact.format,
                "sha256": holding.artefact.sha256,
                "path": str(holding.artefact.path),
                "derived": None
                if holding.derived is None
                else {
                    "from": holding.derived.source,
                    "by": holding.derived.by,
                    "lost": list(holding.derived.lost),
                },
            }
            for holding in ways.holdings
        ],
        "reasons": ways.reasons,
    }
