"""`tokparity stream`: ids decoded one by one, in every way there is."""

import json
from collections.abc import Sequence

import click

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.completion import vocabularies
from tokparity.harness.commands.encode import NoAnswer, loaded, numbers_of
from tokparity.harness.properties.replies import Reply, reply_by, text_of_reply
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import Artefact, DecodeOptions, Refusal, StreamCase, Streamed
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.prefix_offsets import NoPieces
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.text.visible import message_line, visible

NOTHING = "-"
REFUSED = "refused"


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("artefact", shell_complete=vocabularies)
@click.argument("ids", nargs=-1, required=True)
@click.option("--prompt", default="", help="Ids that the reply stands behind, in quotes.")
@click.option("--skip-special", is_flag=True, help="Leave out ids of special tokens.")
@click.option(
    "--way",
    "ways",
    multiple=True,
    type=click.Choice(sorted(WAYS | NAIVE)),
    help="Only this; the naive ones are never asked otherwise.",
)
@click.option(
    "--oracle",
    type=click.Choice(sorted(name for name, spec in ORACLES.items() if spec.streams)),
    help="Ask this library too.",
)
@click.option("--json", "as_json", is_flag=True, help="Print each push as one JSON object.")
@click.pass_context
def stream(
    context: click.Context,
    artefact: str,
    ids: tuple[str, ...],
    prompt: str,
    skip_special: bool,
    ways: tuple[str, ...],
    oracle: str | None,
    as_json: bool,
) -> None:
    """Decode IDS one by one, as the reply of a model comes: what each push gives.

    \b
    tokparity stream qwen3 9284 104 101                        a character of three tokens
    tokparity stream llama2 198 172 258 306 --oracle huggingface_tokenizers
    tokparity stream qwen3 101 --prompt "9284 104"             a prompt that ends inside of it
    tokparity stream mistral-tekken 1240 --way byte_buffer --json
    tokparity stream qwen3 9284 104 101 --way whole_history    a mistake that is often made

    The last row is what is left at the end. Exit code 1 where a way shown does not give the text
    that decoding all at once does.
    """
    resolved = resolve(artefact)
    options = DecodeOptions(skip_special=skip_special)
    case = StreamCase(numbers_of(ids), numbers_of(prompt.split()), options)
    tokenizer = load(resolved)
    text = text_of_reply(tokenizer, case)
    replies = [] if oracle is None else [_reply_of(resolved, case, oracle)]
    replies = [*_replies(tokenizer, case, ways), *replies]
    pieces = [tokenizer.pieces().get(token_id) for token_id in case.ids]
    view = _objects if as_json else _rows
    for line in view(case, pieces, replies, text):
        click.echo(line)
    context.exit(int(not all(reply.gives(text) for reply in replies)))


def _replies(tokenizer: Tokenizer, case: StreamCase, ways: Sequence[str]) -> list[Reply]:
    """Those asked for; of all, those that take such a tokenizer. Errors: NoPieces."""
    found = []
    for way in dict.fromkeys(ways or WAYS):
        try:
            found.append(reply_by(way, tokenizer, case))
        except NoPieces as error:
            if ways:
                raise
            click.echo(message_line(f"left out {way}: {error}"), err=True)
    return found


def _reply_of(artefact: Artefact, case: StreamCase, oracle: str) -> Reply:
    """What a library gives, which flushes nothing. Errors: NotRead, NoAnswer."""
    with loaded(oracle, artefact) as (worker, handle):
        (answer,) = worker.submit_cases(handle, [case], case.options).result().found
    if isinstance(answer, Refusal):
        raise NoAnswer(oracle, answer)
    assert isinstance(answer, Streamed)
    return Reply(oracle, answer.parts, "")


def _rows(
    case: StreamCase, pieces: Sequence[str | None], replies: Sequence[Reply], text: str
) -> list[str]:
    table = [("id", "piece", *(reply.way for reply in replies))]
    for at, (token_id, piece) in enumerate(zip(case.ids, pieces, strict=True)):
        named = "(no token)" if piece is None else visible(piece)
        table.append((str(token_id), named, *(_part(reply.parts[at]) for reply in replies)))
    table.append(("end", "", *(_part(reply.rest) for reply in replies)))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    lines.append(f'all at once: "{visible(text)}"')
    for reply in replies:
        if not reply.gives(text):
            refused = (*reply.parts, reply.rest).count(None)
            refusals = f", {refused} refused" if refused else ""
            lines.append(f'{reply.way}: not that text, but "{visible(reply.text)}"{refusals}')
    return lines


def _part(part: str | None) -> str:
    return REFUSED if part is None else f'"{visible(part)}"' if part else NOTHING


def _objects(
    case: StreamCase, pieces: Sequence[str | None], replies: Sequence[Reply], text: str
) -> list[str]:
    lines = []
    for at, (token_id, piece) in enumerate(zip(case.ids, pieces, strict=True)):
        given = {reply.way: reply.parts[at] for reply in replies}
        lines.append(json.dumps({"id": token_id, "piece": piece, "given": given}))
    lines.append(json.dumps({"end": {reply.way: reply.rest for reply in replies}}))
    same = {reply.way: reply.gives(text) for reply in replies}
    return [*lines, json.dumps({"text": text, "same": same})]
