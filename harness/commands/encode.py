"""`tokparity encode` and `tokparity decode`: text to ids and back."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.completion import subjects, vocabularies
from tokparity.harness.commands.escaped_text import escaped_option, unescaped
from tokparity.harness.commands.nearest_options import ask_as_it_can
from tokparity.harness.commands.oracle_option import OracleName
from tokparity.oracles.protocol import ORACLES, NotRead
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Observation,
    Refusal,
    Text,
)
from tokparity.reference_impl.errors import TokparityError

if TYPE_CHECKING:
    from tokparity.oracles.worker.client import OracleWorker
    from tokparity.oracles.worker.host import Handle


class NoAnswer(TokparityError):
    """The engine refused this one text or these ids."""

    def __init__(self, engine: str, refusal: Refusal) -> None:
        super().__init__(f"{engine}: {refusal.kind}: {refusal.detail}")
        self.engine, self.refusal = engine, refusal


class NotAnId(TokparityError):
    """A word where an id should be."""

    def __init__(self, word: str) -> None:
        super().__init__(f"{word!r:.60} is not an id: ids are numbers")
        self.word = word


@contextmanager
def loaded(oracle: str, artefact: Artefact) -> Iterator[tuple["OracleWorker", "Handle"]]:
    """A worker that holds the artefact. Errors: NotRead;
    NoAnswer for a file that it refuses."""
    # Imported here: the worker brings the codec and cattrs, 0.15 CPU-seconds that the reference
    # alone, which answers without `--oracle`, does not need.
    from tokparity.oracles.worker.client import OracleWorker

    if artefact.format not in ORACLES[oracle].formats:
        raise NotRead(oracle, artefact)
    with OracleWorker(oracle) as worker:
        handle = worker.load(artefact)
        if isinstance(handle, Refusal):
            raise NoAnswer(oracle, handle)
        yield worker, handle


def asked(subject: str, oracle: str | None, artefact: Artefact, case: Case) -> Observation:
    """What an implementation under test answers."""
    from tokparity.harness.commands.one_answer import answered  # imported here: as the worker
    from tokparity.harness.shards.slot import Slot

    if oracle is not None:
        raise click.UsageError("--oracle and --subject name one each: give one of them")
    with Slot() as slot:
        return answered(slot, subject, artefact, case)


def numbers_of(words: Iterable[str]) -> tuple[int, ...]:
    """The ids of a command line, each alone or several in one word; of "" none. Errors: NotAnId."""
    numbers = []
    for given in " ".join(words).split():
        try:
            numbers.append(int(given))
        except ValueError:
            raise NotAnId(given) from None
    return tuple(numbers)


@click.command()
@click.argument("artefact", shell_complete=vocabularies)
@click.argument("text", required=False)
@escaped_option
@click.option("--no-add-special", is_flag=True, help="Leave out what the template adds (BOS, EOS).")
@click.option("--no-parse-special", is_flag=True, help="Special tokens in the text are plain text.")
@click.option("--oracle", type=OracleName(), help="Ask this library instead.")
@click.option(
    "--subject",
    metavar="SPEC",
    help="Ask this implementation instead: lib:NAME, exec:COMMAND, …",
    shell_complete=subjects,
)
@click.option("--json", "as_json", is_flag=True, help="Print ids and offsets as one JSON object.")
def encode(
    artefact: str,
    text: str | None,
    escaped: bool,
    no_add_special: bool,
    no_parse_special: bool,
    oracle: str | None,
    subject: str | None,
    as_json: bool,
) -> None:
    """Encode TEXT (stdin where it is not given) to ids separated by spaces.

    \b
    tokparity encode qwen3 "hello world"                     14990 1879
    tokparity encode qwen3 "hello" --oracle huggingface_tokenizers
    tokparity encode qwen3 "hello" --subject lib:kitoken
    tokparity encode qwen3 --escaped 'caf\\u00e9'             924 58858
    """
    resolved = resolve(artefact)
    options = EncodeOptions(add_special=not no_add_special, parse_special=not no_parse_special)
    if text is None:
        text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    elif escaped:
        text = unescaped(text)
    answer: object
    if subject is not None:
        answer = asked(subject, oracle, resolved, EncodeCase(text, options))
    elif oracle is None:
        answer = next(load(resolved).encode_batch([text], options).observations())
    else:
        with loaded(oracle, resolved) as (worker, handle):
            options = ask_as_it_can(worker, oracle, resolved.format, options)
            answer = next(worker.encode(handle, [text], options).observations())
    match answer:
        case Refusal():
            raise NoAnswer(subject or oracle or "reference", answer)
        case Encoding(ids, offsets):
            document = {"ids": ids, "offsets": offsets}
            click.echo(json.dumps(document) if as_json else " ".join(map(str, ids)))


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("artefact", shell_complete=vocabularies)
@click.argument("ids", nargs=-1, required=True)
@click.option("--skip-special", is_flag=True, help="Leave out ids of special tokens.")
@click.option(
    "--remove-special", is_flag=True, help="Leave out the bos and eos around the ids (GGUF)."
)
@click.option("--oracle", type=OracleName(), help="Ask this library instead.")
@click.option(
    "--subject",
    metavar="SPEC",
    help="Ask this implementation instead: lib:NAME, exec:COMMAND, …",
    shell_complete=subjects,
)
def decode(
    artefact: str,
    ids: tuple[str, ...],
    skip_special: bool,
    remove_special: bool,
    oracle: str | None,
    subject: str | None,
) -> None:
    """Decode IDS to text. '' is no ids; an id that no token has is an error here.

    \b
    tokparity decode qwen3 14990 1879                        hello world
    """
    resolved = resolve(artefact)
    numbers = numbers_of(ids)
    options = DecodeOptions(skip_special, remove_special)
    answer: object
    if subject is not None:
        answer = asked(subject, oracle, resolved, DecodeCase(numbers, options))
    elif oracle is None:
        answer = load(resolved).decode(numbers, options, strict=True)
    else:
        with loaded(oracle, resolved) as (worker, handle):
            options = ask_as_it_can(worker, oracle, resolved.format, options)
            answer = next(worker.decode(handle, [numbers], options).observations())
    match answer:
        case Refusal():
            raise NoAnswer(subject or oracle or "reference", answer)
        case Text(value):
            raw = value.encode("utf-8", "surrogatepass")
        case Bytes(value):
            raw = value
    sys.stdout.buffer.write(raw + b"\n")
