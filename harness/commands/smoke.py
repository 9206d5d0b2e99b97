"""`tokparity smoke`: is a subject's adapter sound, before its tokenizer is judged?"""

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.run.check import checked_subject
from tokparity.harness.shards.slot import Slot
from tokparity.harness.smoke import Check, checks_of, start
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.messages import Capabilities
from tokparity.reference_impl.contract import Artefact, Refusal
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

    SUBJECT is a program that speaks JSON lines (docs/how-to/subject.md), or a Python factory.
    Exit code 0: the adapter is sound, whatever the tokenizer does; 2: it is broken.
    """
    with Slot() as slot:
        sound = True
        for check in checks(slot, *slot.subject_called(subject), vocab):
            sound = sound and check.ok
            click.echo(json.dumps(asdict(check)) if as_json else message_line(check.line()))
        said = "the adapter is sound: `tokparity check ARTEFACT --subject …` judges the tokenizer"
        click.echo(said if sound else "the adapter is broken", err=True)
        context.exit(0 if sound else 2)


def checks(
    slot: Slot, engine: Subject, client: SubjectClient, vocab: str | None
) -> Iterator[Check]:
    """Start, load, and what is asked of what is loaded. Errors: NothingToLoad."""
    begun = start(client)
    yield begun
    hello = client.hello()
    if isinstance(hello, Refusal):
        return
    artefact = _smallest(engine, hello.capabilities) if vocab is None else resolve(vocab)
    yield from checks_of(slot, checked_subject(artefact, engine), client)


def _smallest(engine: Subject, capabilities: Capabilities) -> Artefact:
    """The smallest file that is here of what it says it loads."""
    cache = Cache.default()
    entries = sorted(catalogue.manifests(), key=lambda entry: entry.bytes)
    for entry in entries:
        if entry.format in capabilities.formats or entry.name in capabilities.vocabularies:
            try:
                return catalogue.artefact(entry, cache)
            except catalogue.NotFetched:
                continue
    raise NothingToLoad(engine.name, capabilities)
