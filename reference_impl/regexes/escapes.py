r"""Escapes that name one character or one class: `\x{1F600}`, `\101`, `\h`, `\p{Han}`.

Source: Oniguruma 6.9.10 regparse.c, fetch_token, fetch_token_cc, fetch_escaped_value_raw.
"""

from string import digits, hexdigits, octdigits

from tokparity.reference_impl.regexes.cursor import Cursor, Options
from tokparity.reference_impl.unicode.oniguruma import classes, normal_name

CONTROLS = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "f": "\f",
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "v": "\v",
}
CLASS_LETTERS = {"w": "word", "d": "digit", "s": "space", "h": "xdigit"}
ASCII_OPTION = {"word": "W", "digit": "D", "space": "S"}
POSIX = frozenset(key[2:-2] for key in classes() if key.startswith("[:"))


def class_named(key: str, options: Options, *, negated: bool) -> str:
    r"""The V1 class of the `regex` package, in brackets, of a key of `classes`.

    Under (?W), (?D), (?S), (?P) the word, digit, space or all POSIX classes are ASCII only.
    """
    found, name = classes()[key], "word" if key == "\\w" else key.strip("[:]")
    if ASCII_OPTION.get(name) in options.ascii or (name in POSIX and "P" in options.ascii):
        found = f"[{found}&&[\\x00-\\x7f]]"
    return f"[^{found}]" if negated else found


def word_element(options: Options, *, negated: bool) -> str:
    r"""`\w` outside brackets, which has another table below U+0100 than `[\w]`."""
    return class_named("\\w", options, negated=negated)


def class_element(cursor: Cursor, options: Options, letter: str) -> str | None:
    r"""The class of `\w`, `\P{...}` and their like outside brackets; None: no class."""
    key = _class_key(cursor, letter)
    if key is None:
        return None
    name, negated = key
    return class_named("\\w" if name == "word" else name, options, negated=negated)


def class_in_brackets(cursor: Cursor, options: Options, letter: str) -> str | None:
    r"""The same inside brackets."""
    key = _class_key(cursor, letter)
    return None if key is None else class_named(key[0], options, negated=key[1])


def _class_key(cursor: Cursor, letter: str) -> tuple[str, bool] | None:
    """The name of the class, and whether it is negated; `letter` has been read."""
    if letter.isascii() and letter.lower() in CLASS_LETTERS:
        return CLASS_LETTERS[letter.lower()], letter.isupper()
    if letter not in "pP":
        return None
    start, negated = cursor.at, letter == "P"
    if cursor.takes("{"):
        negated ^= cursor.takes("^")
        end = cursor.pattern.find("}", cursor.at)
        if end < 0:
            cursor.refuse("the property has no closing brace", start)
        written = cursor.pattern[cursor.at : end]
        cursor.at = end + 1
    else:
        written = cursor.take("the name of a property")
    name = normal_name(written)
    plain = name.replace("=", "").replace(".", "")
    if not (written.isascii() and plain.isalnum() and name in classes()):
        cursor.refuse(f"Oniguruma knows no property {written!r}", start)
    return name, negated


def character_escape(cursor: Cursor, letter: str) -> str:
    r"""The character an escape stands for, `letter` having been read after the backslash; of
    `\x{61 62}` several."""
    start = cursor.at
    match letter:
        case "x" | "o" if cursor.sees("{"):
            points = braced(cursor, letter)
            chars = [code_point(cursor, point, start) for point in points if point is not None]
            return "".join(chars) or letter  # as a plain letter, and a brace
        case "x":
            return _bytes(cursor, start, cursor.take_digits(hexdigits, 2), 16)
        case "u":
            number = cursor.take_digits(hexdigits, 4)
            if len(number) < 4:
                cursor.refuse(r"\u needs four hexadecimal digits", start)
            return code_point(cursor, int(number, 16), start)
        case "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7":
            cursor.at -= 1
            return _bytes(cursor, start, cursor.take_digits(octdigits, 3), 8)
        case "c":
            return _control(cursor)
        case "C":
            if not cursor.takes("-"):
                cursor.refuse(r"\C is not followed by -")
            return _control(cursor)
        case "M":
            if not cursor.takes("-"):
                cursor.refuse(r"\M is not followed by -")
            return code_point(cursor, ord(_raw(cursor)) & 0xFF | 0x80, start)
    return CONTROLS.get(letter, letter)


def _control(cursor: Cursor) -> str:
    if cursor.takes("?"):
        return "\x7f"
    return code_point(cursor, ord(_raw(cursor)) & 0x9F, cursor.at)


def _raw(cursor: Cursor) -> str:
    r"""A character, or an escape of one letter, which `\x41` is not: fetch_escaped_value_raw."""
    char = cursor.take("a character")
    if char != "\\":
        return char
    letter = cursor.take("an escape")
    return character_escape(cursor, letter) if letter in "cCM" else CONTROLS.get(letter, letter)


def braced(cursor: Cursor, letter: str, *, ends_range: bool | None = None) -> list[int | None]:
    r"""The code points of `\x{61 62}` or `\o{141}`, whose brace comes next; in a class, None for
    the dash of a range. Nothing, and the cursor where it was, where no number follows.

    `ends_range`: in a class, whether it comes after a dash.
    """
    start, in_class = cursor.at, ends_range is not None
    base, digits, most = (16, hexdigits, 8) if letter == "x" else (8, octdigits, 11)
    cursor.takes("{")
    number = cursor.take_digits(digits, most)
    if not number:
        cursor.at = start
        return []
    points: list[int | None] = [int(number, base)]
    state = "ended" if ends_range else "begun"
    while not cursor.takes("}"):
        gap = cursor.take_digits(" \n", len(cursor.pattern))
        if gap and len(points) > 1 and cursor.takes("}"):
            break
        if in_class and state == "begun" and cursor.takes("-"):
            cursor.take_digits(" \n", len(cursor.pattern))
            points.append(None)
            state = "range"
        elif not gap:
            cursor.refuse(f"what stands in \\{letter}{{...}} is no code point", start)
        number = cursor.take_digits(digits, most)
        if not number:
            cursor.refuse(f"what stands in \\{letter}{{...}} is no code point", start)
        points.append(int(number, base))
        state = "ended" if state == "range" else "begun"
    return points


BEYOND = 0x110000
"""The first code point that is none of Unicode."""
NO_CHARACTER = "\udfff"
"""Stands for one that no text has."""
_LARGEST = 0x13FFFF


def code_point(cursor: Cursor, point: int, start: int) -> str:
    """The character; a surrogate, or `NO_CHARACTER`, for what is none. BadPattern for what
    Oniguruma does not spell as four bytes."""
    if point > _LARGEST:
        cursor.refuse(f"{point:#x} is no code point", start)
    return chr(point) if point < BEYOND else NO_CHARACTER


def _bytes(cursor: Cursor, start: int, number: str, base: int) -> str:
    r"""`\xE3\x81\x82` are the bytes of one character."""
    value = int(number or "0", base)
    if value > 0xFF:
        cursor.refuse("an octal escape above 377", start)
    encoded = bytearray([value])
    length = 1 if value < 0xC0 else 2 if value < 0xE0 else 3 if value < 0xF0 else 4
    while len(encoded) < length:
        if base == 16 and cursor.takes("\\x"):
            encoded.append(int(cursor.take_digits(hexdigits, 2) or "0", 16))
        elif base == 8 and cursor.sees("\\") and cursor.pattern[cursor.at + 1 :][:1] in digits[:8]:
            cursor.at += 1
            encoded.append(int(cursor.take_digits(octdigits, 3) or "0", 8) & 0xFF)
        else:
            break
    try:
        return encoded.decode()
    except UnicodeDecodeError:
        cursor.refuse("escaped bytes that are not one UTF-8 character", start)
