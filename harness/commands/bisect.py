"""`tokparity bisect`: the release of a library that brought a change."""

import click

from tokparity.harness.commands.completion import findings
from tokparity.harness.commands.one_answer import answered
from tokparity.harness.commands.run_findings import finding_called
from tokparity.harness.run.finding_cell import cell_of_finding
from tokparity.harness.shards.slot import Slot
from tokparity.oracles.subjects.environments import NotInstalled
from tokparity.oracles.subjects.library import library_called
from tokparity.oracles.subjects.releases import releases_between
from tokparity.reference_impl.contract import Encoding, Observation, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.summary import describe
from tokparity.reports.text.visible import message_line

LONGEST = 160
"""Characters of an answer that are shown."""


class NothingToFind(TokparityError):
    """Both ends answer alike, or the library reads none of the finding's files."""


@click.command()
@click.argument("what", metavar="RUN:FINDING", shell_complete=findings)
@click.option("--library", required=True, help="tokenizers, transformers, …, or a bundled adapter.")
@click.option("--from", "first", required=True, help="A release.")
@click.option("--to", "last", required=True, help="A later one, that answers otherwise.")
@click.pass_context
def bisect(context: click.Context, what: str, library: str, first: str, last: str) -> None:
    """Name the release of a library that brought a change.

    \b
    tokparity bisect runs/0001:300656165e --library tokenizers --from 0.21.1 --to 0.23.3
    tokparity bisect runs/0002:9d01a3 --library transformers --from 4.57.6 --to 5.3.0

    The finding's smallest case is asked of releases between the two, half by half, each in an
    environment of its own. Of several changes between them one is found.
    """
    run, finding = finding_called(what)
    sighting = describe.smallest(finding)
    cell = cell_of_finding(run.directory, finding, sighting)
    known = library_called(library)
    formats = known.capabilities.formats
    files = [side.artefact for side in cell.sides if side.artefact.format in formats]
    if not files:
        raise NothingToFind(f"{library} reads {', '.join(formats)}: no file of {what} is one")
    names = releases_between(known, first, last)
    slot = context.with_resource(Slot())

    def answer(release: str) -> Observation:
        found = answered(slot, f"lib:{library}@{release}", files[0], sighting.case)
        click.echo(message_line(f"{release}: {told(found)}"))
        return found

    old, new = answer(names[0]), answer(names[-1])
    if "unsupported" in (_kind(old), _kind(new)):
        raise NothingToFind(f"{library} was not asked: it has no such options")
    if alike(old, new):
        raise NothingToFind(f"{first} and {last} answer alike: {told(old)}")
    asked = 2
    while len(names) > 2:
        at = len(names) // 2
        try:
            middle = answer(names[at])
        except NotInstalled as error:
            click.echo(message_line(f"left out: {error}"), err=True)
            del names[at]
            continue
        asked += 1
        if alike(middle, old):
            names = names[at:]
        else:
            names, new = names[: at + 1], middle
    before, brought = names
    click.echo(
        f"{library} {brought} is the first that answers otherwise than {before}: "
        f"{told(new)}, not {told(old)}; {asked} releases asked"
    )


def alike(one: Observation, other: Observation) -> bool:
    """Whether two releases answer the same. What a refusal says changes with every release."""
    if isinstance(one, Refusal) or isinstance(other, Refusal):
        return _kind(one) == _kind(other)
    return one == other


def _kind(answer: Observation) -> str | None:
    return answer.kind if isinstance(answer, Refusal) else None


def told(answer: Observation) -> str:
    """An answer in a few words, the end of a long one left out."""
    words = _told(answer)
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def _told(answer: Observation) -> str:
    if isinstance(answer, Refusal):
        return f"refused ({answer.kind})"
    if isinstance(answer, Encoding):
        ids = " ".join(map(str, answer.ids)) or "no ids"
        spans = " ".join(f"{start}-{end}" for start, end in answer.offsets or ())
        return f"{ids} at {spans}" if spans else ids
    return repr(getattr(answer, "value", answer))
