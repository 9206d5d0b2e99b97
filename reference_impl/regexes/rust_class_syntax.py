r"""Classes and what else names a set of characters, in the syntax of Rust's `fancy-regex`.

Each is spelled anew as a set of the `regex` package. Source: regex-syntax 0.8 ast/parser.rs
`parse_set_class`, fancy-regex 0.19 src/parse.rs `parse_class`. Not here: the rest of a pattern
(`rust_syntax`), what is in a set (`unicode.rust_classes`, `unicode.rust_properties`).
"""

import regex

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.unicode.complement import complement
from tokparity.reference_impl.unicode.rust_classes import (
    NOTHING,
    SPACE,
    category,
    escaped,
    folded,
    word,
)
from tokparity.reference_impl.unicode.rust_properties import (
    BY_NEGATION,
    POSIX_CLASSES,
    property_set,
)

MAX_DEPTH = 50
HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_CONTROL = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b"}
_IN_CLASSES = {"b": "\b", **dict(zip("kAzBKGR", "kAzBKGR", strict=True))}
"""Letters that mean something outside brackets alone: 0.19 parse.rs, end of `parse_escape`."""
_HEX = "[0-9A-Fa-f]"
_POSIX = regex.compile(rf"\[:(\^?)({'|'.join(POSIX_CLASSES)}):\]")


class ClassReader:
    """A place in a pattern; each method reads one construct and returns its translation.

    `classes` counts how many classes are open; `negated`: the class has a part that is written
    as a negation; `meets`: so is the part just read, which all before it is intersected with.
    """

    def __init__(self, source: str) -> None:
        self.source, self.at, self.classes = source, 0, 0
        self.negated = self.meets = False
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

    def class_escape(self) -> tuple[str, str | None]:
        """An escape with the same meaning in a class and outside: (its set, its one character)."""
        start = self.at
        self.at += 1
        char = self.next("\\")
        if char in HEX_DIGITS:
            single = self.hex_escape(HEX_DIGITS[char], start)
            return f"[{escaped(single)}]", single
        if char in "pP":
            return self.property(char == "P", start), None
        sets = {"d": category("Nd") or "", "s": SPACE, "w": word(), "h": _HEX}
        if char.isascii() and char.lower() in sets:
            members = sets[char.lower()]
            return (complement(members) if char.isupper() else members), None
        if char in _CONTROL:
            return f"[{escaped(_CONTROL[char])}]", _CONTROL[char]
        if self.classes and char in _IN_CLASSES:
            return f"[{escaped(_IN_CLASSES[char])}]", _IN_CLASSES[char]
        if char.isascii() and char.isalnum():
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
        members = property_set(name)
        if members is None:
            raise self.bad(rf"\p{{{name}}} is no property that it knows", start)
        if self.classes and name.isascii() and name.lower() in BY_NEGATION[outside]:
            self.meets, self.negated = self.negated, True
        if not outside:
            return members
        # (?i) folds what is named before it is negated (regex-syntax 0.8 hir/translate.rs).
        return complement(folded(members) if "i" in self.flags else members)

    def char_class(self, depth: int) -> str:
        """A class after its "[": regex-syntax 0.8 ast/parser.rs, `parse_set_class`.

        Unions bind tighter than `&&`, `--`, `~~`, which go from left to right.
        """
        self.negated &= self.classes > 0
        self.classes += 1
        members = self.opened_class(depth)
        self.classes -= 1
        return members

    def opened_class(self, depth: int) -> str:
        """The class, `classes` counting how deep this is."""
        start = self.at - 1
        if depth > MAX_DEPTH:
            raise self.bad(f"classes are nested more than {MAX_DEPTH} deep", start)
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
            elif (posix := _POSIX.match(self.source, self.at)) is not None:
                self.at = posix.end()
                members = f"[{POSIX_CLASSES[posix[2]]}]"
                if posix[1]:  # folded before it is negated: hir/translate.rs
                    members = complement(folded(members) if "i" in self.flags else members)
                union += members
            elif self.take("["):
                union += self.char_class(depth + 1)
            else:
                item = self.class_item()
                if self.meets:
                    result, operator, union = self.combined(result, operator, union), "&&", ""
                    self.meets = False
                union += item
        whole = self.combined(result, operator, union)
        if outside:
            return complement(folded(whole) if "i" in self.flags else whole)
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
