"""`cases_beside`: what a smallest case is told apart by, the same text or ids in other company.

A text that is wrong alone and right between letters, or wrong with what stands behind it, says of a
bug what no smallest text can: whether something is dropped, cut off, or only not found there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from tokparity.harness.bugs.answers import Ids
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase

T = TypeVar("T", str, Ids)
PARTS = 4
"""Characters, words or ids of a smallest case that are asked alone: of so short a text each two
that stand together, too."""
LONGEST = 24
"""Characters, or ids, of a smallest case that is put between others."""
LONG = 24
"""Letters behind the first of a few ids."""
MOST_OF_CAUSE = 6
"""Characters, or ids, of a cause that are asked alone."""
_LETTER = "a"
OF_A_DECODER = ("a .", "zqxj")
"""Texts whose ids show what decoders do between pieces: spaces that are cleaned up, and pieces that
go on with a word."""
_CODE = re.compile(r"\bU\+([0-9A-F]{4,6})\b")
_ID = re.compile(r"\bid (\d+)\b")
_NEXT = str.maketrans("aA0", "bB1")


def cases_beside(
    case: Case, letter: Ids, contents: Sequence[str] = (), decoded: Sequence[Ids] = ()
) -> Iterator[EncodeCase | DecodeCase]:
    """Behind a letter, before one, between two; then one letter and two, without it; then each of
    its few parts alone; then, of a very short one, with another letter, and twice, together and
    with a space between, and of white space between letters. Of no text one letter. `letter` is
    what it is encoded to, `contents` are those of added tokens: around them a text has parts too.
    `decoded` are asked beside ids.

    >>> [each.text for each in cases_beside(EncodeCase("1"), ())]
    ['a1', '1a', 'a1a', 'a', 'aa', '11', '1 1']
    >>> [each.text for each in cases_beside(EncodeCase("<a>"), ())][5:]
    ['<', 'a', '>', '<a', 'a>', '<b>', '<a><a>', '<a> <a>']
    >>> [each.text for each in cases_beside(EncodeCase("\\t"), ())][5:]
    ['\\t\\t', '\\t \\t', 'a\\t\\ta']
    """
    if isinstance(case, EncodeCase) and not case.text:
        yield replace(case, text=_LETTER)
    elif isinstance(case, EncodeCase) and len(case.text) <= LONGEST:
        parts = _around(case.text, contents) or _text_parts(case.text)
        for text in (*_company(_LETTER, case.text), *parts, *_more(case.text)):
            yield replace(case, text=text)
    elif isinstance(case, DecodeCase) and letter and 0 < len(case.ids) <= LONGEST:
        twice = [case.ids * 2] if len(case.ids) <= PARTS else []
        more = [ids for ids in dict.fromkeys(decoded) if ids and ids != case.ids]
        alone = _few([(i,) for i in case.ids])
        # Libraries that read bytes otherwise from some length on tell so.
        long = [ids + letter * LONG for ids in alone[:1]]
        for ids in (*_company(letter, case.ids), *alone, *long, *twice, *more):
            yield replace(case, ids=ids)


def cases_of_cause(cause: str, case: Case) -> Iterator[EncodeCase | DecodeCase]:
    """Each character, and each id, that a cause names, alone: the first few that are not the
    smallest case itself.

    >>> [each.text for each in cases_of_cause("U+0061; U+0062", EncodeCase("a"))]
    ['b']
    """
    if isinstance(case, EncodeCase):
        chars = [chr(int(code, 16)) for code in _CODE.findall(cause) if int(code, 16) < 0x110000]
        others: list[EncodeCase | DecodeCase] = [replace(case, text=char) for char in chars]
    elif isinstance(case, DecodeCase):
        others = [replace(case, ids=(int(token_id),)) for token_id in _ID.findall(cause)]
    else:
        others = []
    yield from [other for other in dict.fromkeys(others) if other != case][:MOST_OF_CAUSE]


def _around(text: str, contents: Sequence[str]) -> list[str]:
    """The added tokens in a text and what is between them, each alone, then with spaces between."""
    found = "|".join(re.escape(content) for content in contents if content and content in text)
    parts = [part for part in re.split(f"({found})", text) if part] if found else []
    return [*_few(parts), " ".join(parts)] if len(parts) > 1 else []


def _text_parts(text: str) -> list[str]:
    """The characters of a very short text, and each two of them; the words of another."""
    if len(text) > PARTS:
        return _few(text.split())
    pairs = [text[at : at + 2] for at in range(len(text) - 1)] if len(text) > 2 else []
    return [*_few([*text]), *dict.fromkeys(pairs)]


def _more(text: str) -> list[str]:
    """A very short text with another letter, and twice; white space twice between letters too."""
    if len(text) > PARTS:
        return []
    other = text.translate(_NEXT)
    several = [f"{_LETTER}{text * 2}{_LETTER}"] if text.isspace() else []
    return [*([other] if other != text else []), text * 2, f"{text} {text}", *several]


def _few(parts: Sequence[T]) -> list[T]:
    """Each once, where there are several and few."""
    each = list(dict.fromkeys(parts))
    return each if 1 < len(each) <= PARTS else []


def _company(letter: T, small: T) -> tuple[T, ...]:
    return letter + small, small + letter, letter + small + letter, letter, letter + letter
