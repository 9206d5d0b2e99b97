"""`tokparity vectors`: cases with their answers, for any language, and what is held to them."""

import json
from pathlib import Path

import click

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.bugs.ties import Ties
from tokparity.harness.commands.completion import subjects, vocabularies
from tokparity.harness.run.check import checked_subject
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.vectors.export import exported, plain_cell
from tokparity.harness.vectors.vector import Vector, read_vectors, write_vectors
from tokparity.harness.vectors.verify import Verified, verified
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import EncodeCase, Encoding, Observation, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.text.visible import message_line, visible

SHOWN = 10
"""Answers that are shown; the others are counted."""


class OtherFile(TokparityError):
    """Vectors of another file than the one that is there."""

    def __init__(self, path: Path, wanted: str, name: str, has: str) -> None:
        super().__init__(
            f"{path}: sha256: is {wanted:.12}…, and that of {name} is {has:.12}…: "
            "name the file with --artefact, or export anew"
        )


@click.group()
def vectors() -> None:
    """Test vectors of an artefact for any language: export, verify.

    \b
    tokparity vectors export qwen3 --out vectors/qwen3
    tokparity vectors verify vectors/qwen3 --subject "exec:./mytok"
    """


@vectors.command()
@click.argument("artefact", shell_complete=vocabularies)
@click.option("--cases", type=click.IntRange(1, 5000), default=500, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Another seed, other texts.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder to write.",
)
@click.pass_context
def export(context: click.Context, artefact: str, cases: int, seed: int, out: Path) -> None:
    """Write the cases of ARTEFACT that exercise most, as JSON lines with their schema.

    Three of four are texts, with their ids and, where the library tells them, offsets; the others
    are ids, with the text they decode to. The same file, library and seed give the same bytes.
    docs/examples/vectors.c and vectors.mjs read them without a JSON library.
    """
    slot = context.with_resource(Slot())
    about, found = exported(slot, resolve(artefact), cases, seed)
    if len(found) < cases:
        click.echo(f"warning: {len(found)} of {cases}: the library answers no more", err=True)
    path = write_vectors(out, about, found)
    noted = sum(bool(vector.notes) for vector in found)
    click.echo(f"{path}: {len(found)} vectors of {artefact}, {noted} with a note")


@vectors.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--subject",
    help="Yours: exec:COMMAND, python:MODULE:FACTORY [the native library].",
    shell_complete=subjects,
)
@click.option("--artefact", help="The tokenizer's file [by the name that the vectors say].")
@click.option("--json", "as_json", is_flag=True, help="Print each wrong answer as a JSON object.")
@click.pass_context
def verify(
    context: click.Context, path: Path, subject: str | None, artefact: str | None, as_json: bool
) -> None:
    """Hold an implementation to the vectors of PATH, a folder or a file.

    \b
    tokparity vectors verify vectors/qwen3                      the native library, as it is here
    tokparity vectors verify vectors/qwen3 --subject "exec:./mytok"

    Exit code 1 where an answer is another one, 2 where nothing could be asked. A tie, or what no
    format has a rule for, is told and does not count.
    """
    about, found = read_vectors(path)
    file = resolve(artefact or about["model"])
    if file.sha256 != about["sha256"]:
        raise OtherFile(path, about["sha256"], file.name, file.sha256)
    slot = context.with_resource(Slot())
    if subject is None:
        cell = plain_cell(file)
    else:
        cell = checked_subject(file, slot.subject_called(subject)[0])
    ties = Ties.of(slot.tokenizer(plain_cell(file).left.artefact))
    result = verified(case_runner(slot, cell), found, ties)
    _print(result, as_json)
    context.exit(int(bool(result.wrong)) if result.asked else 2)


def _print(result: Verified, as_json: bool) -> None:
    for vector, answer in result.wrong if as_json else result.wrong[:SHOWN]:
        if as_json:
            click.echo(json.dumps({"vector": vector.to_json(), "answer": write(answer)}))
        else:
            click.echo(message_line(_line(vector, answer)))
    if len(result.wrong) > SHOWN and not as_json:
        click.echo(f"… {len(result.wrong) - SHOWN} more")
    right = result.asked - len(result.wrong) - len(result.excused)
    said = f"{result.asked} vectors asked: {right} right, {len(result.wrong)} wrong"
    if result.excused:
        said += f", {len(result.excused)} otherwise, which a note excuses"
    if result.unsupported:
        said += f"; {result.unsupported} not asked: unsupported"
    click.echo(said, err=as_json)


def _line(vector: Vector, answer: Observation) -> str:
    case = vector.case
    asked = f'"{visible(case.text)}"' if isinstance(case, EncodeCase) else _short(case.ids)
    given, wanted = _told(answer), _told(vector.answer)
    if given == wanted:  # the ids are right
        given, wanted = (f"offsets {_offsets(one)}" for one in (answer, vector.answer))
    return f"{case.op} {asked}: {given}, not {wanted}"


def _offsets(answer: Observation) -> str:
    spans = getattr(answer, "offsets", None) or ()
    return " ".join(f"{start}-{end}" for start, end in spans) or "none"


def _told(answer: Observation) -> str:
    if isinstance(answer, Refusal):
        return f"refused ({answer.kind})"
    if isinstance(answer, Encoding):
        return _short(answer.ids)
    return repr(getattr(answer, "value", answer))


def _short(ids: tuple[int, ...]) -> str:
    return " ".join(map(str, ids)) or "no ids"
