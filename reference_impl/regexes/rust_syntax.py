r"""The syntax of Rust's `fancy-regex`, spelled anew so that the `regex` package reads it alike.

`translate` makes one pass over a pattern, construct by construct (fancy-regex 0.19
src/parse.rs; classes: regex-syntax 0.8 ast/parser.rs). Both engines prefer the leftmost
match and the earlier alternative, so that is all there is to do. What is not known to
translate (back-references, `\K`, `\G`, conditionals, calls …), or to match alike, is a
`BadPattern` naming it.

Not here: running a pattern (`regexes.rust`), what is in a class (`unicode.rust_classes`,
`unicode.rust_properties`).
"""

from dataclasses import dataclass

import regex

from tokparity.reference_impl.regexes.rust_class_syntax import HEX_DIGITS, MAX_DEPTH, ClassReader
from tokparity.reference_impl.unicode.rust_classes import escaped, folded, orbit, word

_MAX_REPEAT = 1000
_LOOK = {"?=": "(?=", "?!": "(?!", "?<=": "(?<=", "?<!": "(?<!"}
_ONE_CHARACTER = {
    "O": r"(?s:.)",
    "N": r"[^\n]",
    "R": r"(?>\r\n|[\n\x0b\f\r\x85\u2028\u2029])",
}
_HALVES = regex.compile(r"\{(start-half|end-half|start|end)\}")
_COMMENT = regex.compile(r"\(\?#(?:[^\\)]|\\(?s:.))*\)")


def translate(source: str) -> str:
    r"""The pattern as `regex` reads it in its V1 mode. Errors: BadPattern, with the position.

    >>> translate("(?i:k)$")
    '(?:[Kk\\u212a])(?:\\Z)'
    """
    parser = _Parser(source)
    translated = parser.alternatives(0)
    if parser.at < len(source):
        raise parser.bad("unmatched )")
    return translated


@dataclass(frozen=True, slots=True)
class Shape:
    """Of what was read last: whether it may match nothing, and that before it tries to match
    something."""

    may_be_empty: bool = False
    empty_first: bool = False


class _Parser(ClassReader):
    """One pass over the source; each method reads one construct and returns its translation."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self.shape = Shape()
        self.hard = self.variable = 0
        """How many parts only fancy-regex's own engine matches, and of several lengths."""
        self.repeatable = True
        """Whether what was read last is more than nothing or a single look-around."""

    def alternatives(self, depth: int) -> str:
        if depth > MAX_DEPTH:
            raise self.bad(f"groups are nested more than {MAX_DEPTH} deep")
        branches, shapes = [self.branch(depth)], [self.shape]
        while self.take("|"):
            branches.append(self.branch(depth))
            shapes.append(self.shape)
            self.variable += 1
            self.repeatable = True
        may = [shape.may_be_empty for shape in shapes]
        early = any(may[:-1]) or shapes[-1].empty_first
        self.shape = Shape(any(may), any(may) and early)
        return "|".join(branches)

    def skip(self) -> None:
        """Comments, and under (?x) white space and the rest of a line after "#": parse.rs,
        `optional_whitespace`."""
        while self.at < len(self.source):
            if self.peek("(?#"):
                end = _COMMENT.match(self.source, self.at)
                if end is None:
                    raise self.bad("a comment is not closed")
                self.at = end.end()
            elif "x" in self.flags and self.source[self.at] in " \r\n\t":
                self.at += 1
            elif "x" in self.flags and self.peek("#"):
                end_of_line = self.source.find("\n", self.at)
                self.at = len(self.source) if end_of_line < 0 else end_of_line + 1
            else:
                return

    def branch(self, depth: int) -> str:
        parts: list[str] = []
        whole, lone = Shape(may_be_empty=True), False
        self.skip()
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            if self.source[self.at] in "*+?":
                raise self.bad(f"{self.source[self.at]} has nothing to repeat")
            atom, repeatable = self.atom(depth)
            self.skip()
            parts.append(self.quantified(atom, repeatable))
            lone = repeatable or parts[-1] != atom
            may = whole.may_be_empty and self.shape.may_be_empty
            early = whole.empty_first or self.shape.empty_first
            whole = Shape(may, may and early)
            self.skip()
        self.shape = whole
        self.repeatable = lone if len(parts) == 1 else bool(parts)
        return "".join(parts)

    def atom(self, depth: int) -> tuple[str, bool]:
        """A translated atom, and whether a quantifier may follow."""
        self.shape = Shape()
        char = self.source[self.at]
        if char == "(":
            return self.group(depth)
        if char == "[":
            self.at += 1
            members = self.char_class(0)
            return (folded(members) if "i" in self.flags else members), True
        if char == "\\":
            return self.escape(), True
        self.at += 1
        match char:
            case ".":
                return (r"(?s:.)" if "s" in self.flags else r"[^\n]"), True
            case "^" | "$":
                self.shape = Shape(may_be_empty=True)
                if char == "$":
                    return (r"(?:(?![^\n]))" if "m" in self.flags else r"(?:\Z)"), True
                return (r"(?:(?<![^\n]))" if "m" in self.flags else r"(?:\A)"), True
        return self.literal(char), True

    def literal(self, char: str) -> str:
        same = orbit(char) if "i" in self.flags else char
        return escaped(char) if len(same) == 1 else f"[{''.join(map(escaped, same))}]"

    def group(self, depth: int) -> tuple[str, bool]:
        start = self.at
        self.at += 1
        self.skip()
        kept, opening, repeatable = self.flags, "(?:", True
        if look := next((sign for sign in ("?<=", "?<!", "?=", "?!") if self.take(sign)), None):
            opening, repeatable = _LOOK[look], False
        elif self.take("?>"):
            opening = "(?>"
        elif self.peek("?<") or self.peek("?P<"):
            self.at = self.source.find(">", self.at) + 1
            if self.at == 0:
                raise self.bad("the group's name is not closed", start)
        elif self.take("?"):
            if self.read_flags(start):
                self.shape = Shape(may_be_empty=True)
                return "", False
            inner = self.alternatives(depth + 1)
            self.flags = kept
            repeatable = self.repeatable  # the group is what is in it
            return self.closed(f"(?:{inner}", start), repeatable
        elif self.peek("*"):
            raise self.bad("verbs such as (*FAIL) are not translated", start)
        # A bare (?i) inside holds on after the group's end: fancy-regex restores flags only
        # after (?i:…) (0.19 parse.rs, parse_group against parse_flags).
        hard, variable = self.hard, self.variable
        inside = self.closed(opening + self.alternatives(depth + 1), start)
        if not repeatable:
            self.shape = Shape(may_be_empty=True)
        if opening in ("(?<=", "(?<!") and self.hard > hard and self.variable > variable:
            # It must be of one length there, if regex-automata alone cannot match it.
            raise self.bad("a look-behind of several lengths with a look-around, atomic group or "
                           "possessive repeat inside is not translated", start)  # fmt: skip
        self.hard += not repeatable or opening == "(?>"
        return inside, repeatable

    def closed(self, translated: str, start: int) -> str:
        if not self.take(")"):
            raise self.bad("( is not closed", start)
        return translated + ")"

    def read_flags(self, start: int) -> bool:
        """The flags after "(?"; True where they end with ")" and hold from here on."""
        on = True
        while True:
            char = self.next("(?")
            match char:
                case "i" | "m" | "s" | "x":
                    self.flags = self.flags | {char} if on else self.flags - {char}
                case "u" if on:
                    pass
                case "-" if on:
                    on = False
                case ")" | ":" if self.source[self.at - 2] not in "?-":
                    return char == ")"
                case ":" if self.source[self.at - 2] == "?":
                    return False
                case _:
                    raise self.bad(f"{self.source[start : self.at]} … is not translated", start)

    def quantified(self, atom: str, repeatable: bool) -> str:
        start = self.at
        if self.at < len(self.source) and self.source[self.at] in "*+?":
            sign = self.source[self.at]
            self.at += 1
        else:
            counted = self.counted() if self.peek("{") else None
            if counted is None:
                return atom
            sign = counted
        if not repeatable:
            raise self.bad("a look-around or flag cannot be repeated", start)
        self.skip()
        lazy = self.take("?")
        possessive = self.take("+")
        once = sign in ("?", "{0,1}", "{1,1}", "{0,0}")
        if self.shape.empty_first and not once:
            # regex-automata drops a round that takes nothing and tries what else there is; `regex`
            # leaves the repeat then.
            raise self.bad("repeated, and may be empty before it takes something", start)
        self.hard += possessive
        self.variable += (
            sign in "*+?" or sign.strip("{}").split(",")[0] != sign.strip("{}").split(",")[-1]
        )
        if sign in "*?" or sign.startswith("{0"):
            self.shape = Shape(may_be_empty=True, empty_first=lazy or self.shape.empty_first)
        if lazy and possessive:
            return f"(?>{atom}{sign}?)"
        return atom + sign + ("?" if lazy else "+" if possessive else "")

    def counted(self) -> str | None:
        """{n}, {n,}, {,m}, {n,m}; None, and nothing read, where the brace is a literal."""
        found = regex.compile(r"\{([0-9]*)(,?)([0-9]*)\}").match(self.source, self.at)
        if found is None and "x" in self.flags:
            raise self.bad("a brace that is no plain repeat, under (?x), is not translated")
        if found is None or not (found[1] or found[2]):
            return None
        low = int(found[1] or 0)
        high = found[3] if found[2] else str(low)
        if max(low, int(high or 0)) > _MAX_REPEAT:
            raise self.bad(f"repeats more than {_MAX_REPEAT} times are not translated")
        if high and int(high) < low:
            raise self.bad(f"{found[0]} repeats from more to less")
        self.at = found.end()
        return f"{{{low},{high}}}"

    def escape(self) -> str:
        """An escape outside a class."""
        start, char = self.at, self.source[self.at + 1 : self.at + 2]
        if char in _ONE_CHARACTER:
            self.at += 2
            self.hard += char == "R"
            self.variable += char == "R"
            return _ONE_CHARACTER[char]
        if char in ("A", "z", "Z", "b", "B", "<", ">"):
            self.at += 2
            self.hard += char == "Z"
            self.shape = Shape(may_be_empty=True)
            return self.place(char, start)
        members, single = self.class_escape()
        if single is not None:
            # An escaped punctuation character ignores (?i), and has no case; \x41 obeys it.
            return self.literal(single) if char in HEX_DIGITS else escaped(single)
        return folded(members) if "i" in self.flags and char not in "hH" else members

    def place(self, char: str, start: int) -> str:
        """A place between characters, after its escape."""
        here = word() if char in "bB<>" else ""
        if char == "b" and (half := _HALVES.match(self.source, self.at)) is not None:
            self.at = half.end()
            char = half[1]
        elif char in "bB" and self.peek("{"):
            raise self.bad(rf"\{char}{{…}} is not translated", start)
        return {
            "A": r"(?:\A)",
            "z": r"(?:\Z)",
            "Z": r"(?:(?=\n*\Z))",
            "b": f"(?:(?<={here})(?!{here})|(?<!{here})(?={here}))",
            "B": f"(?:(?<={here})(?={here})|(?<!{here})(?!{here}))",
            "<": f"(?:(?<!{here})(?={here}))",
            ">": f"(?:(?<={here})(?!{here}))",
            "start": f"(?:(?<!{here})(?={here}))",
            "end": f"(?:(?<={here})(?!{here}))",
            "start-half": f"(?:(?<!{here}))",
            "end-half": f"(?:(?!{here}))",
        }[char]
