"""`tokparity stops`: the ids that end a generation, place by place, and where places disagree."""

import json
from pathlib import Path

import click

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import is_cached
from tokparity.corpora.vocabs.spec import is_spec
from tokparity.harness.artefacts.catalogue_names import DIRECTORY
from tokparity.harness.artefacts.model_files import ModelFiles
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.artefacts.stop_tokens import StopReport, together
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.text.visible import message_line


@click.command()
@click.argument("artefacts", nargs=-1, metavar="[ARTEFACT|GLOB]...")
@click.option("--together", "as_one", is_flag=True, help="One table: these are one model's.")
@click.option("--strict", is_flag=True, help="Exit code 1 where places disagree.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@click.pass_context
def stops(
    context: click.Context, artefacts: tuple[str, ...], as_one: bool, strict: bool, as_json: bool
) -> None:
    """Show which ids end a generation, and which place of the model says so.

    Places are tokenizer_config.json, special_tokens_map.json, config.json and
    generation_config.json beside an ARTEFACT, the keys of a GGUF, and what llama.cpp takes by
    name. Without names: everything that is fetched and names any. "!" marks where places
    disagree, an id that no token has, and a piece that no token is.

    \b
    tokparity stops my/model/
    tokparity stops my/model/ my.gguf --together --strict
    """
    names, explicit = _names(artefacts), bool(artefacts)
    found, failed = [], 0
    for name in names:
        try:
            report = StopReport(name, ModelFiles.of(resolve(name)).stop_tokens())
        except TokparityError as error:
            click.echo(message_line(f"not read: {name}: {error}"), err=True)
            failed += 1
            continue
        if explicit or report.stops.declared:
            found.append(report)
            if not as_one:
                _print(report, as_json)
    reports = [together(found)] if as_one and found else found
    if as_one:
        for report in reports:
            _print(report, as_json)
    apart = sum(not report.agrees for report in reports)
    read = (
        f"{len(names) - failed} read, {len(found)} shown"
        if not explicit
        else f"{len(reports)} shown"
    )
    click.echo(f"{read}, {apart} with places that disagree", err=True)
    context.exit(2 if failed else int(strict and apart > 0))


def _print(report: StopReport, as_json: bool) -> None:
    click.echo(json.dumps(report.to_json()) if as_json else "\n".join(report.lines()))


def _names(given: tuple[str, ...]) -> list[str]:
    """Globs as the names of what is fetched; everything else as it is."""
    names: dict[str, None] = {}
    for word in given or ("*",):
        is_path = Path(word.removeprefix(DIRECTORY)).exists()
        if is_path or not set(word) & set("*?["):
            names[word] = None
            continue
        cache = Cache.default()
        known = catalogue.find(word, catalogue.OWN)
        there = [manifest.name for manifest in known if is_cached(manifest, cache)]
        if is_spec(word) and not there:
            raise catalogue.NotFetched(word)
        names |= dict.fromkeys(there)
    return list(names)
