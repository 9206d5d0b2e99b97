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
    forms = (form for content in _contents(material) for form in (f"a {content} b", f"a{content}b"))
    return texts("added tokens", forms, pack=4, between=(" ", "", "\n", "."), sweeps=TWICE)


def beside(material: Material) -> Kind[str]:
    """Every added token with each of some thirty things left and right of it, alone and doubled."""
    contents = _contents(material)
    forms: tuple[tuple[str, str], ...] = (
        ("", ""),
        *((f"a{char}", f"{char}b") for char in _SPACES),
        *((char, char) for char in _BESIDE),
        *((char, "") for char in ("a", "_", "\u0301")),
        *(("", char) for char in ("a", "_", "\u0301")),
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
        for number, content in enumerate(contents[:600]):
            middle = len(content) // 2
            yield from (content[:-1], content[1:], content[:middle] + content[middle + 1 :])
            yield from (
                content + content[-1],
                content[0] + content,
                f"{content[:middle]} {content[middle:]}",
            )
            yield f"{content[: middle + 1]}\u0301{content[middle + 1 :]}"
            if content.isascii():
                yield from (
                    content.swapcase(),
                    content.upper(),
                    content.lower(),
                )  # all of one case too
            yield from _with_other_marks(content)
            with suppress(TokparityError):  # a charsmap that leads nowhere
                yield tokenizer.normalize(content)
            other = contents[(number * 7 + 1) % len(contents)]
            yield from (content[:-1] + other, content + other[1:], content[:middle] + other)

    return texts("broken added tokens", forms(), pack=5, between=(" ", "", "a", "\n"), sweeps=TWICE)


def _with_other_marks(content: str) -> Iterator[str]:
    """Every ASCII mark of a kind full-width, and as the one that is taken for it."""
    for mark in dict.fromkeys(char for char in content if char in MARKS):
        yield content.replace(mark, chr(ord(mark) + _FULL_WIDTH))
        if mark in _ALIKE:
            yield content.replace(mark, _ALIKE[mark])


def prefixes(material: Material) -> Kind[str]:
    """Added tokens that others begin or end with, and those that overlap: whichever is found."""

    def pairs() -> Iterator[str]:
        contents = _contents(material)
        known = frozenset(contents)
        begins: dict[str, str] = {}
        for content in contents:
            begins.setdefault(content[0], content)
        for content in contents[:3000]:
            for length in range(1, len(content)):
                if content[:length] in known:
                    short = content[:length]
                    yield from (
                        content,
                        short + content,
                        content[:-1],
                        content[:-1] + short,
                        short * 2,
                    )
                    yield f"{short} {content[length:]}"
                if content[-length:] in known:
                    yield from (content, content[:-length], content[:-length] + content)
            if (other := begins.get(content[-1])) is not None:
                yield content + other[1:]

    return texts(
        "prefixes of added tokens", pairs(), pack=3, between=(" ", "", "a", "\n"), sweeps=TWICE
    )


def _contents(material: Material) -> tuple[str, ...]:
    return tuple(content for content in material.added if len(content) <= _LONGEST)
