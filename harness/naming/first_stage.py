"""Name the first wrong stage of a divergence.

Three methods, and which one spoke is recorded:

- `reported` (fidelity): the library is asked for its own output of each stage, given the
  very input that our side gave that stage. The first stage whose outputs differ is wrong.
  A normalizer is looked at before the split at added tokens, which it may move. What the library
  does not show is found by elimination, when all it shows agrees.
- `two-trace` (parity): `two_traces`, beside this module.
- otherwise the stage is `unknown`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tokparity.harness.compare.sides import ReferenceSide, Side, observe
from tokparity.harness.compare.verdict import Agreement, Divergence, compare
from tokparity.reference_impl.contract import (
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Place,
    Refusal,
    Rendered,
    Stage,
    StageCase,
    StreamCase,
    case_texts,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.stages import component, stages_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.records.finding import Method


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A verdict on one case: the stage, the component in it, and how it was found."""

    stage: Place
    component: str
    method: Method
    left_trace: Trace | None = None
    right_trace: Trace | None = None
    candidates: tuple[tuple[str, str], ...] = ()
    """Of a black box: (fault model, what it does) of each that answers as the black box, likeliest
    first."""
    ground: str = ""
    """Of a black box: by what the stage is told (`Ground.why`)."""


UNKNOWN = Diagnosis("unknown", "unknown", "unknown")


def name_fidelity(case: Case, left: ReferenceSide, right: Side) -> Diagnosis:
    """The first stage where our side and the library's own stages part, on one diverging case.

    Source of the library's stage outputs: `oracles.protocol.Adapter.probe`.
    """
    match case:
        case EncodeCase():
            return _name_encode(case, left, right)
        case DecodeCase():
            return _name_decode(case, left, right)
        case FullCase():
            return _name_full(case, left, right)
        case StageCase("added_tokens", str(text)):
            stage = _first_stage([(text, case.options)], left, right) or "added_tokens"
            return Diagnosis(stage, component(left.tokenizer, stage), "reported")
        case StageCase(stage):
            return Diagnosis(stage, component(left.tokenizer, stage), "reported")
        case StreamCase():  # a fault of decoding was seen as one: `investigate`
            return Diagnosis("decoder", "DecodeStream", "reported")
        case ChatCase():
            return name_chat(case, left, right)


def name_chat(case: ChatCase, left: Side, right: Side) -> Diagnosis:
    """The template, where the two texts are not the same; else how the text became ids."""
    verdict = compare(*both(left, right, case), strict=True)
    of_ids = isinstance(verdict, Divergence) and verdict.field == "ids"
    return Diagnosis("chat_template", "ids" if of_ids else "text", "reported")


def _name_encode(case: EncodeCase, left: ReferenceSide, right: Side) -> Diagnosis:
    tokenizer = left.tokenizer
    try:
        trace = tracing.trace(tokenizer, case.text, case.options)
    except TokparityError:
        return UNKNOWN
    stages = {stage.stage: stage for stage in trace.stages}
    if _first_stage([(case.text, case.options)], left, right) == "added_tokens":
        return Diagnosis("added_tokens", component(tokenizer, "added_tokens"), "reported", trace)
    library_stages: list[StageTrace] = []
    for stage, parts, ours in _questions(tokenizer, case, stages["added_tokens"]):
        inputs = [part.text for part in parts if isinstance(part, Aligned)]
        theirs = right.probe(stage, inputs) if inputs else None
        if theirs is None:
            continue
        library_stages.append(
            StageTrace(stage, stages[stage].component, _their_pieces(stage, parts, theirs))
        )
        if any(
            answer != ours(stage_input) for stage_input, answer in zip(inputs, theirs, strict=True)
        ):
            library = Trace(tuple(library_stages), trace.encoding)
            return Diagnosis(stage, stages[stage].component, "reported", trace, library)
    diagnosis = _eliminate(case, left, right, trace)
    return Diagnosis(
        diagnosis.stage, diagnosis.component, diagnosis.method, trace, diagnosis.right_trace
    )


Part = Aligned | Piece
"""An input of a stage, or an added token, which goes by the stages untouched."""

Question = tuple[Stage, list[Part], Callable[[str], Any]]


def _questions(tokenizer: Tokenizer, case: EncodeCase, written: StageTrace) -> list[Question]:
    """(stage, what we gave it, our own answer to one input in the probe's JSON form)."""
    text = Aligned.of(case.text)
    stretches: list[Part] = []
    words: list[Part] = []
    for stretch, added in tokenizer.stretches(case.text, case.options.parse_special):
        if added is not None:
            token = Piece(stretch.text, *stretch.span(0, len(stretch)), added.id)
            stretches.append(token)
            words.append(token)
            continue
        stretches.append(stretch)
        words += tokenizer.pre_tokenize(stretch)
    as_written = [
        text[piece.start : piece.end] if piece.id is None else piece for piece in written.pieces
    ]
    return [
        ("normalizer", as_written, lambda stage_input: _normalize(tokenizer, stage_input)),
        ("pre_tokenizer", stretches, lambda stage_input: _pre_tokenize(tokenizer, stage_input)),
        ("model", words, lambda stage_input: _model(tokenizer, stage_input)),
    ]


def _normalize(tokenizer: Tokenizer, text: str) -> list[list[Any]]:
    whole = Aligned.of(text)
    if tokenizer.normalizer is not None:
        whole = tokenizer.normalizer.normalize(whole)
    return [[char, *whole.span(at, at + 1)] for at, char in enumerate(whole.text)]


def _pre_tokenize(tokenizer: Tokenizer, text: str) -> list[list[Any]]:
    pieces = tokenizer.pre_tokenize(Aligned.of(text))
    return [[piece.text, *piece.span(0, len(piece))] for piece in pieces if piece.text]


def _model(tokenizer: Tokenizer, piece: str) -> list[list[Any]]:
    known = tokenizer.pieces()
    return [[i, known.get(i), start, end] for i, start, end in tokenizer.model.tokenize(piece)]


def _their_pieces(
    stage: Stage, parts: Sequence[Part], theirs: Sequence[list[list[Any]]]
) -> tuple[Piece, ...]:
    """The library's answers to our inputs as pieces of the whole text, added tokens among them."""
    answers = iter(theirs)
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, Piece):
            pieces.append(part)
            continue
        answer = next(answers)
        if stage == "normalizer":
            text = "".join(char for char, _, _ in answer)
            pieces.append(Piece(text, *_in_text(part, 0, len(part))))
        elif stage == "model":
            pieces += (Piece(text, *_in_text(part, *span), i) for i, text, *span in answer)
        else:
            pieces += (Piece(text, *_in_text(part, *span)) for text, *span in answer)
    return tuple(pieces)


def _in_text(part: Aligned, start: int, end: int) -> tuple[int, int]:
    """A range of one input, in the whole text; one that lies outside the input stays what it is."""
    inside = 0 <= start < end <= len(part)
    return part.span(start, end) if inside else (start, end)


def _eliminate(case: EncodeCase, left: ReferenceSide, right: Side, trace: Trace) -> Diagnosis:
    """All stages the library shows agree: tell the ones it does not show from each other.

    Without its template the two agree: post_processor. Only offsets differ, and no stage
    before did: post_processor, where there is one (it trims them). Each stretch between added
    tokens agrees when encoded alone as plain text: the split at added tokens. Otherwise what
    is left is the pre-tokenizer, where there is one that the library does not show, and else the
    model.
    """
    by_name = {stage.stage: stage for stage in trace.stages}

    def agree(text: str, options: EncodeOptions) -> bool:
        ours, theirs = both(left, right, EncodeCase(text, options))
        return isinstance(compare(ours, theirs, strict=True), Agreement)

    last = by_name["post_processor"].component
    if case.options.add_special:
        plain = EncodeOptions(add_special=False, parse_special=case.options.parse_special)
        if agree(case.text, plain):
            return Diagnosis("post_processor", last, "reported")
    ours, theirs = both(left, right, case)
    verdict = compare(ours, theirs, strict=True)
    if isinstance(verdict, Divergence) and verdict.field == "offsets" and last != "none":
        return Diagnosis("post_processor", last, "reported")
    ordinary = EncodeOptions(add_special=False, parse_special=False)
    stretches = [piece.text for piece in by_name["added_tokens"].pieces if piece.id is None]
    suspects = [
        stage
        for stage in (by_name["pre_tokenizer"], by_name["model"])
        if stage.component != "none" and right.probe(stage.stage, ["a"]) is None
    ]
    shows_added_tokens = right.probe("added_tokens", [["a", True]]) is not None
    if not suspects or (
        not shows_added_tokens and all(agree(stretch, ordinary) for stretch in stretches)
    ):
        return Diagnosis("added_tokens", "AddedTokens", "reported")
    return Diagnosis(suspects[0].stage, suspects[0].component, "reported")


def both(left: Side, right: Side, case: Case) -> tuple[Any, Any]:
    """What two sides answer to one case."""
    return observe(left, [case])[0], observe(right, [case])[0]


def _name_decode(case: DecodeCase, left: ReferenceSide, right: Side) -> Diagnosis:
    tokenizer = left.tokenizer
    known = tokenizer.pieces()
    specials = {token.id for token in tokenizer.added_tokens if token.special}
    skipped = specials if case.options.skip_special else set()
    pieces = [known[i] for i in case.ids if i in known and i not in skipped]
    component = decoder_of(tokenizer)
    if tokenizer.detokenizer is not None:
        return Diagnosis("decoder", component, "reported")  # ids become text in one step
    theirs = right.probe("decoder", [pieces])
    if theirs is None:
        return Diagnosis("decoder", component, "unknown")
    ours = observe(left, [case])[0]
    decoder = tokenizer.decoder
    mine = " ".join(pieces) if decoder is None else "".join(decoder.decode(list(pieces)))
    if mine != theirs[0]:
        return Diagnosis("decoder", component, "reported")
    if ours == observe(right, [case])[0]:
        return UNKNOWN
    return Diagnosis("added_tokens", "id_to_token", "reported")


def decoder_of(tokenizer: Tokenizer) -> str:
    """The type name of a tokenizer's decoder, as a finding's component."""
    return component(tokenizer, "decoder")


def _name_full(case: FullCase, left: ReferenceSide, right: Side) -> Diagnosis:
    """The first stage that differs on either text; where none does, what the columns tell."""
    tokenizer = left.tokenizer
    stage = _first_stage([(text, case.options) for text in case_texts(case)], left, right)
    if stage is not None:
        return Diagnosis(stage, component(tokenizer, stage), "reported")
    verdict = compare(*both(left, right, case), strict=True)
    match verdict.field if isinstance(verdict, Divergence) else None:
        case "overflowing":
            return Diagnosis("post_processor", "Truncation", "reported")
        case "attention_mask":
            return Diagnosis("post_processor", "Padding", "reported")
        case _:
            return Diagnosis("post_processor", component(tokenizer, "post_processor"), "reported")


SEARCH_ORDER: tuple[Stage, ...] = ("normalizer", "added_tokens", "pre_tokenizer", "model")
"""The stages in the order in which a fault is looked for: a normalizer's moves the added tokens
that are found in normalized text."""


def _first_stage(
    texts: Sequence[tuple[str, EncodeOptions]], left: ReferenceSide, right: Side
) -> Stage | None:
    """The first stage of which the library makes something else of our own input for it."""
    cases = [case for text, options in texts for case in stages_of(left.tokenizer, text, options)]
    differ = set()
    for case, mine, theirs in zip(cases, observe(left, cases), observe(right, cases), strict=True):
        if isinstance(compare(mine, theirs, strict=True), Divergence):
            differ.add(case.stage)
    return next((stage for stage in SEARCH_ORDER if stage in differ), None)


def observed_ids(*observations: object) -> set[int]:
    """Every id that occurs in the given observations."""
    encodings = (Encoding, FullEncoding, Rendered)
    return {
        i
        for observation in observations
        if isinstance(observation, encodings)
        for i in observation.ids or ()
    }


def is_refusal(observation: object) -> bool:
    """Whether a side gave no answer."""
    return isinstance(observation, Refusal)
