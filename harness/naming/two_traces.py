"""Name the first stage that matters of those in which the reference's traces of two artefacts part.

Of two artefacts (parity) the reference must be in fidelity with both native oracles on the case:
else its traces say nothing about the libraries. A name needs no whole trace: stages are compared
one by one, up to the first that matters. Not here: asking a library (`first_stage`), and what
matters (`passage`).
"""

from dataclasses import replace

from tokparity.harness.artefacts.twin_pieces import twin_piece
from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.compare.verdict import Agreement, Divergence, compare
from tokparity.harness.naming.equal_scores import exact_tie
from tokparity.harness.naming.first_stage import UNKNOWN, Diagnosis, both, decoder_of, name_fidelity
from tokparity.harness.naming.passage import ORDER, Passage, first_that_matters
from tokparity.harness.naming.unicode_version import unicode_versions
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    FullCase,
    Observation,
    Stage,
    case_texts,
)
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.refusals import REFUSING
from tokparity.reference_impl.tokenizer.stages import component
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.finding import EXACT_TIE, UNICODE_VERSION


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
    """The first stage in which the reference's traces of two artefacts part, so that the answer is
    another; unknown where it is not in fidelity.

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
    field = verdict.field if isinstance(verdict, Divergence) else "ids"
    by_ids = field in ("ids", "offsets", "refusal")
    named: list[tuple[Stage, Passage, Passage]] = []
    for text in case_texts(case):
        alone = EncodeCase(text, case.options)
        mine, theirs = (Passage(side, alone, field == "offsets") for side in (left, right))
        named.append((_named(mine, theirs, by_ids), mine, theirs))
    stage, mine, theirs = min(named, key=lambda each: (*ORDER, "post_processor").index(each[0]))
    if field == "offsets":
        return Diagnosis(stage, "offsets", "two-trace")
    if (nobodys_fault := _nobodys_fault(stage, mine, theirs)) is not None:
        return Diagnosis(stage, nobodys_fault, "two-trace")
    names = [component(tokenizer, stage) for tokenizer in (left, right)]
    return Diagnosis(stage, names[0] if names[0] != "none" else names[1], "two-trace")


def _nobodys_fault(stage: Stage, left: Passage, right: Passage) -> str | None:
    """What the two differ by where both are right; None where one may be wrong."""
    versions = unicode_versions(left, right, stage)
    if versions is not None:
        return f"{UNICODE_VERSION} ({versions[0]} against {versions[1]})"
    return EXACT_TIE if stage == "model" and exact_tie(left, right) else None


def _named(left: Passage, right: Passage, by_ids: bool) -> Stage:
    """The first stage that matters; where something else than ids differs, such as the index of a
    word, and none does, the first that can be told apart."""
    stage = first_that_matters(left, right)
    if stage is None and not by_ids:
        stage = next((stage for stage in ORDER if left.parts(right, stage)), None)
    return stage or "post_processor"


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


def _name_parity_decode(case: DecodeCase, left: Tokenizer, right: Tokenizer) -> Diagnosis:
    for token_id in case.ids:
        if twin_piece(left, token_id) != twin_piece(right, token_id):
            return Diagnosis("added_tokens", "id_to_token", "two-trace")
    if case.options.skip_special and _left_out(case, left) != _left_out(case, right):
        return Diagnosis("added_tokens", "special", "two-trace")
    return Diagnosis("decoder", decoder_of(left), "two-trace")


def _left_out(case: DecodeCase, tokenizer: Tokenizer) -> list[int]:
    """The ids that are not shown as they are special."""
    shown = replace(case.options, skip_special=False)
    return [
        token_id
        for token_id in case.ids
        if _is_nothing(tokenizer, token_id, case.options)
        and not _is_nothing(tokenizer, token_id, shown)
    ]


def _is_nothing(tokenizer: Tokenizer, token_id: int, options: DecodeOptions) -> bool:
    try:
        return not tokenizer.decode((token_id,), options).value
    except REFUSING:
        return False
