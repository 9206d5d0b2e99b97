"""Words of a sentence: stretches that are prose or code, so that each view marks the latter in its
own way; all of it is harmless."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tokparity.reports.text.visible import harmless


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of prose, or of code: text from a file or a case."""

    text: str
    is_code: bool = False


Words = tuple[Stretch, ...]


def plain_words(words: Iterable[Stretch], code: Callable[[str], str] = "`{}`".format) -> str:
    """Words as one line.

    >>> plain_words((Stretch("splits "), Stretch("ab", True)))
    'splits `ab`'
    """
    return "".join(code(each.text) if each.is_code else each.text for each in words)


def prose(text: str) -> Words:
    """Words of prose alone.

    >>> prose("splits")
    (Stretch(text='splits', is_code=False),)
    """
    return (Stretch(harmless(text)),)
