"""Name the first wrong stage of a divergence.

Three methods, and which one spoke is recorded:

- `reported` (fidelity): the library is asked for its own output of each stage, given the
  very input that our side gave that stage. The first stage whose outputs differ is wrong.
  What the library does not show is found by elimination, when all it shows agrees.
- `two-trace` (parity): the reference traces both artefacts, if it is in fidelity with both
  native oracles on this input; the first stage where the traces part.
- otherwise the stage is `unknown`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from harness.compare import Agreement, Divergence, compare
from harness.sides import ReferenceSide, Side, observe
from reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Piece,
    Refusal,
    Stage,
    StageTrace,
    Trace,
)
from reference_impl.errors import TokparityError
from reference_impl.text import Aligned
from reference_impl.tokenizer import Tokenizer
from reports.records import Method


@dataclass(frozen=True, slots=True)
class Named:
    """A verdict on one case: the stage, the component in it, and how it was found."""

    stage: Stage | Literal["unknown"]
    component: str
    method: Method
    left_trace: Trace | None = None
    right_trace: Trace | None = None


UNKNOWN = Named("unknown", "unknown", "unknown")


def name_fidelity(case: Case, left: ReferenceSide, right: Side) -> Named:
    """The first stage where our side and the library's own stages part, on one diverging case.

    Source of the library's stage outputs: `oracles.protocol.Adapter.probe`.
    """
    match case:
        case EncodeCase():
            return _name_encode(case, left, right)
        case DecodeCase():
            return _name_decode(case, left, right)


def _name_encode(case: EncodeCase, left: ReferenceSide, right: Side) -> Named:
    tokenizer = left.tokenizer
    try:
        trace = tokenizer.trace(case.text, case.options)
    except TokparityError:
        return UNKNOWN
    stages = {stage.stage: stage for stage in trace.stages}
    shown: list[StageTrace] = []
    for stage, inputs, ours in _questions(tokenizer, stages):
        theirs = right.probe(stage, inputs)
        if theirs is None:
            continue
        shown.append(_their_stage(stages[stage], theirs))
        wrong = next((i for i, answer in enumerate(theirs) if answer != ours(inputs[i])), None)
        if wrong is not None:
            library = Trace(tuple(shown), trace.encoding)
            return Named(stage, stages[stage].component, "reported", trace, library)
    named = _eliminate(case, left, right, trace)
    return Named(named.stage, named.component, named.method, trace, named.right_trace)


Question = tuple[Stage, list[str], Callable[[str], Any]]


def _questions(tokenizer: Tokenizer, stages: dict[Stage, StageTrace]) -> list[Question]:
    """(stage, its inputs in this trace, our own answer to one input in the probe's JSON form)."""
    questions: list[Question] = []
    if "normalizer" in stages:
        inputs = [piece.text for piece in stages["added_tokens"].pieces if piece.id is None]
        questions.append(("normalizer", inputs, lambda text: _normalize(tokenizer, text)))
    source = stages.get("normalizer", stages["added_tokens"])
    if "pre_tokenizer" in stages:
        inputs = [piece.text for piece in source.pieces if piece.id is None]
        questions.append(("pre_tokenizer", inputs, lambda text: _pre_tokenize(tokenizer, text)))
        source = stages["pre_tokenizer"]
    inputs = [piece.text for piece in source.pieces if piece.id is None]
    questions.append(("model", inputs, lambda piece: _model(tokenizer, piece)))
    return [question for question in questions if question[1]]


def _normalize(tokenizer: Tokenizer, text: str) -> str:
    if tokenizer.normalizer is None:
        return text
    return tokenizer.normalizer.normalize(Aligned.of(text)).text


def _pre_tokenize(tokenizer: Tokenizer, text: str) -> list[list[Any]]:
    whole = [Aligned.of(text)]
    if tokenizer.pre_tokenizer is None:
        return [[text, 0, len(text)]]
    pieces = tokenizer.pre_tokenizer.pre_tokenize(whole)
    return [[piece.text, *piece.span(0, len(piece))] for piece in pieces if piece.text]


def _model(tokenizer: Tokenizer, piece: str) -> list[list[Any]]:
    known = tokenizer.pieces()
    return [[i, known.get(i), start, end] for i, start, end in tokenizer.model.tokenize(piece)]


def _their_stage(ours: StageTrace, theirs: Sequence[Any]) -> StageTrace:
    """The library's answers to our inputs, as pieces; ranges count within each input."""
    pieces: list[Piece] = []
    for answer in theirs:
        if isinstance(answer, str):
            pieces.append(Piece(answer, 0, len(answer)))
        elif ours.stage == "model":
            pieces.extend(Piece(text, start, end, i) for i, text, start, end in answer)
        else:
            pieces.extend(Piece(text, start, end) for text, start, end in answer)
    return StageTrace(ours.stage, ours.component, tuple(pieces))


def _eliminate(case: EncodeCase, left: ReferenceSide, right: Side, trace: Trace) -> Named:
    """All stages the library shows agree: tell the ones it does not show from each other.

    Without its template the two agree: post_processor. Only offsets differ, and no stage
    before did: post_processor (it trims them). Each stretch between added tokens agrees when
    encoded alone as plain text: the split at added tokens. Otherwise what is left is the
    pre-tokenizer, where the library does not show it.
    """
    by_name = {stage.stage: stage for stage in trace.stages}

    def agree(text: str, options: EncodeOptions) -> bool:
        ours, theirs = _both(left, right, EncodeCase(text, options))
        return isinstance(compare(ours, theirs, strict=True), Agreement)

    component = by_name["post_processor"].component if "post_processor" in by_name else "none"
    if case.options.add_special:
        plain = EncodeOptions(add_special=False, parse_special=case.options.parse_special)
        if agree(case.text, plain):
            return Named("post_processor", component, "reported")
    ours, theirs = _both(left, right, case)
    verdict = compare(ours, theirs, strict=True)
    if isinstance(verdict, Divergence) and verdict.field == "offsets":
        return Named("post_processor", component, "reported")
    ordinary = EncodeOptions(add_special=False, parse_special=False)
    stretches = [piece.text for piece in by_name["added_tokens"].pieces if piece.id is None]
    shown = right.probe("pre_tokenizer", ["a"]) is not None
    if shown or all(agree(stretch, ordinary) for stretch in stretches):
        return Named("added_tokens", "added_tokens", "reported")
    pre = by_name.get("pre_tokenizer")
    return Named("pre_tokenizer", pre.component if pre else "none", "reported")


def _both(left: Side, right: Side, case: Case) -> tuple[Any, Any]:
    return observe(left, [case])[0], observe(right, [case])[0]


def _name_decode(case: DecodeCase, left: ReferenceSide, right: Side) -> Named:
    tokenizer = left.tokenizer
    known = tokenizer.pieces()
    specials = {token.id for token in tokenizer.added_tokens if token.special}
    skipped = specials if case.options.skip_special else set()
    pieces = [known[i] for i in case.ids if i in known and i not in skipped]
    component = type(tokenizer.decoder).__name__ if tokenizer.decoder else "none"
    theirs = right.probe("decoder", [pieces])
    if theirs is None:
        return Named("decoder", component, "unknown")
    ours = observe(left, [case])[0]
    if tokenizer.decoder is not None:
        mine = "".join(tokenizer.decoder.decode(list(pieces)))
        if mine != theirs[0]:
            return Named("decoder", component, "reported")
    if ours == observe(right, [case])[0]:
        return UNKNOWN
    return Named("added_tokens", "id_to_token", "reported")


def name_parity(
    case: Case, left: Tokenizer, right: Tokenizer, left_oracle: Side, right_oracle: Side
) -> Named:
    """Where the reference's traces of two artefacts part; unknown where it is not in fidelity.

    `left` and `right` are the reference on each artefact, the sides their native oracles.
    """
    for tokenizer, oracle in ((left, left_oracle), (right, right_oracle)):
        ours, theirs = _both(ReferenceSide("reference", tokenizer), oracle, case)
        if isinstance(compare(ours, theirs, strict=True), Divergence):
            return UNKNOWN
    if isinstance(case, DecodeCase):
        return _name_parity_decode(case, left, right)
    traces = [tokenizer.trace(case.text, case.options) for tokenizer in (left, right)]
    mine, theirs = ({stage.stage: stage for stage in trace.stages} for trace in traces)
    order: tuple[Stage, ...] = ("added_tokens", "normalizer", "pre_tokenizer", "model")
    before: tuple[Any, Any] = (None, None)
    for stage in order:
        seen = tuple(
            _visible(trace[stage], stage) if stage in trace else previous
            for trace, previous in zip((mine, theirs), before, strict=True)
        )
        if seen[0] != seen[1] and (stage in mine or stage in theirs):
            one = mine.get(stage) or theirs[stage]
            return Named(stage, one.component, "two-trace", traces[0], traces[1])
        before = (seen[0], seen[1])
    last = mine.get("post_processor") or theirs.get("post_processor")
    component = last.component if last else "none"
    return Named("post_processor", component, "two-trace", traces[0], traces[1])


def _visible(trace: StageTrace, stage: Stage) -> list[tuple[Any, ...]]:
    """What of a stage two formats can be compared by: text, and ids once there are any."""
    if stage == "model":
        return [(piece.id,) for piece in trace.pieces]
    return [(piece.text, piece.id is None) for piece in trace.pieces]


def _name_parity_decode(case: DecodeCase, left: Tokenizer, right: Tokenizer) -> Named:
    for token_id in case.ids:
        if left.pieces().get(token_id) != right.pieces().get(token_id):
            return Named("added_tokens", "id_to_token", "two-trace")
    component = type(left.decoder).__name__ if left.decoder else "none"
    return Named("decoder", component, "two-trace")


def observed_ids(*observations: object) -> set[int]:
    """Every id that occurs in the given observations."""
    return {i for one in observations if isinstance(one, Encoding) for i in one.ids}


def is_refusal(observation: object) -> bool:
    """Whether a side gave no answer."""
    return isinstance(observation, Refusal)
