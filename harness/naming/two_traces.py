"""Name the first stage in which the reference's traces of two tokenizers part.

Of two artefacts (parity) the reference must be in fidelity with both native oracles on the case:
else its traces say nothing about the libraries. A name needs no whole trace: stages are compared
one by one, up to the first that parts. Not here: asking a library (`first_stage`).
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tokparity.harness.artefacts.twin_pieces import twin_piece
from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.compare.verdict import Agreement, Divergence, compare
from tokparity.harness.naming.first_stage import UNKNOWN, Diagnosis, both, decoder_of, name_fidelity
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    FullCase,
    Observation,
    Stage,
    case_texts,
)
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.stages import component
from tokparity.reference_impl.tokenizer.tokenizer import Stretch, Tokenizer
from tokparity.reference_impl.traces import StageTrace

ORDER: tuple[Stage, ...] = ("added_tokens", "normalizer", "pre_tokenizer", "model")
"""The stages in which the traces may part; what is left is the post-processor's."""


def name_parity(
    case: Case, left: Tokenizer, right: Tokenizer, left_oracle: Side, right_oracle: Side
) -> Diagnosis:
    """As `name_answered`, of what the libraries answer now; with both traces.

    `left` and `right` are the reference on each artefact, the sides their native oracles.
    """
    found = name_answered(case, both(left_oracle, right_oracle, case), left, right)
    if found.stage == "unknown" or not isinstance(case, EncodeCase):
        return found
    traces = [tracing.trace(tokenizer, case.text, case.options) for tokenizer in (left, right)]
    return replace(found, left_trace=traces[0], right_trace=traces[1])


def name_answered(
    case: Case, answers: tuple[Observation, Observation], left: Tokenizer, right: Tokenizer
) -> Diagnosis:
    """Where the reference's traces of two artefacts part; unknown where it is not in fidelity.

    Where the ids are the same and only their ranges differ, the component is "offsets": two
    libraries may count them each in its own way and be right.

    `answers` are what the native libraries of both made of the case: none is asked again.
    """
    for tokenizer, answer in zip((left, right), answers, strict=True):
        ours = observe(ReferenceSide(tokenizer), [case])[0]
        if not isinstance(compare(ours, answer, strict=True), Agreement):
            return UNKNOWN
    if isinstance(case, DecodeCase):
        return _name_parity_decode(case, left, right)
    if not isinstance(case, EncodeCase | FullCase):
        return UNKNOWN
    verdict = compare(*answers, strict=False)
    offsets = isinstance(verdict, Divergence) and verdict.field == "offsets"
    stages: list[Stage] = []
    for text in case_texts(case):
        alone = EncodeCase(text, case.options)
        if offsets:
            stages.append(_first_of_spans(alone, left, right))
        else:
            stages.append(_first_parted(_Passage(left, alone), _Passage(right, alone)))
    order = (*ORDER, "post_processor")
    stage = min(stages, key=order.index)
    if offsets:
        return Diagnosis(stage, "offsets", "two-trace")
    names = [component(tokenizer, stage) for tokenizer in (left, right)]
    return Diagnosis(stage, names[0] if names[0] != "none" else names[1], "two-trace")


def _first_parted(left: "_Passage", right: "_Passage") -> Stage:
    parted = (stage for stage in ORDER if left.visible(stage) != right.visible(stage))
    return next(parted, "post_processor")


class _Passage:
    """A text on its way through one tokenizer, as far as it is looked at."""

    def __init__(self, tokenizer: Tokenizer, case: EncodeCase) -> None:
        self.tokenizer, self.case = tokenizer, case
        self.stretches: list[Stretch] = list(
            tokenizer.stretches(case.text, case.options.parse_special)
        )

    def visible(self, stage: Stage) -> list[Any]:
        """What of a stage two formats can be compared by: text, and ids once there are any.

        Of the first stage, the tokens found and where: what is left between them says nothing more.
        """
        text = self.case.text
        match stage:
            case "added_tokens":
                spans = [
                    (*stretch.span(0, len(stretch)), added.id)
                    for stretch, added in self.stretches
                    if added is not None
                ]
                return [(start, text[start:end], token_id) for start, end, token_id in spans]
            case "normalizer":
                return [(stretch.text, added is None) for stretch, added in self.stretches]
            case "pre_tokenizer":
                return [
                    (word.text, added is None)
                    for stretch, added in self.stretches
                    for word in self._words(stretch, added is None)
                ]
            case _:
                return self.tokenizer.tokenize(text, self.case.options.parse_special).ids

    def _words(self, stretch: Aligned, is_text: bool) -> list[Aligned]:
        return self.tokenizer.pre_tokenize(stretch) if is_text else [stretch]


def _first_of_spans(case: EncodeCase, left: Tokenizer, right: Tokenizer) -> Stage:
    """The first stage whose pieces lie elsewhere in the text."""
    traces = [tracing.trace(tokenizer, case.text, case.options) for tokenizer in (left, right)]
    mine, theirs = ({stage.stage: stage for stage in trace.stages} for trace in traces)
    parted = (stage for stage in ORDER if _spans(mine[stage]) != _spans(theirs[stage]))
    return next(parted, "post_processor")


def name_fault_model(case: Case, left: ReferenceSide, right: Side, honest: Tokenizer) -> Diagnosis:
    """As `name_fidelity`; but by the trace of the reference itself, where that agrees with the
    library on this case: it shows all stages, also what they make of a text's later stretches.

    `left` holds a fault model of `honest`.
    """
    found = name_parity(case, left.tokenizer, honest, left, right)
    if found.component == "special":  # leaving ids out is a defect of decoding there
        return replace(found, stage="decoder", component=decoder_of(honest))
    if found.stage != "unknown":
        return found
    return name_fidelity(case, left, right)


def _spans(trace: StageTrace) -> list[tuple[int, int]]:
    """Where the pieces of a stage are in the text; of the first, those of the tokens found."""
    pieces = [
        piece for piece in trace.pieces if trace.stage != "added_tokens" or piece.id is not None
    ]
    return [(piece.start, piece.end) for piece in pieces]


def _name_parity_decode(case: DecodeCase, left: Tokenizer, right: Tokenizer) -> Diagnosis:
    for token_id in case.ids:
        if twin_piece(left, token_id) != twin_piece(right, token_id):
            return Diagnosis("added_tokens", "id_to_token", "two-trace")
    if case.options.skip_special and _left_out(case.ids, left) != _left_out(case.ids, right):
        return Diagnosis("added_tokens", "special", "two-trace")
    return Diagnosis("decoder", decoder_of(left), "two-trace")


def _left_out(ids: Iterable[int], tokenizer: Tokenizer) -> list[int] | None:
    """The ids that are not shown as they are special; None where a detokenizer decides."""
    if tokenizer.detokenizer is not None:
        return None
    special = {token.id for token in tokenizer.added_tokens if token.special}
    return [token_id for token_id in ids if token_id in special]
