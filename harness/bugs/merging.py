"""Which bugs of one box are one: those of one op, stage and symptom, of length, of one part."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from tokparity.harness.bugs.blame import WHOLE, Blame
from tokparity.harness.bugs.bug import Bug, join, op_of
from tokparity.harness.bugs.masking import REPEATS
from tokparity.harness.bugs.taken_off import OF_OPTION
from tokparity.harness.bugs.trigger import AROUND_NOTHING, NO_IDS, NO_TEXT, is_of_space
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Op

WIDE = 6
"""Kinds of ids in which one decoding fault shows: all is decoded in another way."""
LONG, SHORT = 8, 8
LONG_PIECE = 10
"""Characters of a smallest word from which on its length is at fault, or that of a piece."""
LONG_WORD = 64
"""Characters of a smallest case from which on a length is at fault, and no search."""
FEW = 10
"""Of so many times as many cases of a stage that is gone, others are a part."""
MANY = 3
"""Bugs of one stage: it is another stage as a whole."""

OF_A_KIND = 4
"""Single digits or letters that are cut in another way: a pattern does that with their kind."""
OF_WORDS = 10
"""More cases than these that show words wrong, where a single one shows a cut at a character."""
_BESIDE_OR_CHARACTER = re.compile(r"U\+[0-9A-F]{4,}\Z")
"""Of "added tokens behind U+3000", and of U+3000 where what fails are added tokens: one bug."""
_AT_AN_END = re.compile(r"(added token '.*') at the (?:start|end)", re.DOTALL)
_DIGIT_OR_LETTER = re.compile("U\\+00(3[0-9]|[46][1-9A-F]|[57][0-9A])")

Key = tuple[str, ...]


def merged(bugs: Sequence[Bug], blame: Blame) -> list[Bug]:
    """Bugs with a key in common as one, which has the smallest case of them."""
    _of_single_characters(bugs)
    of_words = [bug for bug in bugs if bug.cause.startswith("words")]
    cuts = [bug.case for bug in of_words if _is_short(bug) and blame.is_cut(bug.case)]
    shortest = min(map(case_order, cuts), default=None)
    counts = Counter((op_of(bug), bug.cause) for bug in bugs)
    by_key: dict[Key, Bug] = {}
    for bug in bugs:
        keys: list[Key] = [("fault model", bug.fault_model)] if bug.fault_model else []
        if not bug.fault_model:
            keys += keys_of(bug, blame)
            if counts[op_of(bug), bug.cause] >= REPEATS and bug.cause.startswith("any "):
                keys.append((op_of(bug), bug.cause, _refusal(bug, blame)))
            if not _is_of_long_words(bug):
                if of_words and bug.stage == "model" and _is_of_plain_pieces(bug):
                    keys.append(("encode", "words"))
                if (
                    shortest
                    and shortest[1] <= case_order(bug.case)[1]
                    and _is_of_search(bug, blame)
                ):
                    keys.append(("encode", "cut"))
        known = _distinct(by_key[key] for key in keys if key in by_key)
        first = known[0] if known else bug
        by_key.update(dict.fromkeys(keys, first))
        # A bug that has no key of its own any more is one with the first as well.
        left = {id(other) for other in by_key.values()}
        join(first, [other for other in [*known[1:], bug] if id(other) not in left])
    apart = _without_halves(_without_places(_distinct(by_key.values())), blame)
    return _of_whole_stages(apart, blame)


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
    for bug in list(bugs):
        whole = of_all
        scopes = [trigger.scope for trigger in bug.triggers]
        if bug.stage == "added_tokens" and not any(t.of_tokens for t in bug.triggers):
            scopes = ["beside"] if bug.triggers else []
            whole = [
                other
                for other in bugs
                if other.stage == bug.stage and other.triggers and _beside(other) == _beside(bug)
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


def _beside(bug: Bug) -> str:
    """What stands beside an added token: a word, white space, or what else it is."""
    kind = bug.symptom.partition(" beside ")[2]
    return {"L": "word", "N": "word", "U+005F": "word"}.get(kind, kind)


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
    most = max((len(bug.cases) for bug in bugs if _is_of_words(bug)), default=0)
    for bug in bugs:
        is_cut = bug.stage == "pre_tokenizer" and bug.symptom != "refusal"
        is_one = bug.cause.startswith("U+") and len(bug.cases) == 1
        if is_cut and is_one and most > OF_WORDS:
            _make_of_model(bug)


def _make_of_model(bug: Bug) -> None:
    bug.stage, bug.symptom, bug.others = "model", "tokens", ("pre_tokenizer",)


def _is_of_words(bug: Bug) -> bool:
    return bug.stage == "model" and bug.cause.startswith("words")


def keys_of(bug: Bug, blame: Blame) -> list[Key]:
    """What bugs that are one share, each enough: stage and symptom, the part of the normalizer that
    is missing, length."""
    op, words = op_of(bug), bug.symptom.partition(" 2^")[0]
    if _is_of_option(bug):
        return [(op, bug.stage, bug.cause)]
    if refusal := _refusal(bug, blame):
        return [(op, bug.stage, refusal), *([(op, refusal, "long")] if _is_run(bug) else [])]
    keys_of_place: list[Key] = []
    if bug.stage == "post_processor" and bug.cause.startswith("any text"):
        words = "special"
    if bug.cause in (AROUND_NOTHING, NO_TEXT, NO_IDS):
        words = bug.cause
    if words.startswith("tokens "):
        words = "tokens"
    if is_of_long := _is_of_long_words(bug):
        words = "long words"
    if bug.stage == "added_tokens":
        words = words.replace("more found", "other found")  # one token for two, or two for one
        scope = bug.triggers[0].scope if bug.triggers else ""
        if (at_end := _AT_AN_END.fullmatch(bug.cause)) is not None:
            keys_of_place.append((op, bug.stage, words.partition(" beside ")[0], at_end[1]))
        if words.startswith("other found") and _is_of_another_case(bug, blame):
            keys_of_place.append((op, bug.stage, "case"))
        words = f"{words.partition(' beside ')[0]} {scope} {_beside(bug)}".strip()
        if (beside := _BESIDE_OR_CHARACTER.search(bug.cause)) is not None:
            keys_of_place.append((op, bug.stage, beside[0]))
    if op == "decode" and (bug.causes == ["ids: added"] or _is_of_added_id(bug, blame)):
        words += " added"  # left out on purpose, where others are lost
    if op == "decode" and bug.causes == ["ids: outside"]:
        words += " outside"  # no decoder knows these: they were made others before it
    if bug.stage == "model" and blame.moves_letters(bug.case):
        words += " moved"
    if bug.stage == "normalizer" and blame.is_canonical(bug.case):
        words += " in another form"
    if bug.stage == "pre_tokenizer":
        words = words.partition(" U+")[0]  # classes, of which some have one member
    of_stage = bug.stage in ("normalizer", "decoder")
    parts = list(blame.missing_parts(bug.case)) if of_stage else []
    keys: list[Key] = [(op, bug.stage, f"without {part}") for part in parts]
    keys += keys_of_place
    if parts in ([], [WHOLE]):
        keys.append((op, bug.stage, words))
    of_letters = bug.stage == "normalizer" and words not in ("case", "controls", "spaces")
    if of_letters and blame.is_kept(bug.case):
        keys.append((op, bug.stage, "kept as it is"))
    if bug.stage != "added_tokens" and bug.triggers and bug.triggers[0].of_tokens:
        keys.append((op, bug.stage, "beside added tokens"))
    if bug.stage == "pre_tokenizer" and all(map(is_of_space, bug.causes)):
        keys.append((op, bug.stage, "white space"))
    if bug.stage == "pre_tokenizer" and (shape := blame.shape_of_cuts(bug.case)):
        keys.append((op, bug.stage, shape))
    is_long = isinstance(bug.case, EncodeCase) and len(bug.case.text) > LONG_WORD
    if (
        bug.cause.startswith("words")
        and not is_of_long
        and (bug.stage == "model" or (bug.stage == "pre_tokenizer" and not is_long))
    ):
        keys.append((op, "words"))
    if isinstance(bug.case, EncodeCase) and (words == "long" or _is_run(bug)):
        keys.append((op, "long"))
    return keys


def _is_of_another_case(bug: Bug, blame: Blame) -> bool:
    """Whether its smallest case writes an added token with capitals where it has none, or without
    some that it has."""
    if not isinstance(bug.case, EncodeCase):
        return False
    contents = blame.remainder.contents
    rest = re.sub("|".join(map(re.escape, contents)) or "(?!)", "", bug.case.text).casefold()
    return any(content.casefold() in rest for content in contents)


def _refusal(bug: Bug, blame: Blame) -> str:
    """Which refusal its smallest case shows, by kind and message: of two there are two reasons."""
    effect = blame.remainder.effect(bug.case) if bug.symptom == "refusal" else ""
    return effect if effect.startswith("refused") else ""


def _is_run(bug: Bug) -> bool:
    text = bug.case.text if isinstance(bug.case, EncodeCase) else ""
    return len(text) >= LONG and len(set(text)) <= 2


def _is_of_long_words(bug: Bug) -> bool:
    """Whether a long word is wrong of which no part is: the length of words, or of pieces, or a
    count of merges is at fault, and no search."""
    case = bug.case
    return _is_of_words(bug) and isinstance(case, EncodeCase) and len(case.text) >= LONG_PIECE


def _is_of_option(bug: Bug) -> bool:
    return bool(bug.triggers) and bug.triggers[0].words == OF_OPTION


def _is_of_added_id(bug: Bug, blame: Blame) -> bool:
    """Whether its smallest case is the id of an added token alone."""
    added = {token.id for token in blame.remainder.honest.tokenizer.added_tokens}
    return isinstance(bug.case, DecodeCase) and len(bug.case.ids) == 1 and bug.case.ids[0] in added


def _is_of_plain_pieces(bug: Bug) -> bool:
    """Whether its smallest case has no character for which a piece may be missing: another search
    than the one of all words would be too much of a chance."""
    return (
        isinstance(bug.case, EncodeCase)
        and bug.case.text.isascii()
        and not bug.case.text.isspace()
        and not bug.symptom.startswith(("unknown", "refusal"))
    )


def _is_of_search(bug: Bug, blame: Blame) -> bool:
    """Whether it may be another search of the model, which cuts no shorter words than others: a
    pattern's bug is mostly beyond ASCII, or joins words."""
    is_plain = isinstance(bug.case, EncodeCase) and bug.case.text.isascii()
    is_plain |= not bug.cases  # all that it is of shows another bug too
    may_be = bug.stage == "model" or (bug.stage == "pre_tokenizer" and is_plain)
    return may_be and blame.is_cut(bug.case) and not blame.joins_words(bug.case)


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
        groups.setdefault((op_of(bug), bug.stage, _refusal(bug, blame)), []).append(bug)
    made: list[Bug] = []
    for (op, *_), here in groups.items():
        of_options = list(filter(_is_of_option, here))
        made += of_options
        here = _without_rests_of_gone(of_options, here)
        here = _without_parts_of_gone([bug for bug in here if bug not in of_options], blame)
        masks = [bug for bug in here if not bug.fault_model]
        if not here:
            continue
        wide = op == "decode" and any(len(bug.causes) > WIDE for bug in masks)
        several = len(masks) >= MANY or len(masks) == 2 < len(here)
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
            join(whole, [bug])
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
