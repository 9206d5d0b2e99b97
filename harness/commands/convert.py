"""`tokparity convert`: a vocabulary as a GGUF file, and what is lost on the way."""

import json
from pathlib import Path

import click
from rich.console import Console

from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.conversion.convert import convert as to_gguf
from tokparity.harness.conversion.convert import write_gguf
from tokparity.harness.conversion.upstream.identity import beside_upstream
from tokparity.harness.conversion.upstream.written import converted
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.tokenizer.warnings import warnings_of
from tokparity.reports.text.visible import harmless, message_line


@click.command()
@click.argument("source")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace OUT where it is there already.")
@click.option("--pre", metavar="NAME", help="This pre-tokenizer of llama.cpp, whatever it cuts.")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as one JSON object.")
def convert(source: str, out: Path, force: bool, pre: str | None, as_json: bool) -> None:
    """Write the vocabulary of SOURCE to OUT, a GGUF file without tensors.

    \b
    tokparity convert my/model/ my.gguf              a folder with a tokenizer.json
    tokparity convert tokenizer.model my.gguf        a sentencepiece model
    tokparity convert qwen3-ranks my.gguf            ranks of the catalogue
    tokparity convert my/model/ my.gguf --pre qwen2  another pre-tokenizer than the one that fits
    tokparity check my.gguf --against my/model/      then see what came through

    The pre-tokenizer is recognised by the words that it cuts. What the source says and GGUF
    cannot say is listed, and what llama.cpp's own converter would write otherwise.
    """
    resolved = resolve(source)
    if out.exists() and not force:
        raise BadArtefact(out, "file", "is there already: --force replaces it")
    tokenizer = load(resolved)
    for warning in warnings_of(tokenizer):
        click.echo(message_line(f"warning: {source}: {warning}"), err=True)
    with Console(stderr=True).status(f"converting {source}"):
        vocabulary = to_gguf(resolved, tokenizer, pre)
        upstream = beside_upstream(converted(vocabulary), resolved, tokenizer)
    try:
        write_gguf(vocabulary, out, Path(resolved.name).name)  # not where it lies
    except OSError as error:
        raise BadArtefact(out, "file", error.strerror or "cannot be written") from None
    if as_json:
        click.echo(
            json.dumps(
                {
                    "model": vocabulary.model,
                    "pre": vocabulary.pre,
                    "tokens": len(vocabulary.tokens),
                    "ids": vocabulary.ids,
                    "flags": vocabulary.flags,
                    "chat_template": vocabulary.chat_template is not None,
                    "lost": vocabulary.lost,
                    "upstream": upstream,
                }
            )
        )
    else:
        named = f", pre {vocabulary.pre}" if vocabulary.pre else ""
        click.echo(f"{out}: model {vocabulary.model}{named}, {len(vocabulary.tokens):,} tokens")
        for line in vocabulary.lost:
            click.echo(f"lost: {line}")
        for line in upstream:
            click.echo(harmless(line))
    click.echo(f"next: tokparity check {out} --against {source}", err=True)
