"""How the text that a black box's tokens spell differs from the text that they should.

Not here: which stage that tells of (`stage_blame`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from glob import escape
from itertools import pairwise
from unicodedata import category, combining, normalize

from tokparity.harness.compare.sides import ReferenceSide, observe
from tokparity.harness.naming.character_classes import kind, relatives
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.ground import Ground
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import Case, EncodeCase, Encoding, Observation, Stage
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spell, utf8
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.normalization import form

_OF_EACH_LENGTH = "\u045f\u4e2d\U00010400"
"""Characters of two bytes to four."""
BY_BYTES = "it has an unknown token for each byte of a character that no piece has"
OF_SPACES = (
    ", and one for a space that the file's pre-tokenizer drops, as of a text in the byte-level "
    "alphabet"
)
IN_BYTES = (
    "its tokens are the text's bytes in the alphabet of a ByteLevel pre-tokenizer (\u0120 for a "
    "space, \u00c3\u00a9 for \u00e9), which the file has not"
)
LAST_NUL = (
    "its tokens are those of the text without the NUL at its end, which may be lost before any "
    "stage, where the text is handed over"
)
NOTHING = "it makes no token at all of a text in which a character has no piece"
LONE_MARKS = (
    "its tokens are the right ones but for \u2581, the mark of a space alone, in all texts asked: "
    "spaces at an end that are one token it does not lose"
)
LATIN_SPACES = (
    "it takes a byte of a character for white space, 0x85 or 0xa0, which is that in Latin-1, "
    "before its model"
)
MARK = "\u2581"
LONGEST_END = 8
"""Characters of a text behind which all else may be lost."""
MOST_MOVED = 8
"""Pairs of marks that are looked at."""
_WHITE = re.compile(rb"[ \x85\xa0]+")
MEMBERS = 3
"""How many others of its kind a character is replaced by."""
LONGEST_SPELLED = 80
"""Characters of a text that is looked for in the byte-level alphabet."""
ENOUGH_IDS = 3
"""Ids that must be off by as much."""
_LETTER = "\xe9"
OF_OTHER_KINDS = ("a", "0", ".", " a", "aa")


def ends_early(evidence: Evidence, case: EncodeCase, black_box_text: bytes) -> bool:
    """Behind some character all is lost, of whatever kind it is: nobody but who rewrites a text
    takes a character for its end."""
    for at in range(min(len(case.text), LONGEST_END)):
        heads = [replace(case, text=case.text[: at + 1] + rest) for rest in OF_OTHER_KINDS]
        answers = observe(evidence.black_box, heads)
        if all(
            isinstance(answer, Encoding)
            and evidence.reader.text(evidence.reader.core(answer.ids)) == black_box_text
            for answer in answers
        ):
            return True
    return False


def is_numbered_otherwise(evidence: Evidence) -> bool:
    """Whether of a case and its neighbours all ids that are off are so by as much, one way: the
    vocabulary begins elsewhere, or a line of it is lost."""
    off: dict[int, int] = {}
    for question, answer in evidence.answers.items():
        due = evidence.truth[question]
        if not isinstance(answer, Encoding) or not isinstance(due, Encoding):
            continue
        if len(answer.ids) != len(due.ids):
            return False
        off |= {j: i - j for i, j in zip(answer.ids, due.ids, strict=True) if i != j}
    return len(off) >= ENOUGH_IDS and len({*off.values()}) == 1


def drops_ascii(ours: bytes, theirs: bytes) -> bool:
    r"""Whether white space or a control within ASCII is lost, all else as it was: a model spells
    others of them.

    >>> drops_ascii(b"\r\n", b"\n"), drops_ascii(b"a", b""), drops_ascii(b"\n", b"\n")
    (True, False, False)
    """
    lost = [byte for byte in range(33) if ours.count(byte) > theirs.count(byte)]
    kept = bytes(byte for byte in ours if byte not in lost)
    return bool(lost) and kept != ours and kept == bytes(it for it in theirs if it not in lost)


def plainly_otherwise(evidence: Evidence, text: str, ids: tuple[int, ...]) -> Ground | None:
    """Where one rule makes tokens of those that are due: whose stage that is."""
    if is_numbered_otherwise(evidence):
        return Ground("model", "its tokens are the right ones, all numbered otherwise by as much")
    if has_marks_moved(evidence.reader, ids, evidence.honest.normalize(text)):
        return Ground("normalizer", "its tokens are those of the text with two marks exchanged")
    if in_byte_alphabet(evidence.reader, ids, text) or _as_letters(evidence, ids):
        return Ground("pre_tokenizer", IN_BYTES)
    if (stage := _by_bytes(evidence, ids)) is not None:
        return Ground(stage, BY_BYTES + OF_SPACES * (stage == "pre_tokenizer"))
    if loses_last_nul(evidence, text, ids):
        return Ground("normalizer", LAST_NUL)
    if comes_to_nothing(evidence, text, ids):
        return Ground("model", NOTHING)
    if loses_lone_marks(evidence):
        return Ground("model", LONE_MARKS)
    return None


def comes_to_nothing(evidence: Evidence, text: str, ids: tuple[int, ...]) -> bool:
    """Whether a text has no tokens for one character, which the reference's tokens do not spell
    either, or not wholly: what stands around it is lost as well."""
    case, reader = evidence.case, evidence.reader
    if ids or not isinstance(case, EncodeCase):
        return False
    for char in list(dict.fromkeys(text))[:LONGEST_END]:
        alone, between = (replace(case, text=each) for each in (char, f"a{char}a"))
        due = observe(ReferenceSide(evidence.honest), [alone, between])
        [got] = observe(evidence.black_box, [between])
        answers = [it.ids for it in (*due, got) if isinstance(it, Encoding)]
        if len(answers) != len(due) + 1:
            continue
        of_char, of_text, of_box = (reader.core(each) for each in answers)
        whole = evidence.honest.normalize(char).encode("utf-8", "replace")
        is_spelled = reader.unknown not in of_char and reader.text(of_char).endswith(whole)
        if of_text and not of_box and not is_spelled:
            return True
    return False


def loses_lone_marks(evidence: Evidence) -> bool:
    """Whether of all texts asked the tokens are the due ones, but for some that are the mark of a
    space alone, one behind another too: who takes spaces off an end would take two of them as well,
    and who puts none before a text leaves out the first, and that behind an added token."""
    lone = next((i for i, piece in evidence.honest.pieces().items() if piece == MARK), None)
    added = {token.id for token in evidence.honest.added_tokens}
    loses_some = keeps_an_end = False
    for question, answer in evidence.answers.items():
        due = evidence.truth[question]
        if not isinstance(question, EncodeCase) or question.options.add_special:
            continue
        if not isinstance(answer, Encoding) or not isinstance(due, Encoding):
            continue
        got, expected = (tuple(i for i in it.ids if i != lone) for it in (answer, due))
        if got != expected or len(answer.ids) > len(due.ids):
            return False
        inside = sum(i == lone and before not in added for before, i in pairwise(due.ids))
        loses_some = loses_some or inside > answer.ids.count(lone)
        keeps_an_end = keeps_an_end or (question.text[-1:].isspace() and expected == due.ids)
    return loses_some and keeps_an_end


def loses_last_nul(evidence: Evidence, text: str, ids: tuple[int, ...]) -> bool:
    """Whether tokens are those of a text without the NUL at its end, which counts within one."""
    case = evidence.case
    if not text.endswith("\0") or not isinstance(case, EncodeCase):
        return False
    less, more = (replace(case, text=each) for each in (text.rstrip("\0"), f"{text}a"))
    [due] = observe(ReferenceSide(evidence.honest), [less])
    is_less = isinstance(due, Encoding) and evidence.reader.core(due.ids) == ids
    return is_less and not evidence.parted([more])[0]


def is_right_twice(evidence: Evidence) -> bool:
    """Whether the text twice over is right: what rewrites it would rewrite both."""
    case = evidence.case
    assert isinstance(case, EncodeCase)
    return not evidence.parted([replace(case, text=case.text * 2)])[0]


def is_kept_between_letters(evidence: Evidence, normalized: str) -> bool:
    """Whether between letters the black box is wrong, and not as one that rewrites the text before
    words are cut."""
    case, letter = evidence.case, "a"
    assert isinstance(case, EncodeCase)
    around = replace(case, text=f"{letter}{case.text}{letter}")
    [answer] = observe(evidence.black_box, [around])
    if not isinstance(answer, Encoding) or not evidence.parted([around])[0]:
        return False
    rewritten = evidence.reader.of_normalized(f"{letter}{normalized}{letter}")
    return evidence.reader.core(answer.ids) != rewritten


def has_marks_moved(reader: TokenReader, ids: tuple[int, ...], normalized: str) -> bool:
    """Whether tokens are those of a normalized text in which two marks, or characters that some
    version of Unicode has not, stand in another order; also where they are unknown."""
    if len(normalized) > LONGEST_SPELLED or normalized.isascii():
        return False
    moves = [combining(char) > 0 or category(char) == "Cn" for char in normalized]
    places = [at for at, both in enumerate(pairwise(moves)) if all(both)]
    return any(
        reader.of_normalized(
            f"{normalized[:at]}{normalized[at + 1]}{normalized[at]}{normalized[at + 2 :]}"
        )
        == ids
        for at in places[:MOST_MOVED]
    )


def in_byte_alphabet(reader: TokenReader, ids: Sequence[int], text: str) -> bool:
    """Whether tokens are the bytes of a text in the byte-level alphabet, or would be but for the
    unknown ones, where the file spells pieces as text."""
    if reader.tokenizer.spells_bytes or len(text) > LONGEST_SPELLED:
        return False
    pieces = ["" if i == reader.unknown else reader.literal([i]) for i in ids]
    if pieces and pieces[0].startswith(MARK):
        rest = pieces[0].removeprefix(MARK)
        pieces = [rest, *pieces[1:]] if rest else pieces[1:]
    told = {char for char in "".join(pieces) if not char.isascii()}
    pattern = "".join(escape(piece) or "?*" for piece in pieces)
    forms = {text, reader.tokenizer.normalize(text)}
    spelled = {spell(utf8(form.replace(MARK, mark))) for form in forms for mark in (MARK, " ", "")}
    return bool(told - {*text}) and any(fnmatchcase(each, pattern) for each in spelled)


def _as_letters(evidence: Evidence, ids: Sequence[int]) -> bool:
    """Whether a text of which there are unknown tokens alone is one of a box that spells a letter
    in the byte-level alphabet."""
    case, unknown = evidence.case, evidence.reader.unknown
    if not isinstance(case, EncodeCase) or {*ids} != {unknown}:
        return False
    [answer] = observe(evidence.black_box, [replace(case, text=_LETTER)])
    if not isinstance(answer, Encoding):
        return False
    letter = evidence.reader.core(answer.ids)
    return {*letter} != {unknown} and in_byte_alphabet(evidence.reader, letter, _LETTER)


def _by_bytes(evidence: Evidence, ids: Sequence[int]) -> Stage | None:
    """Of a box that has as many unknown tokens of a character as it has bytes, where one is due,
    the stage that does so: of a space that the file's pre-tokenizer drops it has one too where that
    is at fault. None of any other."""
    case, unknown = evidence.case, evidence.reader.unknown
    if not isinstance(case, EncodeCase) or unknown is None or {*ids} != {unknown}:
        return None
    probes = [replace(case, text=text) for text in (" ", *_OF_EACH_LENGTH)]
    answers = observe(evidence.black_box, probes), observe(ReferenceSide(evidence.honest), probes)
    mine, due = ([_core(evidence.reader, it) for it in side] for side in answers)
    seen = [
        got == (unknown,) * len(char.encode())
        for char, got, right in zip(_OF_EACH_LENGTH, mine[1:], due[1:], strict=True)
        if right == (unknown,)
    ]
    if len(seen) < 2 or not all(seen):
        return None
    return "pre_tokenizer" if (mine[0], due[0]) == ((unknown,), ()) else "model"


def _core(reader: TokenReader, answer: Observation) -> tuple[int, ...] | None:
    return reader.core(answer.ids) if isinstance(answer, Encoding) else None


def of_no_text(ours: bytes, theirs: bytes) -> Ground:
    """Whose stage it is that makes bytes which are no text of one."""
    if takes_bytes_for_spaces(ours, theirs):
        return Ground("pre_tokenizer", LATIN_SPACES)
    return Ground("model", "its tokens spell bytes that are no text")


def takes_bytes_for_spaces(ours: bytes, theirs: bytes) -> bool:
    r"""Whether two are the same but for white space, where bytes that are white space in Latin-1
    are that too; and for what the second begins with.

    >>> takes_bytes_for_spaces(b"a\xd9\xa0b", b" a\xd9 b"), takes_bytes_for_spaces(b"\xd9a", b"")
    (True, False)
    """
    mine, other = (_WHITE.split(text.strip()) for text in (ours, theirs))
    return [*filter(None, mine)] == [*filter(None, other)] and ours.split() != theirs.split()


def only_spaces(ours: bytes, theirs: bytes, mark: bytes) -> bool:
    """Whether they differ in spaces alone, or in what is written for them."""
    first, second = (text.replace(mark, b"").replace(b" ", b"") for text in (ours, theirs))
    return first == second


def one_text_in_two_forms(first: bytes, second: bytes) -> bool:
    """Both are text, of the same characters once they are taken apart."""
    try:
        texts = first.decode("utf-8"), second.decode("utf-8")
    except UnicodeDecodeError:
        return False
    parts = form("compatibility", composes=False)
    mine, theirs = (parts.normalize(Aligned.of(text)).text for text in texts)
    return mine == theirs


def in_no_form(given: str, spelled: bytes) -> bool:
    r"""Whether tokens spell a character that the given text has not, and that is in none of
    Unicode's normal forms: no normalizer makes one. One that was given may have been left as it is.

    >>> in_no_form("\u03cc", "\u1f79".encode()), in_no_form("\u1f79", "\u1f79".encode())
    (True, False)
    """
    new = set(spelled.decode("utf-8")) - set(given)
    return any(normalize("NFC", char) != char for char in new)


def characters_in_another_order(first: bytes, second: bytes) -> bool:
    r"""The same characters, whole ones, in another order; what is bytes only is a model's.

    >>> characters_in_another_order("a\u0301\u0323".encode(), "a\u0323\u0301".encode())
    True
    >>> characters_in_another_order(b"\xc3\xa9", b"\xa9\xc3")
    False
    """
    try:
        texts = first.decode("utf-8"), second.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return texts[0] != texts[1] and sorted(texts[0]) == sorted(texts[1])


def letters_in_another_order(first: bytes, second: bytes) -> bool:
    r"""Of two such texts, whether more than marks was moved: a normalizer moves nothing else.

    >>> letters_in_another_order("a\u0301\u0323".encode(), "a\u0323\u0301".encode())
    False
    >>> letters_in_another_order(b"ab", b"ba")
    True
    """
    mine, theirs = (
        [char for char in text.decode("utf-8") if not combining(char)] for text in (first, second)
    )
    return mine != theirs


def keeps_what_is_rewritten(
    honest: Tokenizer, text: str, our_text: bytes, black_box_text: bytes
) -> bool:
    """Whether a character of the text is spelled that its normal form has no more."""
    normalized = honest.normalize(text)
    gone = (char.encode("utf-8", "surrogatepass") for char in {*text} - {*normalized, " "})
    return any(data in black_box_text and data not in our_text for data in gone)


def drops_a_kind(
    evidence: Evidence, case: EncodeCase, our_text: bytes, black_box_text: bytes
) -> bool:
    """A letter or number is lost where nothing normalizes, and so are others of its kind: no branch
    of the pattern takes them. Who rewrites a text drops single characters, marks and controls."""
    for char in dict.fromkeys(case.text):
        others = relatives(char, MEMBERS)
        if kind(char)[0] not in "LN" or len(others) < MEMBERS:
            continue
        if our_text.replace(char.encode("utf-8"), b"") != black_box_text:
            continue
        questions: list[Case] = [
            replace(case, text=case.text.replace(char, other)) for other in others
        ]
        answers = observe(evidence.black_box, questions)
        spelled = [
            isinstance(text, Encoding) and evidence.reader.text(text.ids) for text in answers
        ]
        if all(text == black_box_text for text in spelled):
            return True
    return False


def of_unknown(
    reader: TokenReader,
    ours: tuple[int, ...],
    other: tuple[int, ...],
    our_text: bytes,
    black_box_text: bytes,
) -> bool:
    """The two differ in what they make of unknown characters, or in the bytes of one."""
    if our_text != black_box_text and sorted(our_text) == sorted(black_box_text):
        return True
    apart = {reader.unknown, *reader.byte_ids}
    if not apart & {*ours} and not apart & {*other}:
        return False
    return [i for i in ours if i not in apart] == [i for i in other if i not in apart]
