"""`Trigger`: what in a case makes it fail, and the case without it, in several ways.

Of characters, of added tokens, of where two answers part. Not here: which of them a smallest case
may have (`triggers`, `id_triggers`).
"""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tokparity.harness.bugs.answers import Answer, NoAnswer, Question
from tokparity.harness.bugs.remainder import Remainder, with_ids, with_text
from tokparity.harness.naming.character_classes import kind
from tokparity.reference_impl.contract import DecodeCase, EncodeCase

Scope = Literal["", "start", "end", "behind", "before"]
"""Where an added token stands: anywhere, at an end of a text, beside some characters."""
FILLERS = ("a", " ", "", ".")
"""What a trigger is masked by."""
STRETCHES = 6
"""Stretches of a text between triggers that are asked alone."""
WINDOW = 6
"""Ids or characters at an end of an answer in which a fault of every text may show."""
LITERAL = "the text "
NO_TEXT, NO_IDS = "no text", "no ids"
AROUND_NOTHING = "special tokens around no text"
_CUT = "\0"
_TWO_SPACES = re.compile(r"\s\s")


@dataclass(frozen=True, slots=True)
class Trigger:
    """`occurs` says whether a case has it, `masks` gives the case without it, in several ways: no
    way where nothing else can be told of the case. `is_narrow`: it is in the text, and not the text
    as a whole. `of_tokens`: it is of added tokens, and `scope` says where these must stand.
    `narrower`: with all else that the smallest case needs; what it does not hold of the trigger's
    cases may be another bug's."""

    words: str
    occurs: Callable[[Question], bool]
    masks: Callable[[Question], list[Question]]
    is_narrow: bool = True
    of_tokens: bool = False
    scope: str = ""
    narrower: "Trigger | None" = None


def of_chars(words: str, is_in: Callable[[str], bool], contents: Sequence[str]) -> Trigger:
    """Characters, where they are no part of an added token."""
    token = re.compile("|".join(map(re.escape, contents)) or "(?!)")

    def occurs(case: Question) -> bool:
        return isinstance(case, EncodeCase) and any(map(is_in, token.sub("", case.text)))

    def put(text: str, filler: str) -> str:
        parts, at = [], 0
        for match in token.finditer(text):
            parts += [filler if is_in(c) else c for c in text[at : match.start()]]
            parts.append(match[0])
            at = match.end()
        return "".join([*parts, *(filler if is_in(c) else c for c in text[at:])])

    def masks(case: Question) -> list[Question]:
        if not isinstance(case, EncodeCase) or not occurs(case):
            return [case]
        texts = [put(case.text, filler) for filler in FILLERS if not filler or not is_in(filler)]
        texts += longest(put(case.text, _CUT).split(_CUT))
        return [with_text(case, text) for text in dict.fromkeys(texts)]

    return Trigger(words, occurs, masks)


def beside_others(
    trigger: Trigger, others: Sequence[Container[str]], contents: Sequence[str]
) -> Trigger:
    """The trigger where of each of these classes of characters a text has one as well, outside
    added tokens.

    >>> from tokparity.harness.bugs.remainder import bare
    >>> tag = beside_others(of_chars("<", "<".__contains__, []), [">", "0123456789"], [])
    >>> [tag.occurs(bare(text)) for text in ("<0>", "<a>")]
    [True, False]
    """
    token = re.compile("|".join(map(re.escape, contents)) or "(?!)")

    def occurs(case: Question) -> bool:
        if not isinstance(case, EncodeCase) or not trigger.occurs(case):
            return False
        rest = token.sub("", case.text)
        return all(any(char in some for char in rest) for some in others)

    def masks(case: Question) -> list[Question]:
        return trigger.masks(case) if occurs(case) else [case]

    return replace(trigger, occurs=occurs, masks=masks)


def in_a_run(trigger: Trigger) -> Trigger:
    """The trigger where white space stands beside white space.

    >>> from tokparity.harness.bugs.remainder import bare
    >>> spaces = in_a_run(of_chars("U+0020", " ".__contains__, []))
    >>> [spaces.occurs(bare(text)) for text in ("a  b", "a b")]
    [True, False]
    """

    def occurs(case: Question) -> bool:
        is_text = isinstance(case, EncodeCase) and _TWO_SPACES.search(case.text)
        return bool(is_text) and trigger.occurs(case)

    def masks(case: Question) -> list[Question]:
        return trigger.masks(case) if occurs(case) else [case]

    return replace(trigger, occurs=occurs, masks=masks)


def of_tokens(
    words: str, contents: Sequence[str], scope: Scope = "", beside: Iterable[str] = ()
) -> Trigger:
    """Added tokens of a text, in some place.

    >>> from tokparity.harness.bugs.remainder import bare
    >>> at_end = of_tokens("at the end", ["<s>"], "end")
    >>> at_end.occurs(bare("<s>a")), at_end.masks(bare("<s>a<s>"))[0].text
    (False, '<s>aa')
    """
    tokens = "|".join(map(re.escape, contents)) or "(?!)"
    chars = f"[{''.join(map(re.escape, sorted(beside)))}]"
    pattern = re.compile(
        {
            "": f"(?:{tokens})",
            "start": f"\\A(?:{tokens})",
            "end": f"(?:{tokens})\\Z",
            "behind": f"(?<={chars})(?:{tokens})",
            "before": f"(?:{tokens})(?={chars})",
        }[scope]
    )

    def occurs(case: Question) -> bool:
        return isinstance(case, EncodeCase) and pattern.search(case.text) is not None

    def masks(case: Question) -> list[Question]:
        if not isinstance(case, EncodeCase) or not occurs(case):
            return [case]
        texts: list[str] = []
        for filler in (*FILLERS, _CUT):
            text = pattern.sub(filler, case.text)
            if not pattern.search(text):
                texts += longest(text.split(_CUT)) if filler == _CUT else [text]
        return [with_text(case, text) for text in dict.fromkeys(texts)]

    return Trigger(words, occurs, masks, of_tokens=True, scope="beside" if beside else scope)


def in_brackets(opening: str, closing: str, contents: Sequence[str]) -> Trigger:
    """What stands in brackets, as special tokens do, where it is no added token.

    >>> from tokparity.harness.bugs.remainder import bare
    >>> tag = in_brackets("<", ">", ["<s>"])
    >>> [tag.occurs(bare(text)) for text in ("a<b>c", "<s>", "a>")]
    [True, False, False]
    """
    inner = f"[^{re.escape(opening + closing)}]+"
    tokens = [
        *map(re.escape, contents),
        f"(?P<bracketed>{re.escape(opening)}{inner}{re.escape(closing)})",
    ]
    pattern = re.compile("|".join(tokens))

    def put(text: str, filler: str) -> str:
        return pattern.sub(lambda match: filler if match["bracketed"] else match[0], text)

    def occurs(case: Question) -> bool:
        return isinstance(case, EncodeCase) and put(case.text, "") != case.text

    def masks(case: Question) -> list[Question]:
        if not isinstance(case, EncodeCase) or not occurs(case):
            return [case]
        texts = [
            text
            for filler in FILLERS
            if not occurs(with_text(case, text := put(case.text, filler)))
        ]
        texts += longest(put(case.text, _CUT).split(_CUT))
        return [with_text(case, text) for text in dict.fromkeys(texts)]

    return Trigger(f"in brackets: {opening}{closing}", occurs, masks)


def of_literal(text: str) -> Trigger:
    """One text, wherever it stands: where nothing is known of what in it is wrong.

    >>> from tokparity.harness.bugs.remainder import bare
    >>> jumps = of_literal("jumps")
    >>> jumps.words, jumps.masks(bare("it jumps"))[0].text
    ("the text 'jumps'", 'it a')
    """

    def occurs(case: Question) -> bool:
        return isinstance(case, EncodeCase) and text in case.text

    def masks(case: Question) -> list[Question]:
        if not isinstance(case, EncodeCase) or not occurs(case):
            return [case]
        texts = [case.text.replace(text, filler) for filler in FILLERS if text not in filler]
        texts += longest(case.text.split(text))
        return [with_text(case, other) for other in dict.fromkeys(texts) if text not in other]

    return Trigger(f"{LITERAL}{text!r}", occurs, masks, is_narrow=False)


def of_nothing(plain: Question) -> Trigger:
    """No text, or no ids; masked by a plain case, which is right.

    >>> from tokparity.harness.bugs.remainder import bare
    >>> nothing = of_nothing(bare("a"))
    >>> nothing.words, nothing.occurs(bare("")), nothing.occurs(bare("a"))
    ('no text', True, False)
    """

    def occurs(case: Question) -> bool:
        given = case.text if isinstance(case, EncodeCase) else case.ids
        return case.op == plain.op and not given

    def masks(case: Question) -> list[Question]:
        match case, plain:
            case EncodeCase(""), EncodeCase(text):
                return [with_text(case, text)]
            case DecodeCase(()), DecodeCase(ids):
                return [with_ids(case, ids)]
            case _:
                return [case]

    words = NO_TEXT if isinstance(plain, EncodeCase) else NO_IDS
    return Trigger(words, occurs, masks, is_narrow=False)


def longest(parts: Sequence[str]) -> list[str]:
    """What stands between triggers, each as a text of its own; the longest.

    >>> longest(["b", "", "aaa", "b"])
    ['aaa', 'b', '']
    """
    return sorted(set(parts), key=lambda part: (-len(part), part))[:STRETCHES]


def words_of(text: str) -> list[str]:
    """Runs of letters and digits, of white space, and of all else; a mark goes with the letter
    before it.

    >>> words_of("it's 12  x\u0301y")
    ['it', "'", 's', ' ', '12', '  ', 'x\u0301y']
    """
    words: list[str] = []
    for char in text:
        first = words[-1][0] if words else ""
        is_mark = first.isalnum() and kind(char)[0] == "M"
        alike = (char.isalnum(), char.isspace()) == (first.isalnum(), first.isspace())
        if first and (is_mark or alike):
            words[-1] += char
        else:
            words.append(char)
    return words


def is_of_space(cause: str) -> bool:
    """Whether a trigger is a character of white space, or their class.

    >>> is_of_space("U+000A"), is_of_space("U+0061")
    (True, False)
    """
    code = re.fullmatch("U\\+([0-9A-F]+)", cause)
    return cause.startswith("characters of Z") or (
        code is not None and kind(chr(int(code[1], 16))) == "Zs"
    )


Window = tuple[str, Sequence[object], Sequence[object]]


def of_window(words: str, remainder: Remainder, small: Question) -> Trigger:
    """Any case: where the answers part only at the beginning, or the end, as in the smallest; are
    refused as that is; or are numbered otherwise as that is."""
    mine = window(remainder.model(small), remainder.box(small))
    by = shift(remainder.model(small), remainder.box(small))

    def is_alike(case: Question) -> bool:
        if type(case) is not type(small) or not remainder.fails(case):
            return False
        other = window(remainder.model(case), remainder.box(case))
        if mine is None or other is None:
            return mine is other and remainder.effect(case) == remainder.effect(small)
        if by and shift(remainder.model(case), remainder.box(case)) == by:
            return True
        of_text = isinstance(small, EncodeCase)
        if other == mine or (mine[0] == other[0] and mine[0] != "middle" and of_text):
            return True
        return other[0] == "start" and mine[0] == "end" and mine[1:] == other[1:]

    return Trigger(words, is_alike, lambda case: [] if is_alike(case) else [case], is_narrow=False)


def shift(right: Answer, wrong: Answer) -> int:
    """By how much all ids are off that are off, 0 where these are off otherwise, or none.

    >>> shift((1, 70, 73), (1, 69, 72)), shift((1, 70), (1, 69, 72)), shift((70, 73), (69, 75))
    (-1, 0, 0)
    """
    if not isinstance(right, tuple) or not isinstance(wrong, tuple) or len(right) != len(wrong):
        return 0
    off = {j - i for i, j in zip(right, wrong, strict=True) if i != j}
    return off.pop() if len(off) == 1 else 0


def window(right: Answer, wrong: Answer) -> Window | None:
    """Where two answers part, and how: ("start", what should be, what is); None of refusals.

    >>> window((1, 2, 3), (9, 2, 3))
    ('start', (1,), (9,))
    """
    if isinstance(right, NoAnswer) or isinstance(wrong, NoAnswer) or type(right) is not type(wrong):
        return None
    most, behind, before = min(len(right), len(wrong)), 0, 0
    while behind < most and right[len(right) - 1 - behind] == wrong[len(wrong) - 1 - behind]:
        behind += 1
    while before < most - behind and right[before] == wrong[before]:
        before += 1
    old, new = right[before : len(right) - behind], wrong[before : len(wrong) - behind]
    place = "middle"
    if len(old) <= WINDOW and 0 in (before, behind):
        place = "start" if before == 0 else "end"
    return place, old, new
