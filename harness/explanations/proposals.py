"""Which single explanation accounts for all given cases of a pair: what an entry may be made of."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import Side, observe
from tokparity.harness.explanations import bert_words, llama_decoding, llama_patterns
from tokparity.harness.explanations.binding import content_name
from tokparity.harness.explanations.explainer import Answers, Explainer
from tokparity.harness.explanations.ranges import ANSWERS
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import Case, Place
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import (
    THESE_CASES,
    AddedRows,
    BoundExplanation,
    CaseAnswers,
    Explanation,
)
from tokparity.reports.records.finding import Sighting, Signature

_WITHOUT_VALUES = (
    "sentencepiece-skips-unknown",
    "sentencepiece-byte-runs",
    "sentencepiece-strips-first-space",
    *llama_patterns.CHANGES,
    *(name for name in llama_decoding.CHANGES),
    *(name for name in bert_words.CHANGES if name != "llama-bert-longest-word"),
    *ANSWERS,
)


def answers_of(sides: tuple[Side, Side], cases: Sequence[Case]) -> list[tuple[Case, Answers]]:
    """What both sides answer now."""
    pairs = zip(observe(sides[0], cases), observe(sides[1], cases), strict=True)
    return list(zip(cases, pairs, strict=True))


def propose(
    cell: CellSpec,
    signature: Signature,
    cases: Sequence[tuple[Case, Answers]],
    tokenizer: Callable[[bool], Tokenizer],
) -> Explanation | None:
    """The first change, of either side, that accounts for every case; None where none does.

    Rows of added tokens come first, whole and pinned; then changes with a value that is there now;
    then the fault models of the stage that was named. `tokenizer` gives the reference on the left
    file (True) or the right one.
    """
    names = tuple(content_name(side.artefact) for side in cell.sides)
    for at_left, (on, beside) in ((True, names), (False, names[::-1])):
        here, there = tokenizer(at_left), tokenizer(not at_left)
        for part in _candidates(here, there, signature.stage):
            explanation = replace(
                part, stage=signature.stage, on=on, beside=beside, ops=(signature.op,)
            )
            explainer = Explainer((BoundExplanation(explanation, at_left),), tokenizer)
            if explainer.applicable() and all(explainer.explain(cases)):
                return explanation
    return None


def these_cases(
    cell: CellSpec, signature: Signature, cases: Sequence[tuple[Case, Answers]]
) -> Explanation:
    """What accounts for these cases with these answers, and for no others."""
    on, beside = (content_name(side.artefact) for side in cell.sides)
    accepted = tuple(CaseAnswers(case, *answers) for case, answers in dict(cases).items())
    return Explanation(
        "", signature.stage, THESE_CASES, on, beside, (signature.op,), answers=accepted
    )


def shown_cases(sighting: Sighting) -> list[Case]:
    """The smallest case of a sighting, and the case it was found as."""
    return list(dict.fromkeys((sighting.case, sighting.found_as)))


def _candidates(here: Tokenizer, there: Tokenizer, stage: Place) -> Iterator[Explanation]:
    mine, theirs = set(here.added_tokens), set(there.added_tokens)
    if mine != theirs:
        rows = AddedRows(
            tuple(row for row in here.added_tokens if row not in theirs),
            tuple(row for row in there.added_tokens if row not in mine),
        )
        yield _change("added-rows", rows=rows)
    if here.normalizer is not None:
        yield _change("without-normalizer", was=type_name(here.normalizer))
    if here.padding is not None:
        yield _change("without-padding", was=str(here.padding.length))
    if here.truncation is not None:
        yield _change("without-truncation", was=str(here.truncation.max_length))
    for name in _WITHOUT_VALUES:
        yield _change(name)
    yield from _other_pre(here)
    for name, fault_model in FAULT_MODELS.items():
        if stage in (fault_model.stage, "unknown"):
            yield _change("fault-model", by=name)


def _other_pre(here: Tokenizer) -> Iterator[Explanation]:
    """llama.cpp's other pre-tokenizers, each way of cutting once."""
    made = {name: pre.pre_tokenizer() for name, pre in PRE_NAMES.items()}
    was = next((name for name, cut in made.items() if cut == here.pre_tokenizer), None)
    if was is None:
        return
    seen = [here.pre_tokenizer]
    for name, cut in made.items():
        if cut not in seen:
            seen.append(cut)
            yield _change("pre", was=was, by=name)


def _change(
    name: str, *, was: str = "", by: str = "", rows: AddedRows | None = None
) -> Explanation:
    return Explanation("", "unknown", name, "*", was=was, by=by, rows=rows)
