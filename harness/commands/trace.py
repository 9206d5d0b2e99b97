"""`tokparity trace`: every stage of one encode, and for BPE every merge with its rank."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import click
from rich.console import Console

from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.completion import vocabularies
from tokparity.harness.commands.escaped_text import escaped_option, unescaped
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, FullCase, Stage, case_texts
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.lattice import lattice, merge_scores
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.traces import Trace
from tokparity.reports.records.searches import Algorithm
from tokparity.reports.views.stages import Side, print_stages

if TYPE_CHECKING:
    from tokparity.reports.views.pictures.spans import Picture


class NotTraced(TokparityError):
    """A finding whose case is no text to encode."""

    def __init__(self, what: str, op: str, commands: tuple[str, ...]) -> None:
        instead = f"; ask {' and '.join(commands)}" if commands else ""
        super().__init__(f"{what}: {op} has no stages to show{instead}")


class NothingDrawn(TokparityError):
    """No word that is merged, or searched for the best path."""

    def __init__(self) -> None:
        super().__init__(
            "nothing to draw: no short word of the text is merged, or cut by scores; "
            "--format html shows all stages"
        )


@dataclass(frozen=True, slots=True)
class _Question:
    """What is traced: texts, and one tokenizer or two, each with its name."""

    texts: tuple[str, ...]
    options: EncodeOptions
    sides: tuple[tuple[str, Tokenizer], ...]


@click.command()
@click.argument("artefact", metavar="ARTEFACT|RUN:FINDING", shell_complete=vocabularies)
@click.argument("text", required=False)
@click.option(
    "--against",
    help="A second artefact: both traces, first difference marked.",
    shell_complete=vocabularies,
)
@click.option(
    "--model-algorithm",
    type=click.Choice(get_args(Algorithm)),
    help="ARTEFACT again, with this search over its vocabulary: both traces.",
)
@click.option(
    "--as-configured",
    is_flag=True,
    help="--against with all that each file says: padding and truncation too.",
)
@escaped_option
@click.option("--no-add-special", is_flag=True, help="Leave out what the template adds (BOS, EOS).")
@click.option("--no-parse-special", is_flag=True, help="Special tokens in the text are plain text.")
@click.option("--json", "as_json", is_flag=True, help="Print each trace as one JSON line.")
@click.option(
    "--format",
    "as_format",
    type=click.Choice(["text", "html", "svg"]),
    default="text",
    show_default=True,
    help="html: one page; svg: merge trees and lattices of the words.",
)
def trace(
    artefact: str,
    text: str | None,
    against: str | None,
    model_algorithm: Algorithm | None,
    as_configured: bool,
    escaped: bool,
    no_add_special: bool,
    no_parse_special: bool,
    as_json: bool,
    as_format: Literal["text", "html", "svg"],
) -> None:
    """Show every stage of encoding TEXT, as the reference does it.

    RUN:FINDING instead of both shows the smallest case of a finding, on the files it was found in.

    \b
    tokparity trace qwen3 "hello"
    tokparity trace llama3-merges "hello" --against llama3-ignore-merges
    tokparity trace llama2-gguf "ia" --model-algorithm viterbi
    tokparity trace runs/0001:300656165e
    tokparity trace spm-test-ja "東京都" --format svg > lattice.svg
    """
    if text is None:
        if ":" not in artefact:
            raise click.UsageError("TEXT is missing: only RUN:FINDING has one of its own")
        question = _of_finding(artefact)
    else:
        options = EncodeOptions(add_special=not no_add_special, parse_special=not no_parse_special)
        sides = _sides(artefact, against, model_algorithm, as_configured)
        question = _Question((unescaped(text) if escaped else text,), options, sides)
    if as_format != "text" and as_json:
        raise click.UsageError("--json and --format: give one of them")
    if as_format != "text":
        click.echo(_drawn(question, as_format))
        return
    for text in question.texts:
        traces = [tracing.trace(side, text, question.options) for _, side in question.sides]
        if as_json:
            for each in traces:
                click.echo(json.dumps(write(each)))
            continue
        shown, matters = _shown(question, traces), _matters(question, text, traces)
        print_stages(Console(), text, shown, matters)


def _sides(
    artefact: str, against: str | None, algorithm: Algorithm | None, as_configured: bool
) -> tuple[tuple[str, Tokenizer], ...]:
    names = [artefact] if against is None else [artefact, against]
    files = [resolve(name) for name in names]
    if len(files) == 2 and not as_configured:
        from tokparity.harness.compare.alike import alike  # of one file nobody asks that
        from tokparity.harness.compare.cells import parity_cell

        pair = alike(parity_cell(files[0], files[1], artefact), load)
        files = [side.artefact for side in pair.sides]
    tokenizers = [load(file) for file in files]
    if algorithm is not None:
        if against is not None:
            raise click.BadParameter("--against and --model-algorithm: a trace has two sides")
        from tokparity.harness.fault_models.catalogue import (
            FAULT_MODELS,  # takes a tenth of a second
        )

        names.append(f"{artefact}, {algorithm}")
        tokenizers.append(FAULT_MODELS[algorithm].apply(tokenizers[0]))
        if tokenizers[1] is tokenizers[0]:
            has = type(tokenizers[0].model).__name__
            raise click.BadParameter(f"{artefact} has a {has}: {algorithm} changes nothing")
    return tuple(zip(names, tokenizers, strict=True))


def _of_finding(what: str) -> _Question:
    """The smallest case of a finding, on the very files it was found in.

    Errors: NotARun, BadRecord, NoSuchFinding, CannotReplay; NotTraced for a case that is no text.
    """
    # Runs bring pandas, two CPU-seconds, which a text at the command line does not need.
    from tokparity.harness.commands.run_findings import finding_called
    from tokparity.harness.fault_models.catalogue import FAULT_MODELS
    from tokparity.harness.run.finding_cell import cell_of_finding
    from tokparity.reports.records.engine import FaultyReference, engine_called
    from tokparity.reports.summary.describe import again_commands, smallest

    run, finding = finding_called(what)
    sighting = smallest(finding)
    case = sighting.case
    if not isinstance(case, EncodeCase | FullCase):
        raise NotTraced(what, case.op, again_commands(run.directory, finding, sighting))
    cell = cell_of_finding(run.directory, finding, sighting)
    files = {side.artefact.name: side.artefact for side in cell.sides}
    sides = [(name, load(file)) for name, file in files.items()]
    match engine_called(finding.signature.left):
        case FaultyReference(fault) if fault in FAULT_MODELS:
            name, honest = sides[0]
            sides = [(f"{name}, {fault}", FAULT_MODELS[fault].apply(honest)), (name, honest)]
    return _Question(case_texts(case), case.options, tuple(sides))


MOST_PICTURES = 3
"""Words of one text that are drawn."""


def _drawn(question: _Question, as_format: Literal["html", "svg"]) -> str:
    """The page, or the pictures. Errors: NothingDrawn."""
    from tokparity.reports.views.html.trace_page import trace_page, trace_svg  # brings jinja2

    names = [name for name, _ in question.sides]
    traces = [
        [tracing.trace(side, text, question.options) for _, side in question.sides]
        for text in question.texts
    ]
    asked = [*zip(question.texts, traces, strict=True)]
    pictures = [_pictures(question, text, of_text) for text, of_text in asked]
    if as_format == "svg":
        every = [drawn for of_text in pictures for drawn in of_text]
        if not every:
            raise NothingDrawn
        return trace_svg(names, every)
    matters = [_matters(question, text, of_text) for text, of_text in asked]
    return trace_page(names, question.texts, traces, pictures, matters)


def _shown(question: _Question, traces: list[Trace]) -> list[Side]:
    return [
        Side(name, whole, merge_scores(tokenizer.model))
        for (name, tokenizer), whole in zip(question.sides, traces, strict=True)
    ]


def _pictures(question: _Question, text: str, traces: list[Trace]) -> "list[Picture]":
    """What the normalizers change, and the first words of a text; where two sides take some
    otherwise, of those."""
    from tokparity.reports.views.pictures.alignment import alignment  # brings matplotlib

    words = _telling_words(question, text)
    found = [alignment(text, traces), *(_picture(question, text, traces, word) for word in words)]
    return [drawn for drawn in found if drawn is not None][:MOST_PICTURES]


def _telling_words(question: _Question, text: str) -> list[str]:
    """The words of a text that two sides take otherwise; all where there is none, or one side."""
    words = dict.fromkeys(
        word.text
        for _, tokenizer in question.sides
        for stretch, added in tokenizer.stretches(text, question.options.parse_special)
        if added is None
        for word in tokenizer.pre_tokenize(stretch)
    )
    unlike = [word for word in words if len({_cut(side, word) for _, side in question.sides}) > 1]
    return unlike or [*words]


def _cut(tokenizer: Tokenizer, word: str) -> tuple[str, ...]:
    return tokenizer.model.texts(word, tokenizer.model.tokenize(word))


def _picture(question: _Question, text: str, traces: list[Trace], word: str) -> "Picture | None":
    from tokparity.reports.views.pictures.lattice_paths import lattice_paths  # as above
    from tokparity.reports.views.pictures.merge_tree import merge_trees

    lattices = [lattice(tokenizer.model, word) for _, tokenizer in question.sides]
    if None not in lattices:
        return lattice_paths(word, [edges or () for edges in lattices], text)
    merges = [dict(trace.merges).get(word) for trace in traces]
    if None not in merges:
        tokens = [_cut(tokenizer, word) for _, tokenizer in question.sides]
        return merge_trees(word, [steps or () for steps in merges], text, tokens)
    return None


def _matters(question: _Question, text: str, traces: list[Trace]) -> Stage | None:
    """The first stage of two sides that decides their answers; None where those are the same."""
    if len(traces) < 2 or traces[0].encoding.ids == traces[1].encoding.ids:
        return None
    from tokparity.harness.naming.passage import Passage, first_that_matters  # of two sides alone

    case = EncodeCase(text, question.options)
    left, right = (Passage(tokenizer, case) for _, tokenizer in question.sides)
    return first_that_matters(left, right) or "post_processor"
