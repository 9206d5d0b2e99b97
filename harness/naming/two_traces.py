"""Name the first stage in which the reference's traces of two tokenizers part.

Of two artefacts (parity) the reference must be in fidelity with both native oracles on the case:
else its traces say nothing about the libraries. Not here: asking a library (`first_stage`).
"""

from typing import Any

from tokparity.harness.compare.sides import ReferenceSide, Side
from tokparity.harness.compare.verdict import Agreement, Divergence, compare
from tokparity.harness.naming.first_stage import UNKNOWN, Diagnosis, both, decoder_of, name_fidelity
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase, Stage
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.space_style import MARK
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.traces import StageTrace


def name_parity(
    case: Case, left: Tokenizer, right: Tokenizer, left_oracle: Side, right_oracle: Side
) -> Diagnosis:
    """Where the reference's traces of two artefacts part; unknown where it is not in fidelity.

    Where the ids are the same and only their ranges differ, the component is "offsets": two
    libraries may count them each in its own way and be right.

    `left` and `right` are the reference on each artefact, the sides their native oracles.
    """
    for tokenizer, oracle in ((left, left_oracle), (right, right_oracle)):
        ours, theirs = both(ReferenceSide(tokenizer), oracle, case)
        if not isinstance(compare(ours, theirs, strict=True), Agreement):
            return UNKNOWN
    if isinstance(case, DecodeCase):
        return _name_parity_decode(case, left, right)
    if not isinstance(case, EncodeCase):
        return UNKNOWN
    traces = [tracing.trace(tokenizer, case.text, case.options) for tokenizer in (left, right)]
    mine, theirs = ({stage.stage: stage for stage in trace.stages} for trace in traces)
    order: tuple[Stage, ...] = ("added_tokens", "normalizer", "pre_tokenizer", "model")
    verdict = compare(*both(left_oracle, right_oracle, case), strict=False)
    if isinstance(verdict, Divergence) and verdict.field == "offsets":
        differing = [name for name in order if _spans(mine[name]) != _spans(theirs[name])]
        stage = differing[0] if differing else "post_processor"
        return Diagnosis(stage, "offsets", "two-trace", traces[0], traces[1])
    for stage in order:
        if _visible(mine[stage]) != _visible(theirs[stage]):
            changed = mine[stage] if mine[stage].component != "none" else theirs[stage]
            return Diagnosis(stage, changed.component, "two-trace", traces[0], traces[1])
    last = mine["post_processor"]
    component = last.component if last.component != "none" else theirs["post_processor"].component
    return Diagnosis("post_processor", component, "two-trace", traces[0], traces[1])


def name_fault_model(case: Case, left: ReferenceSide, right: Side, honest: Tokenizer) -> Diagnosis:
    """As `name_fidelity`; but by the trace of the reference itself, where that agrees with the
    library on this case: it shows all stages, also what they make of a text's later stretches.

    `left` holds a fault model of `honest`.
    """
    found = name_parity(case, left.tokenizer, honest, left, right)
    if found.stage != "unknown":
        return found
    return name_fidelity(case, left, right)


def _visible(trace: StageTrace) -> list[tuple[Any, ...]]:
    """What of a stage two formats can be compared by: text, and ids once there are any.

    Of the first stage, the tokens found and where: what is left between them says nothing more.
    """
    match trace.stage:
        case "added_tokens":
            return [
                (piece.start, piece.text, piece.id)
                for piece in trace.pieces
                if piece.id is not None
            ]
        case "model":
            return [(piece.id,) for piece in trace.pieces]
        case _:
            return [(piece.text, piece.id is None) for piece in trace.pieces]


def _spans(trace: StageTrace) -> list[tuple[int, int]]:
    """Where the pieces of a stage are in the text; of the first, those of the tokens found."""
    pieces = [
        piece for piece in trace.pieces if trace.stage != "added_tokens" or piece.id is not None
    ]
    return [(piece.start, piece.end) for piece in pieces]


def _name_parity_decode(case: DecodeCase, left: Tokenizer, right: Tokenizer) -> Diagnosis:
    for token_id in case.ids:
        if _piece(left, token_id) != _piece(right, token_id):
            return Diagnosis("added_tokens", "id_to_token", "two-trace")
    return Diagnosis("decoder", decoder_of(left), "two-trace")


def _piece(tokenizer: Tokenizer, token_id: int) -> str | None:
    """A piece as its twin formats have it: llama.cpp's WordPiece marks the other half of them."""
    piece = tokenizer.pieces().get(token_id)
    added = any(token.id == token_id for token in tokenizer.added_tokens)
    if piece is None or added or not isinstance(tokenizer.model, LlamaWPM):
        return piece
    return piece[1:] if piece.startswith(MARK) else "##" + piece
