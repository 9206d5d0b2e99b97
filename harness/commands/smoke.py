"""`tokparity smoke`: is a subject's adapter sound, before its tokenizer is judged?"""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import asdict
from shlex import quote

import click

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.run.check import checked_subject
from tokparity.harness.shards.slot import Slot
from tokparity.harness.smoke import Check, checks_of, start
from tokparity.oracles.subjects.messages import Capabilities
from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import Subject
from tokparity.reports.text.visible import message_line


class NothingToLoad(TokparityError):
    """No vocabulary that is here is one that the subject loads."""

    def __init__(self, name: str, capabilities: Capabilities) -> None:
        loads = ", ".join((*capabilities.formats, *capabilities.vocabularies)) or "nothing"
        super().__init__(
            f"{name}: says that it loads {loads}, and none of it is fetched: "
            "`tokparity vocabs fetch`, or name one with --vocab"
        )


@click.command()
@click.argument("subject")
@click.option("--vocab", help="ARTEFACT to load [default: the smallest fetched that it loads].")
@click.option("--json", "as_json", is_flag=True, help="Print each check as a JSON line.")
@click.pass_context
def smoke(context: click.Context, subject: str, vocab: str | None, as_json: bool) -> None:
    """Tell a broken adapter from a wrong tokenizer: a dozen cases, each with advice.

    \b
    tokparity smoke "exec:./mytok --fast"
    tokparity smoke python:my_package.fast:Tokenizer --vocab my/tokenizer.json

    SUBJECT is a program that speaks JSON lines on stdin and stdout (exec:COMMAND), or a Python
    callable that makes one (python:MODULE:FACTORY): docs/how-to/subject.md.

    \b
    ok       the adapter does what it should; what stands behind is what was seen
    broken   it does not, and any verdict on its tokenizer would be worth nothing

    Exit code 0: the adapter is sound, whatever the tokenizer does; 2: it is broken.
    """
    slot = context.with_resource(Slot())
    engine, client = slot.subject_called(subject)
    broken = _print([start(client)], as_json)
    hello = client.hello()
    if not isinstance(hello, Refusal):
        vocab = vocab or _smallest(engine, hello.capabilities)
        cell = checked_subject(resolve(vocab), engine)
        broken += _print(checks_of(slot, cell, client), as_json)
    if broken:
        click.echo(f"the adapter is broken: {', '.join(broken)}", err=True)
        context.exit(2)
    judge = f"tokparity check {quote(str(vocab))} --subject {quote(subject)}"
    click.echo(f"the adapter is sound; what its tokenizer is worth: {judge}", err=True)


def _print(checks: Iterable[Check], as_json: bool) -> list[str]:
    """Print each check as it is done; the names of those that found it broken."""
    broken = []
    for check in checks:
        click.echo(json.dumps(asdict(check)) if as_json else message_line(check.line()))
        broken += [] if check.ok else [check.name]
    return broken


def _smallest(engine: Subject, capabilities: Capabilities) -> str:
    """The smallest entry of the catalogue that is here and that it says it loads. Errors:
    NothingToLoad."""
    cache = Cache.default()
    for entry in sorted(catalogue.manifests(catalogue.OWN), key=lambda entry: entry.bytes):
        if entry.format in capabilities.formats or entry.name in capabilities.vocabularies:
            with contextlib.suppress(catalogue.NotFetched):
                catalogue.artefact(entry, cache)
                return entry.name
    raise NothingToLoad(engine.name, capabilities)
