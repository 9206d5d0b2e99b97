"""Bugs that show in any text, or in most: found as wholes, and taken off before others are looked
for, since they would hide these.

What stands around every answer; an option that is not heeded; a part of a stage that is not there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.bugs.answers import Known, Question
from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.plain_texts import is_there
from tokparity.harness.bugs.remainder import Cut, Frame, Remainder, Unframed, bare, with_text
from tokparity.harness.bugs.stage_options import Variant, variants, without_parts
from tokparity.harness.bugs.trigger import Trigger
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Place

PROBES = ("a", "0", ".", "a a", "aa aa")
OF_ONE_OPTION = 0.6
"""The share of what fails that an option must explain, and of what a part has a say in."""
OF_FAILING = 60
"""Cases by which it is told which option is not heeded."""
OF_PART = 5
"""Cases that must be as they are without a part, for that to be missing."""
OF_OPTION, AROUND = "an option of any text", "around any text"
UNPARSED = "special tokens are read as text"


@dataclass(frozen=True, slots=True)
class TakenOff:
    """A bug, and what is left of the box without it."""

    bug: Bug
    remainder: Remainder


def frame_off(blame: Blame, failing: Sequence[Question]) -> TakenOff | None:
    """What stands around every answer is one bug, and hides nothing once it is off."""
    remainder = blame.remainder
    frame = remainder.frame() or _frame_of_variant(remainder)
    if frame is None:
        return None
    small = next(case for case in (bare(""), bare("a")) if remainder.fails(case))
    stage, symptom = blame(small)
    if isinstance(frame, Cut):
        stage, symptom = "post_processor", frame.words
    elif {*frame.before, *frame.behind} <= remainder.reader.frame:
        stage, symptom = blame.as_of("post_processor", small)
    unframed = Unframed(remainder.box, frame, remainder.model, remainder.reader)

    def accounts(case: Question) -> bool:
        concerned = unframed.is_about(case) and remainder.fails(case)
        return concerned and unframed(case) == remainder.model(case)

    explained = frozenset(filter(accounts, failing))
    trigger = Trigger(AROUND, accounts, lambda case: [case], is_narrow=False)
    bug = Bug(stage, trigger.words, small, explained, symptom=symptom, triggers=(trigger,))
    return TakenOff(bug, replace(remainder, box=unframed))


def _frame_of_variant(remainder: Remainder) -> Frame | Cut | None:
    """What is around any text, where an option that is not heeded shows in any text too; none where
    such an option is all that is wrong."""
    probes = [bare(text) for text in PROBES]
    if not all(map(remainder.fails, probes)):
        return None
    model = remainder.model
    others = [model.on(variant.tokenizer) for variant in variants(model.tokenizer)]
    if any(all(other(it) == remainder.box(it) for it in probes) for other in others):
        return None
    frames = (replace(remainder, model=other).frame() for other in others)
    return next((frame for frame in frames if frame is not None), None)


def option_off(blame: Blame, failing: Sequence[Question]) -> TakenOff | None:
    """An option that is not heeded in any text is one bug, and hides nothing once the model does
    not heed it either."""
    remainder, probes = blame.remainder, [bare(text) for text in PROBES]
    if not all(map(remainder.fails, probes)):
        return None
    alone = [it for it in failing if isinstance(it, EncodeCase) and not it.options.add_special]
    some = alone[:: max(1, len(alone) // OF_FAILING)]
    best: tuple[int, Variant, Known] | None = None
    for variant in variants(remainder.model.tokenizer):
        model = remainder.model.on(variant.tokenizer)
        if all(model(probe) == remainder.box(probe) for probe in probes):
            right = sum(model(case) == remainder.box(case) for case in some)
            if best is None or right > best[0]:
                best = right, variant, model
    if best is None or best[0] < OF_ONE_OPTION * len(some):
        return None
    _, variant, model = best
    small = remainder.smallest(probes[0], _accounts(remainder, model))
    return _taken_off(blame, model, variant.stage, variant.words, small, failing)


def part_off(
    blame: Blame, cases: Sequence[Question], failing: Sequence[Question], of_decoder: bool
) -> TakenOff | None:
    """A part of the normalizer, or of the decoder, that is not there is one bug: most texts, or
    ids, in which it has a say are then as they are without it. It hides nothing once the model has
    no such part either."""
    remainder = blame.remainder
    cases = [case for case in cases if isinstance(case, DecodeCase) == of_decoder]
    best: tuple[int, str, Known] | None = None
    for part, tokenizer in without_parts(remainder.model.tokenizer, of_decoder=of_decoder):
        less = remainder.model.on(tokenizer)
        concerned = [case for case in cases if less(case) != remainder.model(case)]
        right = sum(less(case) == remainder.box(case) for case in concerned)
        if right < max(OF_PART, OF_ONE_OPTION * len(concerned)) or (best and right <= best[0]):
            continue
        if not is_there(remainder.box, remainder.model, less, [*failing, *concerned]):
            best = right, part, less
    if best is None:
        return None
    _, part, less = best
    accounts = _accounts(remainder, less)
    accounted = [*filter(accounts, failing)]
    if not accounted:
        return None

    def shows(case: Question) -> bool:
        return accounts(case) and _is_without_space(case)

    plain = [*filter(_is_without_space, accounted)]
    smallest = min(plain or accounted, key=case_order)
    small = remainder.smallest(smallest, shows if plain else accounts)
    stage: Place = "decoder" if of_decoder else "normalizer"
    return _taken_off(blame, less, stage, f"without {part}", small, failing)


def parsing_off(
    blame: Blame, cases: Sequence[Question], failing: Sequence[Question]
) -> TakenOff | None:
    """Special tokens that are read as text, though they are to be found, are one bug."""
    model = blame.remainder.model
    less = Known(model.tokenizer, model.as_texts, unparsed=True)
    concerned = [
        case for case in cases if isinstance(case, EncodeCase) and less(case) != model(case)
    ]
    accounts = _accounts(blame.remainder, less)
    right = [case for case in failing if accounts(case) and isinstance(case, EncodeCase)]
    if len(right) < max(OF_PART, OF_ONE_OPTION * len(concerned)):
        return None
    small = blame.remainder.smallest(min(right, key=case_order), accounts)
    assert isinstance(small, EncodeCase)
    token = next((it for it in blame.remainder.contents if it in small.text), "")
    # Where no place of a text may be the reason, and no option that was taken off.
    texts = [f"a {token} a", f" a {token} a", f"a{token}a", small.text, f" {small.text}"]
    if blame.remainder.begins_stretches:  # what is put before the next may be another bug's
        texts.insert(0, f"a{token}")
    shown = [it for text in texts if accounts(it := with_text(small, text))]
    alone = [it for it in shown if blame.remainder.is_plain_without(token, it)] or shown
    plain = (it for it in alone if model(it) == blame.remainder.honest(it))
    found = _taken_off(blame, less, "added_tokens", UNPARSED, small, failing)
    found.bug.case = next(plain, alone[0])
    return found


def _is_without_space(case: Question) -> bool:
    """Whether it has no white space, of which another bug may be."""
    return isinstance(case, DecodeCase) or not any(map(str.isspace, case.text))


def _accounts(remainder: Remainder, model: Known) -> Callable[[Question], bool]:
    return lambda case: remainder.fails(case) and remainder.box(case) == model(case)


def _taken_off(
    blame: Blame,
    model: Known,
    stage: Place,
    words: str,
    small: Question,
    failing: Sequence[Question],
) -> TakenOff:
    """The bug that another model accounts for, and what is left where that is the model."""
    accounts = _accounts(blame.remainder, model)
    small = _proving(blame.remainder, model, small, failing)
    _, symptom = blame.as_of(stage, small)
    trigger = Trigger(OF_OPTION, accounts, lambda case: [case], is_narrow=False)
    explained = frozenset(filter(accounts, failing))
    bug = Bug(stage, words, small, explained, symptom=symptom, triggers=(trigger,))
    return TakenOff(bug, replace(blame.remainder, model=model))


def _proving(
    remainder: Remainder, model: Known, small: Question, failing: Sequence[Question]
) -> Question:
    """A smallest case that no other option or part accounts for, if there is one: what two may be
    the reason of proves neither."""
    accounts = _accounts(remainder, model)
    made = (each.tokenizer for each in variants(remainder.model.tokenizer))
    others = (remainder.model.on(each) for each in made if each != model.tokenizer)
    rivals = [other for other in others if other(small) == model(small)]

    def proves(case: Question) -> bool:
        return accounts(case) and not any(rival(case) == model(case) for rival in rivals)

    def is_plain(case: Question) -> bool:
        return proves(case) and _is_without_space(case)

    for shows in (is_plain, proves) if _is_without_space(small) else (proves,):
        first = min(filter(shows, failing), key=case_order, default=None)
        if first is not None:
            return remainder.smallest(first, shows)
    return small
