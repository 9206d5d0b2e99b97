"""Which bugs of one box are one: those of one op, stage and symptom, of length, of one part."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.bug import Bug, join, op_of
from tokparity.harness.bugs.keys import (
    Key,
    is_given_up,
    is_of_added_id,
    is_of_long_words,
    is_of_option,
    is_of_pattern,
    is_of_search,
    is_of_words,
    keys_of,
    refusal_of,
    what_is_beside,
)
from tokparity.harness.bugs.masking import REPEATS
from tokparity.harness.bugs.showing import ANY_TEXT
from tokparity.harness.bugs.stage_options import WHOLE
from tokparity.harness.bugs.trigger import LITERAL
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Op

WIDE = 6
"""Kinds of ids in which one decoding fault shows: all is decoded in another way."""
SHORT = 8
FEW = 10
"""Of so many times as many cases of a stage that is gone, others are a part."""
MANY, MANY_OF_TEXT = 3, 4
"""Bugs of one stage: it is another stage as a whole. A normalizer has parts that have nothing to do
with each other, so more."""
OF_A_KIND = 4
"""Single digits or letters that are cut in another way: a pattern does that with their kind."""
OF_WORDS = 10
"""More cases than these that show words wrong, where a single one shows a cut at a character."""
TIMES = 3
"""A cut in so many times fewer cases than words are wrong in is the search's as well."""
OF_ALL = 8
"""More single characters than these that are not rewritten: none is."""
_CHARACTER = re.compile(r"U\+[0-9A-F]{4,6}")
_DIGIT_OR_LETTER = re.compile("U\\+00(3[0-9]|[46][1-9A-F]|[57][0-9A])")


def merged(bugs: Sequence[Bug], blame: Blame) -> list[Bug]:
    """Bugs with a key in common as one, which has the smallest case of them."""
    _of_single_characters(bugs)
    _of_cuts_and_prefixes(bugs, blame)
    of_words = [bug for bug in bugs if bug.cause.startswith("words")]
    cuts = [bug.case for bug in of_words if _is_short(bug) and blame.is_cut(bug.case)]
    shortest = min(map(case_order, cuts), default=None)
    most = max((len(bug.cases) for bug in of_words), default=0)
    cut = [
        bug
        for bug in bugs
        if shortest is not None
        and shortest[1] <= case_order(bug.case)[1]
        and is_of_search(bug, blame)
        and not is_of_pattern(bug, bugs, most, blame)
    ]
    for bug in cut:
        is_small = OF_WORDS < most >= TIMES * len(bug.cases)
        if bug.stage == "pre_tokenizer" and is_small:  # it shares nothing with a pattern's then
            _make_of_model(bug)
    counts = Counter((op_of(bug), bug.cause) for bug in bugs)
    by_key: dict[Key, Bug] = {}
    for bug in bugs:
        keys: list[Key] = [("fault model", bug.fault_model)] if bug.fault_model else []
        if not bug.fault_model:
            keys += keys_of(bug, blame)
            if counts[op_of(bug), bug.cause] >= REPEATS and bug.cause.startswith("any "):
                keys.append((op_of(bug), bug.cause, refusal_of(bug, blame)))
            if not is_of_long_words(bug, blame):
                of_pieces = bug.stage == "model" and _is_of_plain_pieces(bug)
                if of_words and of_pieces and not is_given_up(bug, blame):
                    keys.append(("encode", "words"))
                if any(bug is other for other in cut):
                    keys.append(("encode", "cut"))
        known = _distinct(by_key[key] for key in keys if key in by_key)
        first = known[0] if known else bug
        by_key.update(dict.fromkeys(keys, first))
        # A bug that has no key of its own any more is one with the first as well.
        left = {id(other) for other in by_key.values()}
        _join_shown(first, [other for other in [*known[1:], bug] if id(other) not in left], blame)
    apart = _without_halves(_without_places(_distinct(by_key.values())), blame)
    apart = _without_forms(_of_any_text(apart), blame)
    return _of_whole_stages(_of_all_characters(apart), blame)


def _of_any_text(bugs: list[Bug]) -> list[Bug]:
    """What explains no case of its own is of the bug of its stage that any text shows."""
    for whole in [bug for bug in bugs if bug.cases and ANY_TEXT in bug.causes]:
        parts = [
            bug
            for bug in bugs
            if bug is not whole
            and not (bug.cases or bug.fault_model)
            and (op_of(bug), bug.stage) == (op_of(whole), whole.stage)
        ]
        smallest = whole.case
        join(whole, parts)
        whole.case = smallest
        bugs = [bug for bug in bugs if bug not in parts]
    return bugs


def _of_all_characters(bugs: list[Bug]) -> list[Bug]:
    """Where very many characters are not rewritten, one more that normal forms rewrite is of
    them."""
    wide = next((b for b in bugs if b.stage == "normalizer" and len(b.causes) > OF_ALL), None)
    parts = [bug for bug in bugs if wide is not None and bug is not wide and _is_rewritten(bug)]
    if wide is not None and parts:
        join(wide, parts)
    return [bug for bug in bugs if bug not in parts]


def _is_rewritten(bug: Bug) -> bool:
    text = bug.case.text if isinstance(bug.case, EncodeCase) else ""
    is_one = bug.stage == "normalizer" and bool(_CHARACTER.fullmatch(bug.cause))
    return is_one and len(text) == 1 and not unicodedata.is_normalized("NFKC", text)


def _join_shown(first: Bug, others: Sequence[Bug], blame: Blame) -> None:
    """Make others part of a bug, and show it where what was taken off has no say, if one does. What
    explains no case may be of another bug."""
    remainder = blame.remainder
    every = (first, *others)
    cases = [bug.case for bug in every if bug.cases] or [bug.case for bug in every]
    join(first, others)
    first.case = min(cases, key=case_order)
    if remainder.model(first.case) != remainder.honest(first.case):
        clear = [case for case in cases if remainder.model(case) == remainder.honest(case)]
        first.case = min(clear, key=case_order, default=first.case)


def _without_forms(bugs: list[Bug], blame: Blame) -> list[Bug]:
    """What is right of each character alone, and wrong together, is of the normal form that is
    gone."""
    gone = next((bug for bug in bugs if is_of_option(bug) and "without NF" in bug.cause), None)
    parts = [
        bug
        for bug in bugs
        if gone is not None
        and bug.stage == "normalizer"
        and not is_of_option(bug)
        and not bug.fault_model
        and blame.is_canonical(bug.case)
    ]
    if gone is not None and parts:
        smallest = gone.case
        join(gone, parts)
        gone.case, gone.cause = smallest, gone.causes[0]
    return [bug for bug in bugs if bug not in parts]


def _of_cuts_and_prefixes(bugs: Sequence[Bug], blame: Blame) -> None:
    """A lone text that is cut where other texts are is of the pattern as they are. What begins a
    stretch, and is lost, is of the stage that puts it there."""
    shapes = {blame.shape_of_cuts(bug.case) for bug in bugs if bug.stage == "pre_tokenizer"}
    for bug in bugs:
        if bug.fault_model or is_of_option(bug):
            continue
        is_lone = bug.stage == "model" and bug.cause.startswith(LITERAL)
        if is_lone and blame.shape_of_cuts(bug.case) in shapes - {""}:
            bug.stage, bug.symptom = "pre_tokenizer", "beyond ASCII"
        if bug.stage in ("normalizer", "pre_tokenizer"):
            bug.stage = blame.stage_of_lost_prefix(bug.case) or bug.stage


def _distinct(bugs: Iterable[Bug]) -> list[Bug]:
    return list({id(bug): bug for bug in bugs}.values())


def _without_halves(bugs: list[Bug], blame: Blame) -> list[Bug]:
    """Added tokens that decode to another text are spelled so to encoding as well."""
    of_tokens = [bug for bug in bugs if bug.stage == "added_tokens" or _is_of_other_spelling(bug)]
    wholes = [bug for bug in of_tokens if op_of(bug) == "encode"]
    for bug in of_tokens:
        whole = next((whole for whole in wholes if _may_be_half(bug, whole, blame)), None)
        if whole is not None and op_of(bug) == "decode":
            join(whole, [bug])
            bugs.remove(bug)
    return bugs


def _may_be_half(bug: Bug, whole: Bug, blame: Blame) -> bool:
    """Whether a decoding may be wrong by another bug: what is known of that one says so, or nothing
    is known."""
    if not whole.fault_model:
        return True
    answer = blame.hypotheses.answer(whole.fault_model, bug.case)
    return not bug.fault_model and answer == blame.remainder.box(bug.case)


def _is_of_other_spelling(bug: Bug) -> bool:
    return op_of(bug) == "decode" and bug.causes == ["ids: added"] and bug.symptom == "text"


def _without_places(bugs: list[Bug]) -> list[Bug]:
    """A bug of added tokens in some place is part of one of all added tokens in any place; one of
    what stands beside them, of any of them."""
    of_all = [
        bug for bug in bugs if any(trigger.words == "added tokens" for trigger in bug.triggers)
    ]
    for bug in [bug for bug in bugs if not is_of_option(bug)]:
        whole = of_all
        scopes = [trigger.scope for trigger in bug.triggers]
        if bug.stage == "added_tokens" and not any(t.of_tokens for t in bug.triggers):
            scopes = ["beside"] if bug.triggers else []
            whole = [
                other
                for other in bugs
                if other.stage == bug.stage
                and other.triggers
                and what_is_beside(other) == what_is_beside(bug)
            ]
        whole_of_it = [other for other in bugs if _is_of_same_token(bug, other)]
        wide = [
            other
            for other in (*whole, *whole_of_it)
            if other is not bug and _direction(other) == _direction(bug)
        ]
        if scopes and all(scopes) and wide:
            join(wide[0], [bug])
            bugs.remove(bug)
    return bugs


def _is_of_same_token(bug: Bug, other: Bug) -> bool:
    """Whether one is of an added token in some place, the other of the same in any."""
    return op_of(bug) == op_of(other) and any(
        cause.startswith("added token '") and bug.cause.startswith(f"{cause} ")
        for cause in other.causes
    )


def _direction(bug: Bug) -> str:
    """Whether fewer added tokens are found, or others."""
    return bug.symptom.partition(" beside ")[0]


def _of_single_characters(bugs: Sequence[Bug]) -> None:
    """No pattern tells one digit or letter from all others: where few of them are cut in another
    way, the model is at fault, or a pattern that is very odd. So it is with a single case beside
    very many words that are."""
    odd = [
        bug
        for bug in bugs
        if bug.stage == "pre_tokenizer"
        and bug.symptom != "refusal"
        and _DIGIT_OR_LETTER.fullmatch(bug.cause)
    ]
    if len({bug.cause for bug in odd}) < OF_A_KIND:
        for bug in odd:
            _make_of_model(bug)
    most = max((len(bug.cases) for bug in bugs if is_of_words(bug)), default=0)
    for bug in bugs:
        is_cut = bug.stage == "pre_tokenizer" and bug.symptom != "refusal"
        is_one = bug.cause.startswith("U+") and (len(bug.cases) == 1 or _is_long(bug))
        is_one |= _is_of_piece_with_space(bug)
        if is_cut and is_one and most > OF_WORDS:
            _make_of_model(bug)


def _is_of_piece_with_space(bug: Bug) -> bool:
    """Whether it is of one character behind a space, as pieces are that begin a word."""
    text = bug.case.text if isinstance(bug.case, EncodeCase) else ""
    return bug.cause == "U+0020" and len(text) == 2 and not text[1].isspace()


def _is_long(bug: Bug) -> bool:
    """Whether it has no case of its own, and shows in no short text."""
    return not bug.cases and isinstance(bug.case, EncodeCase) and len(bug.case.text) > SHORT


def _make_of_model(bug: Bug) -> None:
    bug.stage, bug.symptom, bug.others = "model", "tokens", ("pre_tokenizer",)


def _is_of_plain_pieces(bug: Bug) -> bool:
    """Whether its smallest case has no character for which a piece may be missing: another search
    than the one of all words would be too much of a chance."""
    return (
        isinstance(bug.case, EncodeCase)
        and bug.case.text.isascii()
        and not bug.case.text.isspace()
        and not bug.symptom.startswith(("unknown", "refusal"))
    )


def _is_short(bug: Bug) -> bool:
    return isinstance(bug.case, EncodeCase) and 2 <= len(bug.case.text) <= SHORT


def _without_rests_of_gone(of_options: Sequence[Bug], here: Sequence[Bug]) -> list[Bug]:
    """Where a whole stage seems gone, and some few cases are otherwise, it is another stage."""
    gone = next((bug for bug in of_options if bug.cause == f"without {WHOLE}"), None)
    rests = [
        bug
        for bug in here
        if gone is not None and not bug.fault_model and FEW * len(bug.cases) <= len(gone.cases)
    ]
    if gone is not None and rests:
        smallest = gone.case
        join(gone, rests)
        gone.case = smallest
    return [bug for bug in here if bug not in rests]


def _without_parts_of_gone(here: list[Bug], blame: Blame) -> list[Bug]:
    """Bugs of one stage, those as one that are there because the stage is not."""
    stage = here[0].stage if here else "unknown"
    gone = blame.explained_without(stage, [bug.case for bug in here])
    parts = sorted((bug for bug in here if bug.case in gone), key=lambda bug: case_order(bug.case))
    if len(parts) < 2:
        return here
    join(parts[0], parts[1:])
    parts[0].cause = f"the whole stage: {parts[0].cause}"
    return [bug for bug in here if bug not in parts[1:]]


def _of_whole_stages(bugs: Sequence[Bug], blame: Blame) -> list[Bug]:
    """A stage with many bugs is another stage as a whole: one. Ids whose text shows a bug of
    encoding are that one's."""
    groups: dict[tuple[Op, str, str], list[Bug]] = {}
    for bug in bugs:
        groups.setdefault((op_of(bug), bug.stage, refusal_of(bug, blame)), []).append(bug)
    made: list[Bug] = []
    for (op, *_), here in groups.items():
        of_options = list(filter(is_of_option, here))
        made += of_options
        here = _without_rests_of_gone(of_options, here)
        here = _without_parts_of_gone([bug for bug in here if bug not in of_options], blame)
        masks = [bug for bug in here if not bug.fault_model]
        if not here:
            continue
        wide = op == "decode" and any(
            len(bug.causes) > WIDE and not is_of_added_id(bug, blame) for bug in masks
        )
        of_text = here[0].stage == "normalizer"
        several = len(masks) >= (MANY_OF_TEXT if of_text else MANY)
        several = several or (not of_text and len(masks) == 2 < len(here))
        if here[0].stage == "pre_tokenizer" and 0 < len(masks) < len(here):
            several = True  # one pattern, of which a fault model explains a part
        is_pattern = here[0].stage == "pre_tokenizer"
        if is_pattern and masks and all(len(bug.causes) >= MANY for bug in masks):
            several = True  # another pattern, which reads many characters otherwise
        if several or (wide and len(masks) > 1):
            first = min(masks or here, key=lambda bug: case_order(bug.case))
            smallest = first.case
            join(first, [bug for bug in here if bug is not first])
            first.case, first.cause = smallest, f"the whole stage: {first.cause}"
            here = [first]
        made += here
    return _without_halves_of_characters(made, blame)


def _without_halves_of_characters(bugs: list[Bug], blame: Blame) -> list[Bug]:
    """An id whose text is what encoding gets wrong is part of that bug."""
    wholes = [
        bug
        for bug in bugs
        if isinstance(bug.case, EncodeCase)
        and not bug.fault_model
        and not bug.case.text.strip().isascii()
    ]
    kept = []
    for bug in bugs:
        whole = next((whole for whole in wholes if _is_half_of(bug, whole, blame)), None)
        if whole is None:
            kept.append(bug)
        else:
            _join_shown(whole, [bug], blame)
    return kept


def _is_half_of(bug: Bug, whole: Bug, blame: Blame) -> bool:
    """Whether one id decodes to what encoding makes of its text: that is the text which a bug of
    encoding gets wrong, or has it where the wrong one stands."""
    if bug.fault_model or not isinstance(bug.case, DecodeCase) or len(bug.case.ids) != 1:
        return False
    assert isinstance(whole.case, EncodeCase)
    remainder, text = blame.remainder, whole.case.text.strip()
    piece = remainder.honest.tokenizer.pieces().get(bug.case.ids[0], "")
    if piece.removeprefix("##").strip("\u2581 ") == text:
        return True
    right, wrong = remainder.model(bug.case), remainder.box(bug.case)
    spelled = remainder.box(whole.case)
    if not isinstance(right, str) or not isinstance(spelled, tuple) or text not in right:
        return False
    instead = remainder.reader.text(remainder.reader.core(spelled)).decode("utf-8", "replace")
    return wrong == right.replace(text, instead.strip("\u2581 "))
