r"""The syntax of Rust's `fancy-regex`, spelled anew so that the `regex` package reads it alike.

`translate` makes one pass over a pattern, construct by construct (fancy-regex 0.19
src/parse.rs; classes: regex-syntax 0.8 ast/parser.rs). Both engines prefer the leftmost
match and the earlier alternative, so that is all there is to do. What is not known to
translate (back-references, `\K`, `\G`, scripts …) is a `BadPattern` naming it. One thing
is known to differ and not seen here: a group that can match nothing, repeated without
bound, stops after different rounds (`(?:a?|b)+`).

Not here: running a pattern (`regexes.rust`), what is in a class (`unicode.rust_classes`).
"""

import regex

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.unicode.rust_classes import (
    NOTHING,
    SPACE,
    category,
    escaped,
    folded,
    negated,
    orbit,
    word,
)

_MAX_REPEAT = 1000
_MAX_DEPTH = 50
_CONTROL = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b"}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_LOOK = {"?=": "(?=", "?!": "(?!", "?<=": "(?<=", "?<!": "(?<!"}
_HEX = "[0-9A-Fa-f]"


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


class _Parser:
    """One pass over the source; each method reads one construct and returns its translation."""

    def __init__(self, source: str) -> None:
        self.source, self.at = source, 0
        self.flags: frozenset[str] = frozenset()

    def bad(self, reason: str, at: int | None = None) -> BadPattern:
        return BadPattern(self.source, self.at if at is None else at, reason)

    def peek(self, text: str) -> bool:
        return self.source.startswith(text, self.at)

    def take(self, text: str) -> bool:
        if self.peek(text):
            self.at += len(text)
            return True
        return False

    def next(self, inside: str) -> str:
        if self.at >= len(self.source):
            raise self.bad(f"{inside} is not closed")
        self.at += 1
        return self.source[self.at - 1]

    def alternatives(self, depth: int) -> str:
        if depth > _MAX_DEPTH:
            raise self.bad(f"groups are nested more than {_MAX_DEPTH} deep")
        branches = [self.branch(depth)]
        while self.take("|"):
            branches.append(self.branch(depth))
        return "|".join(branches)

    def branch(self, depth: int) -> str:
        parts: list[str] = []
        while self.at < len(self.source) and self.source[self.at] not in "|)":
            if self.source[self.at] in "*+?":
                raise self.bad(f"{self.source[self.at]} has nothing to repeat")
            atom, repeatable = self.atom(depth)
            parts.append(self.quantified(atom, repeatable))
        return "".join(parts)

    def atom(self, depth: int) -> tuple[str, bool]:
        """A translated atom, and whether a quantifier may follow."""
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
            case "^":
                return (r"(?:(?<![^\n]))" if "m" in self.flags else r"(?:\A)"), True
            case "$":
                return (r"(?:(?![^\n]))" if "m" in self.flags else r"(?:\Z)"), True
        return self.literal(char), True

    def literal(self, char: str) -> str:
        same = orbit(char) if "i" in self.flags else char
        return escaped(char) if len(same) == 1 else f"[{''.join(map(escaped, same))}]"

    def group(self, depth: int) -> tuple[str, bool]:
        start = self.at
        self.at += 1
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
                return "", False
            inner = self.alternatives(depth + 1)
            self.flags = kept
            return self.closed(f"(?:{inner}", start), True
        elif self.peek("*"):
            raise self.bad("verbs such as (*FAIL) are not translated", start)
        # A bare (?i) inside holds on after the group's end: fancy-regex restores flags only
        # after (?i:…) (0.19 parse.rs, parse_group against parse_flags).
        return self.closed(opening + self.alternatives(depth + 1), start), repeatable

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
                case "i" | "m" | "s":
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
        lazy = self.take("?")
        possessive = self.take("+")
        if lazy and possessive:
            return f"(?>{atom}{sign}?)"
        return atom + sign + ("?" if lazy else "+" if possessive else "")

    def counted(self) -> str | None:
        """{n}, {n,}, {,m}, {n,m}; None, and nothing read, where the brace is a literal."""
        found = regex.compile(r"\{([0-9]*)(,?)([0-9]*)\}").match(self.source, self.at)
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
        if char in ("A", "z", "Z", "b", "B", "O", "N"):
            self.at += 2
            if char in "bB" and self.peek("{"):
                raise self.bad(rf"\{char}{{…}} is not translated", start)
            here, there = (word(), word()) if char in "bB" else ("", "")
            return {
                "A": r"(?:\A)",
                "z": r"(?:\Z)",
                "Z": r"(?:(?=\n*\Z))",
                "b": f"(?:(?<={here})(?!{there})|(?<!{here})(?={there}))",
                "B": f"(?:(?<={here})(?={there})|(?<!{here})(?!{there}))",
                "O": r"(?s:.)",
                "N": r"[^\n]",
            }[char]
        members, single = self.class_escape()
        if single is not None:
            # An escaped punctuation character ignores (?i), and has no case; \x41 obeys it.
            return self.literal(single) if char in _HEX_DIGITS else escaped(single)
        return folded(members) if "i" in self.flags and char not in "hH" else members

    def class_escape(self) -> tuple[str, str | None]:
        """An escape with the same meaning in a class and outside: (its set, its one character)."""
        start = self.at
        self.at += 1
        char = self.next("\\")
        if char in _HEX_DIGITS:
            single = self.hex_escape(_HEX_DIGITS[char], start)
            return f"[{escaped(single)}]", single
        if char in "pP":
            return self.property(char == "P", start), None
        sets = {"d": category("Nd") or "", "s": SPACE, "w": word(), "h": _HEX}
        if char.isascii() and char.lower() in sets:
            members = sets[char.lower()]
            return (negated(members) if char.isupper() else members), None
        if char in _CONTROL:
            return f"[{escaped(_CONTROL[char])}]", _CONTROL[char]
        if char.isascii() and (char.isalnum() or char in "<>"):
            raise self.bad(rf"\{char} is not translated", start)
        return f"[{escaped(char)}]", char

    def hex_escape(self, digits: int, start: int) -> str:
        form = rf"([0-9A-Fa-f]{{{digits}}})|\{{([0-9A-Fa-f]{{1,8}})\}}"
        found = regex.compile(form).match(self.source, self.at)
        if found is None:
            raise self.bad("a hexadecimal escape is not complete", start)
        code = int(found[1] or found[2], 16)
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
            raise self.bad(f"U+{code:X} is no character", start)
        self.at = found.end()
        return chr(code)

    def property(self, outside: bool, start: int) -> str:
        name = self.next(r"\p")
        if name == "{":
            end = self.source.find("}", self.at)
            if end < 0:
                raise self.bad(r"\p{ is not closed", start)
            name, self.at = self.source[self.at : end], end + 1
            if name.startswith("^"):
                outside, name = not outside, name[1:]
        members = category(name)
        if members is None:
            raise self.bad(rf"\p{{{name}}} is not translated", start)
        if not outside:
            return members
        # (?i) folds what is named before it is negated (regex-syntax 0.8 hir/translate.rs).
        return negated(folded(members) if "i" in self.flags else members)

    def char_class(self, depth: int) -> str:
        """A class after its "[": regex-syntax 0.8 ast/parser.rs, `parse_set_class`.

        Unions bind tighter than `&&`, `--`, `~~`, which go from left to right.
        """
        start = self.at - 1
        if depth > _MAX_DEPTH:
            raise self.bad(f"classes are nested more than {_MAX_DEPTH} deep", start)
        outside = self.take("^")
        result, operator, union = "", "", ""
        if self.take("]"):
            union = escaped("]")
        while self.take("-"):
            union += escaped("-")
        while not self.take("]"):
            if self.at >= len(self.source):
                raise self.bad("[ is not closed", start)
            found = next((sign for sign in ("&&", "--", "~~") if self.take(sign)), None)
            if found is not None:
                result, operator, union = self.combined(result, operator, union), found, ""
            elif self.peek("[:"):
                raise self.bad("[: :] classes are not translated")
            elif self.take("["):
                union += self.char_class(depth + 1)
            else:
                union += self.class_item()
        whole = self.combined(result, operator, union)
        if outside:
            return negated(folded(whole) if "i" in self.flags else whole)
        return whole

    def combined(self, left: str, operator: str, union: str) -> str:
        right = f"[{union}]" if union else NOTHING
        if "i" in self.flags and operator:
            left, right = folded(left), folded(right)
        return f"[{left}{operator}{right}]" if operator else right

    def class_item(self) -> str:
        """One character, range or escape."""
        at = self.at
        members, first = self.class_atom()
        if not self.peek("-") or self.peek("-]") or self.peek("--"):
            return members
        self.at += 1
        _, last = self.class_atom()
        if first is None or last is None or first > last:
            raise self.bad("is no range of characters", at)
        return f"{escaped(first)}-{escaped(last)}"

    def class_atom(self) -> tuple[str, str | None]:
        if self.peek("\\"):
            members, single = self.class_escape()
            return (members if single is None else escaped(single)), single
        char = self.next("[")
        return escaped(char), char
