"""Added tokens: in white space, beside letters, inside of one another, and broken."""

import string
from collections.abc import Iterator
from contextlib import suppress

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.kind import Kind, texts
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_SPACES = (" ", "  ", "\n", "\t", "\r\n", " \n", "\x0b", "\x85", "\xa0", "\u2003", "\u3000")
_NO_SPACES = ("\u200b", "\ufeff", "\x1c", "\u180e")
_GLUE = ("a", "Z", "_", "1", "é", "世", "\u0301", "½", "\u200d", "-", ".", "'", "<", "|", "#")
_BESIDE = (*_SPACES, *_NO_SPACES, *_GLUE)
_LONGEST = 200
TWICE = 2
"""Half of all texts are those in which no special token is looked for."""
MARKS = frozenset(string.punctuation)
_FULL_WIDTH = 0xFF01 - 0x21
_ALIKE = {"_": "-", "-": "_", "<": "[", ">": "]", "[": "<", "]": ">", "|": "/", ":": "=", "'": '"'}


def in_spaces(material: Material) -> Kind[str]:
    """Every added token between spaces, and between letters."""
    made = (form for one in _contents(material) for form in (f"a {one} b", f"a{one}b"))
    return texts("added tokens", made, pack=4, between=(" ", "", "\n", "."), sweeps=TWICE)


def beside(material: Material) -> Kind[str]:
    """Every added token with each of some thirty things left and right of it, alone and doubled."""
    contents = _contents(material)
    forms: tuple[tuple[str, str], ...] = (
        ("", ""),
        *((f"a{one}", f"{one}b") for one in _SPACES),
        *((one, one) for one in _BESIDE),
        *((one, "") for one in ("a", "_", "\u0301")),
        *(("", one) for one in ("a", "_", "\u0301")),
    )

    def target(number: int) -> str:
        which, at = divmod(number, len(contents))
        before, after = forms[which]
        content = contents[at]
        return f"{before}{content}{after}{content}" if which % 2 else f"{before}{content}{after}"

    return Kind(
        "beside added tokens", len(forms) * len(contents), target, 3, (" ", "", "x"), sweeps=TWICE
    )


def broken(material: Material, tokenizer: Tokenizer) -> Kind[str]:
    """Near misses of each: cut by one, one doubled, in another case, spaced, as normalized, with
    marks that look alike; and what goes on with a part of another one."""

    def forms() -> Iterator[str]:
        contents = _contents(material)
        for number, one in enumerate(contents[:600]):
            middle = len(one) // 2
            yield from (one[:-1], one[1:], one[:middle] + one[middle + 1 :])
            yield from (one + one[-1], one[0] + one, f"{one[:middle]} {one[middle:]}")
            yield f"{one[: middle + 1]}\u0301{one[middle + 1 :]}"
            if one.isascii():
                yield from (one.swapcase(), one.upper(), one.lower())  # all of one case too
            yield from _with_other_marks(one)
            with suppress(TokparityError):  # a charsmap that leads nowhere
                yield tokenizer.normalize(one)
            other = contents[(number * 7 + 1) % len(contents)]
            yield from (one[:-1] + other, one + other[1:], one[:middle] + other)

    return texts("broken added tokens", forms(), pack=5, between=(" ", "", "a", "\n"), sweeps=TWICE)


def _with_other_marks(content: str) -> Iterator[str]:
    """Every ASCII mark of a kind full-width, and as the one that is taken for it."""
    for mark in dict.fromkeys(one for one in content if one in MARKS):
        yield content.replace(mark, chr(ord(mark) + _FULL_WIDTH))
        if mark in _ALIKE:
            yield content.replace(mark, _ALIKE[mark])


def prefixes(material: Material) -> Kind[str]:
    """Added tokens that others begin or end with, and those that overlap: whichever is found."""

    def pairs() -> Iterator[str]:
        contents = _contents(material)
        known = frozenset(contents)
        begins: dict[str, str] = {}
        for one in contents:
            begins.setdefault(one[0], one)
        for one in contents[:3000]:
            for length in range(1, len(one)):
                if one[:length] in known:
                    short = one[:length]
                    yield from (one, short + one, one[:-1], one[:-1] + short, short * 2)
                    yield f"{short} {one[length:]}"
                if one[-length:] in known:
                    yield from (one, one[:-length], one[:-length] + one)
            if (other := begins.get(one[-1])) is not None:
                yield one + other[1:]

    return texts(
        "prefixes of added tokens", pairs(), pack=3, between=(" ", "", "a", "\n"), sweeps=TWICE
    )


def _contents(material: Material) -> tuple[str, ...]:
    return tuple(one for one in material.added if len(one) <= _LONGEST)
