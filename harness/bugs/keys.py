"""`keys_of`: what bugs of one box that are one share."""

import re
from collections.abc import Sequence

from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.bug import Bug, op_of
from tokparity.harness.bugs.remainder import with_text
from tokparity.harness.bugs.stage_options import WHOLE
from tokparity.harness.bugs.taken_off import OF_OPTION
from tokparity.harness.bugs.trigger import AROUND_NOTHING, NO_IDS, NO_TEXT, is_of_space
from tokparity.harness.naming.stage_blame import CUT_TOGETHER
from tokparity.reference_impl.contract import DecodeCase, EncodeCase

LONG = 8
"""Characters of a run of one or two."""
LONG_PIECE = 9
"""Characters of a smallest word, bytes where the model has these, from which on its length is at
fault, or that of a piece."""
LEAST_CHARACTERS = 5
"""… where it has so many characters at least."""
LONG_WORD = 64
"""Characters of a smallest case from which on a length is at fault, and no search."""
OF_A_SHAPE = 3
"""Characters that are cut in one way: a pattern does that."""
_BESIDE_OR_CHARACTER = re.compile(r"U\+[0-9A-F]{4,}\Z")
"""Of "added tokens behind U+3000", and of U+3000 where what fails are added tokens: one bug."""
_BLOCK = re.compile(r"U\+([4-9A-F][0-9A-F]|[0-9A-F]{3,4})[0-9A-F]{2}")
"""Characters from U+4000 that are neighbours: a range of them is spared, or taken for others."""
_AT_AN_END = re.compile(r"(added token '.*') at the (?:start|end)", re.DOTALL)

Key = tuple[str, ...]


def keys_of(bug: Bug, blame: Blame) -> list[Key]:
    """What bugs that are one share, each enough: stage and symptom, the part of the normalizer that
    is missing, length."""
    op, words = op_of(bug), bug.symptom.partition(" 2^")[0]
    if is_of_option(bug):
        return [(op, bug.stage, bug.cause)]
    if refusal := refusal_of(bug, blame):
        return [(op, bug.stage, refusal), *([(op, refusal, "long")] if _is_run(bug) else [])]
    keys_of_place: list[Key] = []
    if bug.stage == "post_processor" and bug.cause.startswith("any text"):
        words = "special"
    if bug.cause in (AROUND_NOTHING, NO_TEXT, NO_IDS):
        words = bug.cause
    if words.startswith("tokens "):
        words = "tokens"
    if is_of_long := is_of_long_words(bug, blame):
        words = "long words"
    if bug.stage == "added_tokens":
        is_of_case = _is_of_another_case(bug, blame)
        # One token for two, or two for one; in other letters none should be found.
        words = words if is_of_case else words.replace("more found", "other found")
        scope = bug.triggers[0].scope if bug.triggers else ""
        if (at_end := _AT_AN_END.fullmatch(bug.cause)) is not None:
            keys_of_place.append((op, bug.stage, words.partition(" beside ")[0], at_end[1]))
        if is_of_case and words.startswith(("more found", "other found")):
            keys_of_place.append((op, bug.stage, "case"))
        words = f"{words.partition(' beside ')[0]} {scope} {what_is_beside(bug)}".strip()
        if (beside := _BESIDE_OR_CHARACTER.search(bug.cause)) is not None:
            keys_of_place.append((op, bug.stage, beside[0]))
    is_added = bug.causes == ["ids: added"] or is_of_added_id(bug, blame)
    if op == "decode" and is_added and not words.startswith("spaces"):
        words += " added"  # left out on purpose, where others are lost
    if op == "decode" and bug.causes == ["ids: outside"]:
        words += " outside"  # no decoder knows these: they were made others before it
    if op == "decode" and blame.is_cut_off(bug.case):
        words += " cut off"  # bytes that are no whole character are another matter
    if bug.stage == "model" and blame.moves_letters(bug.case):
        words += " moved"
    if bug.stage == "normalizer" and blame.is_canonical(bug.case):
        words = words.partition(" U+")[0] + " in another form"
    if bug.stage == "pre_tokenizer":
        words = words.partition(" U+")[0]  # classes, of which some have one member
        words = f"{words} {_of_nothing(bug, blame)}".strip()
    of_stage = bug.stage in ("normalizer", "decoder")
    parts = list(blame.missing_parts(bug.case)) if of_stage else []
    keys: list[Key] = [(op, bug.stage, f"without {part}") for part in parts]
    keys += keys_of_place
    if bug.stage in ("normalizer", "pre_tokenizer") and blame.stage_of_lost_prefix(bug.case):
        keys.append((op, "prefix"))
    if parts in ([], [WHOLE]):
        keys.append((op, bug.stage, words))
    of_letters = bug.stage == "normalizer" and words not in ("case", "controls", "spaces")
    if of_letters and blame.is_kept(bug.case):
        keys.append((op, bug.stage, "kept as it is"))
    if bug.stage == "normalizer" and (block := _BLOCK.fullmatch(bug.cause)) is not None:
        keys.append((op, bug.stage, block[1]))
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
        and not (words == "long" and is_given_up(bug, blame))
        and (bug.stage == "model" or (bug.stage == "pre_tokenizer" and not is_long))
    ):
        keys.append((op, "words"))
    if isinstance(bug.case, EncodeCase) and (words == "long" or _is_run(bug)):
        keys.append((op, "long"))
    return keys


def is_given_up(bug: Bug, blame: Blame) -> bool:
    """Whether nothing but unknown tokens is due: no search of pieces has a say."""
    due, reader = blame.remainder.honest(bug.case), blame.remainder.reader
    return isinstance(due, tuple) and {*reader.unpadded(due)} == {reader.unknown}


def _is_of_another_case(bug: Bug, blame: Blame) -> bool:
    """Whether its smallest case writes an added token with capitals where it has none, or without
    some that it has."""
    if not isinstance(bug.case, EncodeCase):
        return False
    contents = blame.remainder.contents
    rest = re.sub("|".join(map(re.escape, contents)) or "(?!)", "", bug.case.text).casefold()
    return any(content.casefold() in rest for content in contents)


def refusal_of(bug: Bug, blame: Blame) -> str:
    """Which refusal its smallest case shows, by kind and message: of two there are two reasons."""
    effect = blame.remainder.effect(bug.case) if bug.symptom == "refusal" else ""
    return effect if effect.startswith("refused") else ""


def _of_nothing(bug: Bug, blame: Blame) -> str:
    """Whether a text that should come to nothing does not, or the reverse: two lists of white space
    differ both ways, and each is told."""
    remainder = blame.remainder
    answers = remainder.box(bug.case), remainder.model(bug.case)
    if not all(isinstance(it, tuple) for it in answers):
        return ""
    got, due = (bool(it) for it in answers)
    return "" if got == due else "kept" if got else "lost"


def _is_run(bug: Bug) -> bool:
    text = bug.case.text if isinstance(bug.case, EncodeCase) else ""
    return len(text) >= LONG and len(set(text)) <= 2


def is_of_long_words(bug: Bug, blame: Blame) -> bool:
    """Whether a long word is wrong of which no part is: the length of words, or of pieces, or a
    count of merges is at fault, and no search. A word that is given up is one of a kind."""
    case = bug.case
    if not is_of_words(bug) or not isinstance(case, EncodeCase):
        return False
    words = blame.remainder.reader.words(case.text, case.options.parse_special)
    symbols = sum(map(len, words))
    if (
        symbols < LONG_PIECE
        or len(case.text) < LEAST_CHARACTERS
        or bug.symptom.startswith("unknown")
    ):
        return False
    short = max(1, (LONG_PIECE - 1) * len(case.text) // symbols)
    parts = (case.text[at : at + short] for at in range(min(len(case.text), LONG_WORD)))
    return not any(blame.remainder.fails(with_text(case, part)) for part in dict.fromkeys(parts))


def is_of_option(bug: Bug) -> bool:
    """Whether an option of any text is not heeded, or a part is not there."""
    return bool(bug.triggers) and bug.triggers[0].words == OF_OPTION


def is_of_added_id(bug: Bug, blame: Blame) -> bool:
    """Whether its smallest case is the id of an added token alone."""
    added = {token.id for token in blame.remainder.honest.tokenizer.added_tokens}
    return isinstance(bug.case, DecodeCase) and len(bug.case.ids) == 1 and bug.case.ids[0] in added


def what_is_beside(bug: Bug) -> str:
    """What stands beside an added token: a word, white space, or what else it is."""
    kind = bug.symptom.partition(" beside ")[2]
    return {"L": "word", "N": "word", "U+005F": "word"}.get(kind, kind)


def is_of_words(bug: Bug) -> bool:
    """Whether words are made of other pieces."""
    return bug.stage == "model" and bug.cause.startswith("words")


def is_of_pattern(bug: Bug, bugs: Sequence[Bug], words: int, blame: Blame) -> bool:
    """Whether texts with several characters are cut in one way, in more cases than words are wrong:
    no search of pieces does so."""
    shape = blame.shape_of_cuts(bug.case)
    alike = [
        it
        for it in bugs
        if it.stage == bug.stage == "pre_tokenizer" and blame.shape_of_cuts(it.case) == shape
    ]
    return bool(shape) and len(alike) >= OF_A_SHAPE and sum(len(it.cases) for it in alike) > words


def is_of_search(bug: Bug, blame: Blame) -> bool:
    """Whether it may be another search of the model, which cuts no shorter words than others: a
    pattern's bug is mostly beyond ASCII, or joins words."""
    is_plain = isinstance(bug.case, EncodeCase) and bug.case.text.isascii()
    is_plain |= not bug.cases  # all that it is of shows another bug too
    may_be = bug.stage == "model" or (bug.stage == "pre_tokenizer" and is_plain)
    if not may_be or not blame.is_cut(bug.case) or blame.joins_words(bug.case):
        return False
    return blame.why(bug.stage, bug.case) != CUT_TOGETHER
