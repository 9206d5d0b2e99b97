"""`tokparity trace`: every stage of one encode, and for BPE every merge with its rank."""

import json
from typing import get_args

import click

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import parity_cell
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.traces import Merge, Piece, StageTrace, Trace
from tokparity.reports.records.searches import Algorithm


@click.command()
@click.argument("artefact")
@click.argument("text")
@click.option("--against", help="A second artefact: both traces, first difference marked.")
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
@click.option("--no-add-special", is_flag=True, help="Leave out what the template adds (BOS, EOS).")
@click.option("--no-parse-special", is_flag=True, help="Special tokens in the text are plain text.")
@click.option("--json", "as_json", is_flag=True, help="Print each trace as one JSON line.")
def trace(
    artefact: str,
    text: str,
    against: str | None,
    model_algorithm: Algorithm | None,
    as_configured: bool,
    no_add_special: bool,
    no_parse_special: bool,
    as_json: bool,
) -> None:
    """Show every stage of encoding TEXT, as the reference does it.

    \b
    tokparity trace qwen3 "hello"
    tokparity trace llama3-merges "hello" --against llama3-ignore-merges
    tokparity trace llama2-gguf "ia" --model-algorithm viterbi
    """
    options = EncodeOptions(add_special=not no_add_special, parse_special=not no_parse_special)
    names = [artefact] if against is None else [artefact, against]
    files = [resolve(name) for name in names]
    if len(files) == 2 and not as_configured:
        pair = alike(parity_cell(files[0], files[1], artefact), load)
        files = [side.artefact for side in pair.sides]
    tokenizers = [load(file) for file in files]
    if model_algorithm is not None:
        if against is not None:
            raise click.BadParameter("--against and --model-algorithm: a trace has two sides")
        names.append(f"{artefact}, {model_algorithm}")
        tokenizers.append(FAULT_MODELS[model_algorithm].apply(tokenizers[0]))
        if tokenizers[1] is tokenizers[0]:
            has = type(tokenizers[0].model).__name__
            raise click.BadParameter(f"{artefact} has a {has}: {model_algorithm} changes nothing")
    traces = [tracing.trace(tokenizer, text, options) for tokenizer in tokenizers]
    if as_json:
        for trace in traces:
            click.echo(json.dumps(write(trace)))
        return
    for line in _lines(traces, names):
        click.echo(line)


def _lines(traces: list[Trace], names: list[str]) -> list[str]:
    lines: list[str] = []
    parted = False
    for number, stage in enumerate(traces[0].stages):
        lines.append(f"{stage.stage}: {stage.component}")
        pair = [stage]
        if len(traces) == 2:
            pair += [other for other in traces[1].stages if other.stage == stage.stage]
        for name, shared in zip(names, pair, strict=False):
            prefix = f"  [{name}] " if len(traces) == 2 else "  "
            lines.append(prefix + " ".join(_piece(piece) for piece in shared.pieces))
            lines += [f"{prefix}{line}" for line in _merges(shared)]
        if len(pair) == 2 and not parted and _seen(pair[0]) != _seen(pair[1]):
            parted = True
            lines.append(f"  ^ first difference: stage {number + 1}, {stage.stage}")
    for name, whole in zip(names, traces, strict=True):
        ids = " ".join(map(str, whole.encoding.ids))
        lines.append(f"ids [{name}]: {ids}" if len(traces) == 2 else f"ids: {ids}")
    if len(traces) == 2 and not parted:
        same = traces[0].encoding.ids == traces[1].encoding.ids
        lines.append("no stage differs" if same else "only the ids differ")
    return lines


def _seen(stage: StageTrace) -> list[tuple[str, int | None]]:
    return [(piece.text, piece.id) for piece in stage.pieces]


def _piece(piece: Piece) -> str:
    number = "" if piece.id is None else f"={piece.id}"
    return f"{piece.text!r}[{piece.start}:{piece.end}]{number}"


def _merges(stage: StageTrace) -> list[str]:
    lines: list[str] = []
    for word, merges in stage.merges:
        lines.append(f"merges of {word!r}:" + ("" if merges else " none"))
        for number, merge in enumerate(merges, 1):
            lines.append(f"  pass {number}: ({merge.left}, {merge.right}) rank {merge.rank}")
            if merge.candidates:  # a model that scores as it goes keeps none
                lines.append(f"    candidates: {_candidates(merge)}")
    return lines


def _candidates(merge: Merge) -> str:
    return ", ".join(f"({left}, {right}) {rank}" for left, right, rank in merge.candidates)
