"""`cause_sentence`: the cause of a finding, as a reader says it.

The shape of a black box's finding ends with what its cases have in common, in the short words of
whatever told the bugs apart; or with what its likely bug does. Here both become sentences.
"""

import re
from unicodedata import category

from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    Encoding,
    Refusal,
    case_ids,
    case_texts,
)
from tokparity.reports.records.finding import (
    AS_ONE,
    CHANGING,
    EXACT_TIE,
    IN_COMMON,
    LIKELY,
    OTHERS,
    UNICODE_VERSION,
    Beside,
    Finding,
    Sighting,
    cause_of,
    plain_answer,
)
from tokparity.reports.text.visible import harmless, visible_clipped
from tokparity.reports.triage.apart import apart_sentence, cut_sentence, unjoined_sentence
from tokparity.reports.triage.effects import (
    SAME_TOKENS,
    effect_sentence,
    joined_sentence,
)
from tokparity.reports.triage.legible import case_words
from tokparity.reports.triage.long_texts import beginnings, growth_sentence, too_long_sentence
from tokparity.reports.triage.lost_ends import lost_end_sentence
from tokparity.reports.triage.parts import (
    LONGEST,
    MOST_PARTS,
    ONE_OF_TWO,
    as_if_words,
    plain_words_of,
    with_words,
    without_places,
)
from tokparity.reports.triage.roles import asks_for_no_piece, no_fault
from tokparity.reports.triage.shown_too import shown_too_sentence, without_others
from tokparity.reports.triage.stage_deeds import knows_more, stage_sentence

COMPANY = ("behind a letter", "before one", "between two", "one letter", "two")
"""What a sighting has beside its case (`harness.bugs.beside`); then come its parts, each alone."""
UNKNOWN = "This is what the smallest case shows; what its cases have in common was not found."
ALONE = "One case of the run shows it: what others would is not known."
LEAVES_OUT, ENDS_AT = "It leaves ", "It ends at "
FEW = 2
"""Cases that prove no fault model alone."""
NOT_ALONE = "; few cases show it, so that something else that answers these alike is not ruled out."
"""How a likely fault ends that few cases show."""
_NOT_ALL = "Some of its cases look like this one and have nothing of that: why is not known."
_NOT_EACH = ", but not wherever that stands: see the rows that are alike"
_SAME_SUM = "Both rows have the same sum of scores, but for rounding."
_SCORED = ("Unigram", "SentencepieceUnigram", "LlamaUGM")
"""Models that look for the best sum of scores."""
WHOLE_STAGE = "the whole stage: "
CUT = "its tokens spell the text up to a character, and no further"
"""How the ground begins of a text that is cut off (`harness.naming.stage_blame`)."""
LAST_NUL = "its tokens are those of the text without the NUL at its end"
"""… and of one whose last character is lost."""
LATIN_SPACES = "it takes a byte of a character for white space"
"""… and of one that reads the bytes of a character as Latin-1."""
BY_BYTES = "it has an unknown token for each byte of a character that no piece has"
"""… and of one that takes a character for its bytes."""
NOTHING = "it makes no token at all of a text"
"""… and of one that comes to nothing."""
UNPARSED = "special tokens are read as text"
"""As `harness.bugs.taken_off` calls it."""
_TABLES = {"its Unicode tables are newer": True, "its Unicode tables are older": False}
"""… and whose are newer, where that was found (`harness.bugs.versions`)."""
NOT_CUT = "words are not cut from each other where the normalizer puts a space"
"""… and of one that puts no spaces around ideographs."""
LONE_MARKS = "its tokens are the right ones but for ▁, the mark of a space alone"
"""… and of one without the pieces that are a space alone."""
_ANYTHING = ("any text", "any ids")
_NEAR = re.compile(r"the reference that (.+) gives its answer, and (\d+%) of its answers to .+")
"""How the ground reads of what a fault model is near to (`harness.naming.ground`)."""
_MADE_ALONE = re.compile(r"It gives (.+) in the place of .+ at the beginning\.")
_RIGHT_BESIDE = "It is right about "
_OF_PLACE = (_RIGHT_BESIDE, "It is wrong about ")
LIKELY_AS = "It answers as a tokenizer that "
_DUE = re.compile(r"where (\S+(?: \S+){0,8}?) is due")


def cause_sentence(finding: Finding, sighting: Sighting, *, at_left: bool) -> str:
    """A sentence or two, "" where nothing is known; `at_left` says which side is to blame.

    >>> cause_sentence(finding, sighting, at_left=False)  # doctest: +SKIP
    'It leaves U+0301 out. It does so where there is: U+0301 (COMBINING ACUTE ACCENT).'
    """
    told = _told(finding, without_others(sighting, at_left=at_left), at_left)
    return " ".join(filter(None, (told, shown_too_sentence(sighting))))


def _told(finding: Finding, sighting: Sighting, at_left: bool) -> str:
    """The cause of what this finding alone is about."""
    changes = _changes(sighting)
    if finding.signature.component == CHANGING:
        return changes
    if joined := joined_sentence(sighting, at_left=at_left):
        return joined
    if lost := lost_end_sentence(sighting, at_left=at_left):
        return lost
    if cut := too_long_sentence(sighting, at_left=at_left):
        return cut
    words = _of_words(sighting.cause or cause_of(finding.shape), sighting)
    if (near := _NEAR.fullmatch(sighting.ground)) and not words.startswith(LIKELY_AS):
        likely = f"Likely it {near[1]}: so it would answer this, and {near[2]} of the texts near."
        words = likely if words in ("", UNKNOWN, ALONE) else f"{likely} {words}"
    if finding.signature.component.startswith(UNICODE_VERSION):
        words = _whose_tables(words, sighting, at_left)
    if CUT in sighting.ground and isinstance(sighting.case, EncodeCase):
        end = sighting.case.text[:1] if len(sighting.case.text) == 1 else ""
        where = f" {visible_clipped(end, LONGEST)}" if end else " a character"
        return " ".join(filter(None, (f"It reads a text up to{where}, and no further.", words)))
    if LAST_NUL in sighting.ground:
        return "It loses a NUL at the end of a text; one within a text it keeps."
    if LONE_MARKS in sighting.ground:
        return "It leaves out ▁, the token that is a space alone; spaces in other tokens it keeps."
    found = "" if words in (UNKNOWN, ALONE) else f" {words}"
    if LATIN_SPACES in sighting.ground:
        return f"It takes a byte of a character, 0x85 or 0xa0, for white space.{found}".strip()
    if BY_BYTES in sighting.ground:
        said = "It has an unknown token for each byte of a character, where one is due."
        return f"{said}{found}".strip()
    if NOTHING in sighting.ground:
        said = "It makes no token of a text that holds a character without a piece."
        return f"{said} {_NOT_ALL}" if words.endswith(_NOT_ALL) else said
    around = _around(sighting, at_left) if finding.signature.stage == "post_processor" else ""
    deed = ""
    if (
        sighting.shown_too is None or sighting.shown_too.answer is None
    ):  # else the stages are those of all that is due
        deed = stage_sentence(finding.signature.stage, sighting, at_left=at_left)
    if finding.signature.stage in ("pre_tokenizer", "model") and not words.startswith(LIKELY_AS):
        deed = apart_sentence(sighting, at_left=at_left) or deed
    if (finding.signature.stage == "pre_tokenizer" and not deed) or NOT_CUT in sighting.ground:
        deed = cut_sentence(sighting, at_left=at_left) or deed
    if " words like " in finding.shape and (alone := unjoined_sentence(sighting, at_left=at_left)):
        return alone
    beside = _seen_beside(sighting, at_left)
    if finding.signature.stage in ("pre_tokenizer", "model") and not _is_met(sighting, at_left):
        beside = "" if beside.startswith(_OF_PLACE) else beside
    refuses = isinstance(sighting.left, Refusal) or isinstance(sighting.right, Refusal)
    is_of_box = bool(words or beside or sighting.ground or refuses)
    if deed and beside.startswith(LEAVES_OUT):
        beside = ""
    if deed and beside.startswith(ENDS_AT):  # whatever the stage makes of that character alone
        deed, beside = beside, ""
    effect = deed or effect_sentence(sighting, at_left=at_left) if is_of_box and not around else ""
    if effect.endswith(f"{SAME_TOKENS}.") and finding.signature.component in _SCORED:
        effect += f" {_SAME_SUM}" * ("<0x" not in effect)
    if beside.startswith(LEAVES_OUT) and (made := _MADE_ALONE.match(effect)):
        effect = ""
        beside = f"{beside.removesuffix('.')} among others, and makes {made[1]} of it alone."
    if beside.startswith(_RIGHT_BESIDE) and words == _of_cases(_own(sighting), sighting):
        words = ""  # elsewhere it is right about that character
    is_nobodys = no_fault(finding.signature.component) or asks_for_no_piece(sighting)
    of_token = finding.signature.stage == "added_tokens"  # a part of one is none
    long = "" if of_token else growth_sentence(sighting, at_left=at_left)
    told = " ".join(filter(None, (effect, beside, long, around, changes, words)))
    return _DUE.sub(r"where the other has \1", told) if is_nobodys else told


def _own(sighting: Sighting) -> str:
    """The trigger that a text of one character has by itself."""
    text = sighting.case.text if isinstance(sighting.case, EncodeCase) else ""
    return f"U+{ord(text):04X}" if len(text) == 1 else ""


def _whose_tables(words: str, sighting: Sighting, at_left: bool) -> str:
    """The words with whose tables have no such characters, where that is known, or a normalizer
    tells."""
    known = [more for said, more in _TABLES.items() if said in sighting.ground]
    match known[0] if known else knows_more(sighting, at_left=at_left):
        case True:
            return words.replace(ONE_OF_TWO, "the other side's tables do not have: they are older")
        case False:
            return words.replace(ONE_OF_TWO, "its own tables do not have: they are older")
    return words


def _changes(sighting: Sighting) -> str:
    """That a subject does not answer so each time, and what makes it."""
    if not sighting.fresh:
        return ""
    if sighting.varies:
        return "Each time that it is started its answer is another."
    if sighting.before:
        first = " and ".join(case_words(case, LONGEST) for case in sighting.before)
        return f"It answers so where it was asked {first} before: one call changes the next."
    return "In a fresh process its answer is another: some earlier call changed it."


def _around(sighting: Sighting, at_left: bool) -> str:
    """What it puts around the smallest text that it should not, or leaves out."""
    sides = (sighting.left, sighting.right) if at_left else (sighting.right, sighting.left)
    got, expected = (side.ids if isinstance(side, Encoding) else None for side in sides)
    if got is None or expected is None or len(got) == len(expected):
        return ""
    longer, shorter = (got, expected) if len(got) > len(expected) else (expected, got)
    verb = "puts" if longer is got else "does not put"
    more = len(longer) - len(shorter)
    if not shorter and isinstance(sighting.case, EncodeCase) and not sighting.case.text:
        return f"It {verb} {_pieces(longer[-more:], sighting)} where there is no text."
    if longer[: len(shorter)] == shorter:
        return f"It {verb} {_pieces(longer[-more:], sighting)} behind the text."
    if longer[more:] == shorter:
        return f"It {verb} {_pieces(longer[:more], sighting)} before the text."
    return ""


def _pieces(ids: tuple[int, ...], sighting: Sighting) -> str:
    left, right = sighting.names
    return " ".join(harmless(left.get(i) or right.get(i) or str(i)) for i in ids)


def _company(sighting: Sighting) -> tuple[Beside, ...]:
    """The smallest case among letters; a long one is not asked so."""
    return () if beginnings(sighting) else sighting.beside[: len(COMPANY)]


def _seen_beside(sighting: Sighting, at_left: bool) -> str:
    """What the same text or ids in other company tell."""
    company = _company(sighting)
    if len(company) != len(COMPANY):
        return ""
    blamed = [_answer(each, at_left) for each in company]
    other = [_answer(each, not at_left) for each in company]
    _, _, between, one, two = blamed
    wrong = [mine != theirs for mine, theirs in zip(blamed, other, strict=True)]
    if wrong[3] or wrong[4]:
        return ""
    small = case_words(sighting.case, LONGEST)
    wrong_about = f"It is wrong about {small} {_place(sighting, at_left)}"
    match wrong[:3]:
        case [_, _, True] if between == two:
            return f"{LEAVES_OUT}{small} out."
        case [_, _, True] if between == one:
            return f"{ENDS_AT}{small}: what follows is lost."
        case [False, False, False]:
            return f"{_RIGHT_BESIDE}{small} beside letters, wrong about it alone."
        case [False, True, False] if not _begins_or_ends_so(sighting):
            return f"{wrong_about} begins a text."
        case [True, False, False] if not _begins_or_ends_so(sighting):
            return f"{wrong_about} ends a text."
        case [True, True, False] if not _begins_or_ends_so(sighting):
            return f"{wrong_about} begins or ends a text."
    return ""


def _place(sighting: Sighting, at_left: bool) -> str:
    """How what says of which end it is begins; white space may be wrong too where several stand
    between letters."""
    text = sighting.case.text if isinstance(sighting.case, EncodeCase) else ""
    is_wrong = text.isspace() and any(
        isinstance(row.case, EncodeCase)
        and row.case.text == f"a{text * 2}a"
        and _answer(row, at_left) != _answer(row, not at_left)
        for row in sighting.beside
    )
    return "where several stand together, and where it" if is_wrong else "only where that"


def _is_met(sighting: Sighting, at_left: bool) -> bool:
    """Whether what is due of the smallest text is due of it between letters too, wherever the two
    sides agree about that: of other tokens nothing could be wrong."""
    due = sighting.right if at_left else sighting.left
    agreed = [
        answer
        for row in _company(sighting)[:3]
        if (answer := _answer(row, not at_left)) == _answer(row, at_left)
    ]
    if not isinstance(due, Encoding):
        return True
    return all(isinstance(ids, tuple) and _holds(ids, due.ids) for ids in agreed)


def _holds(ids: tuple[int, ...], some: tuple[int, ...]) -> bool:
    return any(ids[at : at + len(some)] == some for at in range(len(ids) - len(some) + 1))


def _begins_or_ends_so(sighting: Sighting) -> bool:
    """Whether the smallest case has the letters themselves at an end: then it is no other place
    that makes a difference, but how many there are. Or a mark, which goes with the letter."""
    text = sighting.case.text if isinstance(sighting.case, EncodeCase) else ""
    ends = [char for char in (text[:1], text[-1:]) if char.isascii() and char.isalpha()]
    return bool(ends) or category(text[:1] or " ")[0] == "M"


def _answer(beside: Beside, left: bool) -> object:
    return plain_answer(beside.left if left else beside.right)


def _of_words(words: str, sighting: Sighting) -> str:
    words = harmless(words)
    if words.startswith(LIKELY):
        does = words.removeprefix(LIKELY)
        return f"{LIKELY_AS}{does}." if sighting.count > FEW else f"{LIKELY_AS}{does}{NOT_ALONE}"
    if words.startswith(IN_COMMON):
        return _of_cases(words.removeprefix(IN_COMMON), sighting)
    return (UNKNOWN if sighting.count > 1 else ALONE) * bool(words)


def _of_cases(cause: str, sighting: Sighting) -> str:
    if cause.endswith(OTHERS):
        known = _of_cases(cause.removesuffix(OTHERS).removesuffix("; "), sighting)
        return f"{known} {_NOT_ALL}" if sighting.count > 1 else known
    if cause == UNPARSED:
        return "It takes special tokens for text, whatever it is asked."
    if cause == EXACT_TIE:
        return (
            "Two ways to cut the text have the same sum of scores: which is taken hangs on the "
            "order of the search, or on rounding."
        )
    is_whole = cause.startswith(WHOLE_STAGE)
    told = list(dict.fromkeys(cause.removeprefix(WHOLE_STAGE).split("; ")))
    if likely := [part for part in told if part.startswith(AS_ONE)]:
        others = "; ".join(part for part in told if part not in likely)
        rest = _of_cases(WHOLE_STAGE * is_whole + others, sighting)
        return f"{rest} Some of its answers are those {likely[0].replace('as', 'of', 1)}."
    if as_if := [words for part in told if (words := as_if_words(part))]:
        rest = "; ".join(part for part in told if not as_if_words(part))
        known = f"It answers as if the file {' and '.join(as_if)}."
        return f"{known} {_of_cases(rest, sighting)}" if rest else known
    parts = [plain_words_of(part) + _besides(part, sighting) for part in with_words(told)]
    parts = [part for part in parts if part in _ANYTHING] or without_places(
        parts, anywhere=_fails_between_letters(sighting)
    )
    listed = "; ".join(parts[:MOST_PARTS])
    if len(parts) > MOST_PARTS:
        listed += f"; and {len(parts) - MOST_PARTS} more"
    if is_whole:
        return f"It may do more than this otherwise in this stage, where there is: {listed}."
    if parts and parts[0] in _ANYTHING:
        return f"It does so with {parts[0]}{_but_some(sighting)}."
    if len(parts) == 1:
        return f"It does so where there is: {listed}."
    return f"It does so where there is one of these: {listed}."


def _but_some(sighting: Sighting) -> str:
    """That some text beside the smallest case is right."""
    rows = () if beginnings(sighting) else sighting.beside
    is_right = any(row.is_alike for row in rows)
    return ", but for some: see the rows that are alike" * is_right


def _fails_between_letters(sighting: Sighting) -> bool:
    """Whether the smallest case is wrong too where it neither begins nor ends a text."""
    company = _company(sighting)
    wrong = [not each.is_alike for each in company]
    return wrong[2:] == [True, False, False]


def _besides(part: str, sighting: Sighting) -> str:
    """What a piece of an id is; that an id or a character does not make it wherever it stands, or
    not alone, or that alone each side answers what the other does of the smallest case."""
    if found := re.fullmatch(r"id (\d+)", part):
        known = (names.get(int(found[1])) for names in sighting.names)
        piece = next(filter(None, known), "")
        rows = [row for row in sighting.beside if isinstance(row.case, DecodeCase)]
        met = any(int(found[1]) in case_ids(row.case) and row.is_alike for row in rows)
        named = f" ({visible_clipped(piece, LONGEST)})" if piece else ""
        return named + _NOT_EACH * met
    if part.startswith("words like ") and isinstance(small := sighting.case, EncodeCase):
        rows = [row for row in sighting.beside if row.is_alike]
        texts = [row.case.text for row in rows if isinstance(row.case, EncodeCase)]
        return _NOT_EACH * any(small.text in text for text in texts)
    alone = [
        row
        for row in sighting.beside[len(COMPANY) :]
        if isinstance(row.case, EncodeCase)
        and [f"U+{ord(char):04X}" for char in row.case.text] == [part]
    ]
    own = Beside(sighting.case, sighting.left, sighting.right)
    if any(
        (_answer(row, True), _answer(row, False)) == (_answer(own, False), _answer(own, True))
        for row in alone
    ):
        return ", but there the other way round"
    is_right = any(row.is_alike for row in alone)
    if not any(row.is_alike for row in sighting.beside[:3]):
        return " with others, not alone" * is_right
    rows = [row for row in sighting.beside if isinstance(row.case, EncodeCase) and row.is_alike]
    right = {f"U+{ord(char):04X}" for row in rows for text in case_texts(row.case) for char in text}
    return _NOT_EACH * (part in right)
