"""`tokparity stream`: ids decoded one by one, in every way there is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import click

from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.completion import vocabularies
from tokparity.harness.commands.encode import NoAnswer, loaded, numbers_of
from tokparity.harness.commands.escaped_text import unescaped
from tokparity.harness.properties.replies import Reply, reply_by, text_of_reply, through
from tokparity.harness.recordings.first_wrong_push import Replay, replayed
from tokparity.harness.recordings.recording import read_recording
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import Artefact, DecodeOptions, Refusal, StreamCase, Streamed
from tokparity.reference_impl.streaming.incremental import text_of
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.naive_stops import NAIVE_STOPS
from tokparity.reference_impl.streaming.prefix_offsets import NoPieces
from tokparity.reference_impl.streaming.stop_strings import StopStrings, until_stop
from tokparity.reference_impl.streaming.thinking import END, START, Parted, ThinkingFilter, parted
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.text.visible import message_line, visible

NOTHING = "-"
REFUSED = "refused"


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("artefact", shell_complete=vocabularies)
@click.argument("ids", nargs=-1)
@click.option("--prompt", default="", help="Ids that the reply stands behind, in quotes.")
@click.option("--skip-special", is_flag=True, help="Leave out ids of special tokens.")
@click.option(
    "--way",
    "ways",
    multiple=True,
    type=click.Choice(sorted([*WAYS, *NAIVE, *NAIVE_STOPS])),
    help="Only this; the naive ones are never asked otherwise.",
)
@click.option(
    "--stop",
    "stops",
    multiple=True,
    help=r"End before this text, written with JSON's escapes: '\n\nUser:'.",
)
@click.option("--thinking", is_flag=True, help=f"Show apart what stands in {START} … {END}.")
@click.option(
    "--compare",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Say the first wrong push of this recorded stream: JSON lines.",
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
    stops: tuple[str, ...],
    thinking: bool,
    compare: Path | None,
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
    tokparity stream qwen3 40 13 271 --stop "\\n\\n"            stop strings are held back
    tokparity stream qwen3 --compare served.jsonl              what a server gave, push by push

    The last row is what is left at the end. Exit code 1 where a way shown, or the recorded stream,
    does not give the text that decoding all at once does.

    A recorded stream has a line a push, {"ids": [9284, 104], "delta": "text"}. Its first line may
    say how it was asked: {"prompt": [1], "skip_special": true, "stop": ["\\n"]}.
    """
    if bool(ids) == bool(compare):
        raise click.UsageError("give IDS, or --compare with a recorded stream")
    resolved = resolve(artefact)
    if compare is not None:
        if any((prompt, skip_special, stops, thinking, ways, oracle)):
            raise click.UsageError("--compare: the first line of its file says how it was asked")
        replay = replayed(load(resolved), read_recording(compare))
        for line in [json.dumps(asdict(replay))] if as_json else _told(replay):
            click.echo(line)
        context.exit(int(replay.wrong is not None))
    stops = tuple(map(unescaped, stops))
    if "" in stops or (not stops and NAIVE_STOPS.keys() & ways):
        raise click.UsageError("--stop: give a text that is not empty")
    options = DecodeOptions(skip_special=skip_special)
    case = StreamCase(numbers_of(ids), numbers_of(prompt.split()), options)
    tokenizer = load(resolved)
    at_once = {"text": until_stop(text_of_reply(tokenizer, case), stops)}
    theirs = [] if oracle is None else [_reply_of(resolved, case, oracle)]
    replies = _replies(tokenizer, case, ways, stops)
    replies += [through(reply, StopStrings(stops)) for reply in theirs]
    if thinking:
        inside = _within_thought(text_of(tokenizer.decode(case.prompt_ids, options)))
        replies = [apart for reply in replies for apart in _apart(reply, inside=inside)]
        whole = parted(at_once["text"], inside=inside)
        at_once = {"text": whole.answer, "thought": whole.thought}
    wanted = list(at_once.values()) * (len(replies) // len(at_once))
    wrong = [reply for reply, text in zip(replies, wanted, strict=True) if not reply.gives(text)]
    pieces = [tokenizer.pieces().get(token_id) for token_id in case.ids]
    view = _objects if as_json else _rows
    for line in view(case, pieces, replies, at_once, wrong):
        click.echo(line)
    context.exit(int(bool(wrong)))


def _replies(
    tokenizer: Tokenizer, case: StreamCase, ways: Sequence[str], stops: Sequence[str]
) -> list[Reply]:
    """Those asked for; of all, those that take such a tokenizer. Errors: NoPieces."""
    found = []
    for way in dict.fromkeys(ways or WAYS):
        if way in NAIVE_STOPS:
            reply = through(reply_by("byte_buffer", tokenizer, case), NAIVE_STOPS[way](stops))
            found.append(replace(reply, way=way))
            continue
        try:
            found.append(through(reply_by(way, tokenizer, case), StopStrings(stops)))
        except NoPieces as error:
            if ways:
                raise
            click.echo(message_line(f"left out {way}: {error}"), err=True)
    return found


def _within_thought(prompt: str) -> bool:
    return prompt.rfind(START) > prompt.rfind(END)


def _apart(reply: Reply, *, inside: bool) -> tuple[Reply, Reply]:
    """The answer of a reply, and its thought, as they come."""
    parts = ThinkingFilter(inside=inside)
    given = [Parted() if part is None else parts.push(part) for part in reply.parts]
    last = Parted() if reply.rest is None else parts.push(reply.rest)
    flushed = parts.flush()
    answer, thought = (
        Reply(
            way,
            tuple(
                None if part is None else of_both[at]
                for part, of_both in zip(reply.parts, given, strict=True)
            ),
            None if reply.rest is None else last[at] + flushed[at],
        )
        for at, way in enumerate((reply.way, f"{reply.way} thought"))
    )
    return answer, thought


def _told(replay: Replay) -> list[str]:
    """What a recorded stream comes to, in lines."""
    looked_at = f"{replay.pushes:,} pushes of {replay.ids:,} ids"
    wrong = replay.wrong
    if wrong is None:
        return [f"{looked_at}: the text of all ids; at most {replay.latest} ids late"]
    wanted = f'"{visible(wrong.wanted)}"' if wrong.wanted else "the end"
    if wrong.line is None:
        first = f"{wrong.cause}: {wanted}"
    else:
        ids = " ".join(map(str, wrong.ids)) or "none"
        delta = f'"{visible(wrong.given)}"'
        first = f"line {wrong.line}, ids {ids}: {wrong.cause}: {delta}, where {wanted} comes"
    alike = [f"the same so far gives: {', '.join(wrong.ways)}"] if wrong.ways else []
    return [f"{looked_at}: not the text of all ids", first, *alike]


def _reply_of(artefact: Artefact, case: StreamCase, oracle: str) -> Reply:
    """What a library gives, which flushes nothing. Errors: NotRead, NoAnswer."""
    with loaded(oracle, artefact) as (worker, handle):
        (answer,) = worker.submit_cases(handle, [case], case.options).result().found
    if isinstance(answer, Refusal):
        raise NoAnswer(oracle, answer)
    assert isinstance(answer, Streamed)
    return Reply(oracle, answer.parts, "")


Pieces = Sequence[str | None]


def _rows(
    case: StreamCase,
    pieces: Pieces,
    replies: Sequence[Reply],
    at_once: Mapping[str, str],
    wrong: Sequence[Reply],
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
    for name, text in at_once.items():
        lines.append(f'{"all" if name == "text" else name} at once: "{visible(text)}"')
    for reply in wrong:
        refused = (*reply.parts, reply.rest).count(None)
        refusals = f", {refused} refused" if refused else ""
        lines.append(f'{reply.way}: not that text, but "{visible(reply.text)}"{refusals}')
    return lines


def _part(part: str | None) -> str:
    return REFUSED if part is None else f'"{visible(part)}"' if part else NOTHING


def _objects(
    case: StreamCase,
    pieces: Pieces,
    replies: Sequence[Reply],
    at_once: Mapping[str, str],
    wrong: Sequence[Reply],
) -> list[str]:
    lines = []
    for at, (token_id, piece) in enumerate(zip(case.ids, pieces, strict=True)):
        given = {reply.way: reply.parts[at] for reply in replies}
        lines.append(json.dumps({"id": token_id, "piece": piece, "given": given}))
    lines.append(json.dumps({"end": {reply.way: reply.rest for reply in replies}}))
    same = {reply.way: reply not in wrong for reply in replies}
    return [*lines, json.dumps({**at_once, "same": same})]
