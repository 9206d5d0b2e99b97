"""Asks the installed `tokenizers` which characters are in each Oniguruma class.

Part of `make_tables`, not of the reference: the only modules here that import the
library are those called `ask_*`. The `regex` package only suggests names to ask for and
the expression that comes nearest; what is stored is the library's answer, as the
difference from that expression.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import regex
from regex import _regex, _regex_core
from tokenizers import NormalizedString, Regex, pre_tokenizers

from tokparity.reference_impl.unicode.oniguruma import normal_name
from tokparity.reference_impl.unicode.ranges import (
    LAST,
    SURROGATES,
    Ranges,
    difference,
    members,
    pack,
)

SCALARS: Ranges = ((0, SURROGATES[0] - 1), (SURROGATES[-1] + 1, LAST))
ALL = "".join(map(chr, members(SCALARS)))

NAMES = {  # names of doc/UNICODE_PROPERTIES (Oniguruma 6.9.10) that `regex` does not suggest
    *("Any", "Assigned", "ASCII", "CN", "CR", "XPosixPunct", "Unknown", "Combining_Mark"),
    *("ID_Compat_Math_Continue", "Modifier_Combining_Mark", "Other_Math", "Prepend"),
    *(f"Age={major}.{minor}" for major in range(1, 18) for minor in range(4)),
    *(f"Grapheme_Cluster_Break={value}" for value in ("CR", "LF", "L", "V", "T", "LV", "LVT")),
    *(f"Grapheme_Cluster_Break={value}" for value in ("Control", "Extend", "Prepend", "Other")),
    *(f"Grapheme_Cluster_Break={value}" for value in ("SpacingMark", "ZWJ", "Regional_Indicator")),
}

POSIX_NAMES = (
    *("alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph"),
    *("lower", "print", "punct", "space", "upper", "word", "xdigit"),
)

NEAREST = {  # expressions nearer than the property of the same name
    "word": (r"\p{L}\p{M}\p{N}\p{Pc}", r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"),
    "alnum": (r"\p{Alphabetic}\p{Nd}",),
    "punct": (r"\p{P}\p{S}", r"\p{P}$+<=>^`|~"),
    "graph": (r"[[\p{Any}]--[\p{White_Space}\p{Cc}\p{Cn}\p{Cs}]]",),
    "print": (r"[[\p{Any}]--[\p{Cc}\p{Cn}\p{Cs}\u2028\u2029]]",),
    "assigned": (r"\P{Cn}",),
    "combiningmark": (r"\p{M}",),
}


def suggested_names() -> dict[str, list[str]]:
    """Each name worth asking for, with the expressions of `regex` that may be near it."""
    suggestions: dict[str, list[str]] = {name: list(near) for name, near in NEAREST.items()}
    values: Any
    for name, (_, values) in _regex_core.PROPERTIES.items():
        suggestions.setdefault(normal_name(name), []).append(f"\\p{{{name}}}")
        if name in ("GC", "SC"):
            for value in values:
                suggestions.setdefault(normal_name(value), []).append(f"\\p{{{name}={value}}}")
        if name == "BLK":
            for value in values:
                suggestions.setdefault("in" + normal_name(value), []).append(f"\\p{{BLK={value}}}")
        if name == "GCB":
            for value in values:
                key = "graphemeclusterbreak=" + normal_name(value)
                suggestions.setdefault(key, []).append(f"\\p{{GCB={value}}}")
    for name in NAMES:
        suggestions.setdefault(normal_name(name), [])
    return suggestions


def expression_members(expression: str) -> Ranges:
    """What a V1 class of the `regex` package matches, `inside` being the inside of brackets."""
    try:
        pattern = regex.compile(f"(?V1)[{expression}]+")
    except regex.error:
        return ()
    have = tuple((ord(m[0][0]), ord(m[0][-1])) for m in pattern.finditer(ALL))
    return difference(have, ((SURROGATES[0], SURROGATES[-1]),))


def class_members(characters: NormalizedString, element: str) -> Ranges | None:
    """What an element of an Oniguruma pattern matches; None: it does not compile."""
    try:
        pattern = Regex(f"(?:{element})+")
    except Exception:  # the binding raises bare Exception
        return None
    others = (piece.normalized for piece in characters.split(pattern, "removed"))
    return difference(SCALARS, tuple((ord(other[0]), ord(other[-1])) for other in others))


def classes() -> Iterator[tuple[str, dict[str, Any]]]:
    r"""(joined keys, {"near": expression, "add": packed, "drop": packed}) of each class.

    A key is a normal name of a property, `[:name:]`, or `\w`. The last is not
    `[\w]`: below U+0100 it looks into another table (unicode.c, onigenc_unicode_is_code_ctype).
    """
    characters = NormalizedString(ALL)
    by_members: dict[Ranges, list[str]] = {}
    near: dict[str, list[str]] = suggested_names()
    elements = {name: f"[\\p{{{name}}}]" for name in sorted(near)}
    elements |= {f"[:{name}:]": f"[[:{name}:]]" for name in POSIX_NAMES}
    elements["\\w"] = "\\w"
    near |= {f"[:{name}:]": near[name] for name in POSIX_NAMES} | {"\\w": near["word"]}
    for key, element in elements.items():
        members = class_members(characters, element)
        if members is not None:
            by_members.setdefault(members, []).append(key)
    for members, keys in by_members.items():
        yield " ".join(sorted(keys)), nearest(members, [e for key in keys for e in near[key]])


def nearest(members: Ranges, expressions: list[str]) -> dict[str, str]:
    """The shortest way to store the members: as they are, or by difference."""
    ways = [{"add": pack(members)}]
    for expression in dict.fromkeys(expressions):
        have = expression_members(expression)
        add, drop = difference(members, have), difference(have, members)
        ways.append({"near": expression, "add": pack(add), "drop": pack(drop)})
    return min(({k: v for k, v in way.items() if v} for way in ways), key=lambda w: len(str(w)))


FULL = regex.FULLCASE | regex.IGNORECASE | regex.UNICODE


def cased() -> list[str]:
    """The characters that the `regex` package folds with any other, or to several."""
    expanding = set(_regex.get_expand_on_folding())
    return [c for c in ALL if c in expanding or len(_regex.get_all_cases(FULL, ord(c))) > 1]


def matched(pattern: str, lines: NormalizedString) -> list[str]:
    """The lines that the pattern matches whole."""
    pieces = lines.split(Regex(f"^(?:{pattern})$"), "isolated")
    return [piece.normalized for piece in pieces if "\n" not in piece.normalized]


def folds() -> tuple[list[str], dict[str, str]]:
    """Classes of equal single characters; and sequence -> the characters it equals.

    A sequence is given by the smallest member of each character's class.
    """
    seeds = cased()
    suggested = (s for c in seeds for s in (_regex.fold_case(FULL, c), c.lower(), c.casefold()))
    sequences = sorted({s for s in suggested if len(s) > 1})
    # two line feeds, so that each case and each gap is a piece of its own
    lines = NormalizedString("\n\n".join(["", *seeds, *sequences, ""]))
    classes: set[str] = set()
    equals: dict[str, str] = {}
    for char in seeds:
        answer = matched(f"(?i:\\x{{{ord(char):x}}})", lines)
        classes.add("".join(sorted(text for text in answer if len(text) == 1)))
        for sequence in (text for text in answer if len(text) > 1):
            equals[sequence] = equals.get(sequence, "") + char
    smallest = {char: members[0] for members in classes for char in members}
    named = {"".join(smallest.get(c, c) for c in s): e for s, e in sorted(equals.items())}
    return sorted(members for members in classes if len(members) > 1), named


def uncased_answer(seeds: str) -> str:
    """Characters outside the seeds that match a seed when case is ignored: none is expected."""
    inside = "".join(f"\\x{{{ord(char):x}}}" for char in seeds)
    pattern, seed_set = Regex(f"(?i:[^{inside}])+"), set(seeds)
    rest = NormalizedString("".join(char for char in ALL if char not in seed_set))
    return "".join(piece.normalized for piece in rest.split(pattern, "removed"))


WORD_CLASSES = {  # a character of each class of words, and the expression that comes nearest
    "letter": ("a", r"\p{WB=ALetter}"),
    "hebrew": ("\u05d0", r"\p{WB=Hebrew_Letter}"),
    "number": ("1", r"\p{WB=Numeric}"),
    "katakana": ("\u30a2", r"\p{WB=Katakana}"),
    "joining": ("_", r"\p{WB=ExtendNumLet}"),
    "tail": ("\u0301", r"\p{WB=Extend}\p{WB=Format}"),
    "zwj": ("\u200d", r"\p{WB=ZWJ}"),
    "between_letters": (":", r"\p{WB=MidLetter}"),
    "between_numbers": (",", r"\p{WB=MidNum}"),
    "between_both": (".", r"\p{WB=MidNumLet}"),
    "single_quote": ("'", r"\p{WB=Single_Quote}"),
    "double_quote": ('"', r"\p{WB=Double_Quote}"),
    "space": (" ", r"\p{WB=WSegSpace}"),
    "line_break": ("\u0085", r"\p{WB=Newline}"),
    "return": ("\r", r"\p{WB=CR}"),
    "line_feed": ("\n", r"\p{WB=LF}"),
    "region": ("\U0001f1e9", r"\p{WB=Regional_Indicator}"),
    "other": ("!", r"\p{WB=Other}"),
}
WORD_FRAMES = (
    *("a{0}a", "1{0}1", "\u05d0{0}\u05d0", "\u05d0{0}", "\u30a2{0}", "_{0}", "\r{0}", "{0}\n"),
    *(" {0}", "{0}{0}", "{0}{0}{0}", "{0}_", "{0}\u30a2", "\u0301{0}", "{0}\u0301", "{0}\u00ad"),
    *("{0}\U0001f600", "{0}'", "a:{0}"),
)
"""What a character stands beside; each frame between exclamation marks."""
CLUSTER_CLASSES = {
    "control": ("\0", r"\p{GCB=Control}"),
    "return": ("\r", r"\p{GCB=CR}"),
    "line_feed": ("\n", r"\p{GCB=LF}"),
    "extend": ("\u0301", r"\p{GCB=Extend}"),
    "prepend": ("\u0600", r"\p{GCB=Prepend}"),
    "spacing": ("\u0903", r"\p{GCB=SpacingMark}"),
    "zwj": ("\u200d", r"\p{GCB=ZWJ}"),
    "region": ("\U0001f1e9", r"\p{GCB=Regional_Indicator}"),
    "l": ("\u1100", r"\p{GCB=L}"),
    "v": ("\u1160", r"\p{GCB=V}"),
    "t": ("\u11a8", r"\p{GCB=T}"),
    "lv": ("\uac00", r"\p{GCB=LV}"),
    "lvt": ("\uac01", r"\p{GCB=LVT}"),
    "other": ("!", r"\p{GCB=Other}"),
}
CLUSTER_FRAMES = (
    *(
        "a{0}",
        "{0}a",
        "\u2764{0}\u200d\u2764",
        "\u2764{0}\u2764",
        "{0}\u0301",
        "{0}{0}",
        "{0}\u11a8",
    ),
    *("{0}\u1160", "\u1100{0}", "\u1160{0}", "{0}\n", "\r{0}"),
)
Classes = Mapping[str, tuple[str, str]]


def segments(mode: str, classes: Classes, frames: Iterable[str]) -> dict[str, dict[str, str]]:
    """Class -> {"near", "add", "drop"}, told apart by where `(?y{w})` cuts around a character.

    Asked of the characters that the `regex` package takes for something, and of those that the
    library joins with one beside them.
    """
    nothing = classes["other"][1]
    suggested = regex.findall(f"(?V1)[^{nothing}]", ALL)
    chars = "".join(sorted({*suggested, *_joined_segments(mode)}))
    answers: dict[str, tuple[tuple[int, ...], ...]] = dict.fromkeys(chars + "!", ())
    for frame in frames:
        for char, cuts in zip(answers, _cuts(mode, frame, "".join(answers)), strict=True):
            answers[char] += (cuts,)
    names = {answers[char]: name for name, (char, _) in classes.items() if char in answers}
    if len(names) < len(classes):
        raise SystemExit("the frames do not tell the classes apart")
    members: dict[str, list[str]] = {name: [] for name in classes}
    for char in chars:
        members[names[answers[char]]].append(char)
    members.pop("other")
    return {name: nearest(ranges_of(found), [classes[name][1]]) for name, found in members.items()}


def _joined_segments(mode: str) -> Iterator[str]:
    """Those that are joined with a letter, a number or a mark beside them, asked all at once."""
    chars = [char for char in ALL if char not in "\r\n!"]
    for beside in "a_\u30a2\u05d0\u1100\u11a8":
        code = f"\\x{{{ord(beside):x}}}"
        for text, pattern in (
            (beside + f"!{beside}".join(chars), code + r"\Y[^!]"),
            (f"{beside}!".join(chars) + beside, r"[^!]\Y" + code),
        ):
            found = NormalizedString(text).split(Regex(f"(?y{{{mode}}}){pattern}"), "isolated")
            for piece in found:
                if len(piece.normalized) == 2 and "!" not in piece.normalized:
                    yield piece.normalized.replace(beside, "", 1)


def _cuts(mode: str, frame: str, chars: str) -> Iterator[tuple[int, ...]]:
    """Where each character's frame is cut, from the start of the frame."""
    text = "".join(f"!{frame.format(char)}!" for char in chars)
    split = pre_tokenizers.Split(Regex(f"(?y{{{mode}}})\\X"), "isolated")
    length = len(frame.format("x")) + 2
    cuts: dict[int, list[int]] = defaultdict(list)
    for _, (start, _) in split.pre_tokenize_str(text):
        if place := start % length:
            cuts[start // length].append(place)
    for at in range(len(text) // length):
        yield tuple(cuts.get(at, ()))


def ranges_of(chars: list[str]) -> Ranges:
    """Sorted characters as ranges."""
    found: list[tuple[int, int]] = []
    for point in map(ord, chars):
        if found and point == found[-1][1] + 1:
            found[-1] = (found[-1][0], point)
        else:
            found.append((point, point))
    return tuple(found)
