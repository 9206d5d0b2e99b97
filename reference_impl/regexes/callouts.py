r"""`(*FAIL)`, `(*MAX{2})`, `(*COUNT[x]{X})`, `(?{…})`: callouts, those that Oniguruma has built in.

Source: Oniguruma 6.9.10 regparse.c, prs_callout_of_name, prs_callout_args, prs_long,
prs_callout_of_contents; doc/CALLOUTS.BUILTIN. Not here: what they do (`callout_steps`).
"""

import re
from string import ascii_letters, digits

from tokparity.reference_impl.regexes.cursor import Cursor
from tokparity.reference_impl.regexes.nodes import Callout

_WORD = ascii_letters + digits + "_"
PARAMETERS: dict[str, tuple[tuple[str, int | str | None], ...]] = {
    "FAIL": (), "MISMATCH": (), "SKIP": (),
    "ERROR": (("number", -3),),
    "MAX": (("number or tag", None), ("sign", "X")),
    "COUNT": (("sign", ">"),),
    "TOTAL_COUNT": (("sign", ">"),),
    "CMP": (("number or tag", None), ("word", None), ("number or tag", None)),
}  # fmt: skip
"""Each with what stands in its place; None: it must be there."""
_MOST_ARGUMENTS, _LONGEST = 4, 128
_SEEN_OUTSIDE = {"SKIP", "ERROR"}
"""They show which attempts Oniguruma leaves out, by a text that it looks for first. So does a
`TOTAL_COUNT` that another callout asks for: by itself it does nothing."""


def take_callout(cursor: Cursor, start: int) -> Callout:
    """The callout whose `(*` was read."""
    name = cursor.take_name(")[{")
    if not _is_word(name):
        cursor.refuse("the name of a callout", start)
    tag = _tag(cursor)
    written = _arguments(cursor, start) if cursor.takes("{") else []
    if not cursor.takes(")"):
        cursor.refuse("a callout has no closing parenthesis", start)
    if name not in PARAMETERS:
        cursor.refuse(f"Oniguruma knows no callout (*{name})", start)
    parameters = PARAMETERS[name]
    if len(written) > len(parameters):
        cursor.refuse(f"too many arguments of (*{name})", start)
    arguments = [
        _value(cursor, kind, value, start)
        for (kind, _), value in zip(parameters, written, strict=False)
    ]
    for _, value in parameters[len(written) :]:
        if value is None:
            cursor.refuse(f"an argument of (*{name}) is missing", start)
        arguments.append(value)
    if name in _SEEN_OUTSIDE and arguments != [-1]:
        cursor.refuse(f"(*{name}), which is seen outside of a match, is not translated", start)
    if name == "TOTAL_COUNT":
        cursor.totals.add(tag)
        name = "COUNT"
    return Callout(_numbered(cursor, tag, start), tag, name, tuple(arguments))


def take_contents(cursor: Cursor, start: int) -> Callout:
    r"""The callout whose `(?` was read: nothing is done where no program says what."""
    found = re.compile(r"(\{+)").match(cursor.pattern, cursor.at)
    assert found is not None
    end = cursor.pattern.find("}" * len(found[1]), found.end())
    if end < 0:
        cursor.refuse("a callout has no closing brace", start)
    cursor.at = end + len(found[1])
    tag = _tag(cursor)
    cursor.take_digits("X<>", 1)
    if not cursor.takes(")"):
        cursor.refuse("a callout has no closing parenthesis", start)
    return Callout(_numbered(cursor, tag, start), tag)


def _is_word(name: str) -> bool:
    return bool(name) and not name.strip(_WORD) and name[0] not in digits


def _tag(cursor: Cursor) -> str:
    if not cursor.takes("["):
        return ""
    tag = cursor.take_name("]")
    if not cursor.takes("]") or not _is_word(tag):
        cursor.refuse("the tag of a callout")
    return tag


def _numbered(cursor: Cursor, tag: str, start: int) -> int:
    cursor.callouts += 1
    if tag:
        if tag in cursor.tags:
            cursor.refuse(f"two callouts are tagged {tag}", start)
        cursor.tags[tag] = cursor.callouts
    return cursor.callouts


def _arguments(cursor: Cursor, start: int) -> list[str]:
    """What stands between the commas, up to the closing brace. Empty ones count for nothing."""
    written = [""]
    arguments = 0
    while (char := cursor.take("the end of the arguments")) != "}":
        if char == ",":
            arguments += bool(written[-1])
            if arguments == _MOST_ARGUMENTS:
                cursor.refuse("too many arguments", start)
            written.append("")
            continue
        if char == "\\":
            following = cursor.take("an escape")
            char = following if following in "\\},," else char + following
        written[-1] += char
        if len(written[-1].encode()) > _LONGEST:
            cursor.refuse("an argument is too long", start)
    return [argument for argument in written if argument]


def _value(cursor: Cursor, kind: str, written: str, start: int) -> int | str:
    if "number" in kind and re.fullmatch("[-+]?[0-9]*", written):
        return int(written + "0" if written in "-+" else written)
    if kind == "number" or (kind == "sign" and len(written) != 1):
        cursor.refuse(f"{written!r} is no argument of its kind", start)
    if "tag" in kind:
        if not _is_word(written):
            cursor.refuse("the tag of a callout", start)
        cursor.wanted_tags.append((written, start))
    return written


def check_tags(cursor: Cursor) -> None:
    """BadPattern for a tag that is of no callout."""
    for tag, start in cursor.wanted_tags:
        if tag not in cursor.tags:
            cursor.refuse(f"no callout is tagged {tag}", start)
        if tag in cursor.totals:
            cursor.refuse(f"what (*TOTAL_COUNT[{tag}]) counts is not known", start)
