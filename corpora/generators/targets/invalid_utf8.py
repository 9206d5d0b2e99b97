"""Bytes that are no UTF-8, beside what shows where they end: for libraries that take bytes."""

from collections.abc import Iterator

from tokparity.corpora.generators.invalid_utf8 import BROKEN
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.kind import Kind, evenly
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes

_BESIDE = (b"", b"a", b" ", b"\n", b"1", b".", "\u00e9".encode(), "\u4e16".encode())
_CHARACTERS = "\u00e9\u07ff\u0800\u4e16\uffff\U00010000\U0001f642\U0010ffff"
_ADDED = 20


def invalid_utf8(material: Material) -> Kind[str]:
    """Each broken sequence and each cut of characters of every length: behind and before letters,
    spaces, digits, whole characters and added tokens, and twice."""
    forms = tuple(dict.fromkeys(map(from_bytes, _forms(material))))
    return Kind("invalid utf-8", len(forms), forms.__getitem__, 2, (" ", "", "a"))


def _forms(material: Material) -> Iterator[bytes]:
    cuts = [char.encode()[:end] for char in _CHARACTERS for end in range(1, len(char.encode()))]
    tails = [char.encode()[1:] for char in _CHARACTERS]
    contents = [to_bytes(material.added[at]) for at in evenly(len(material.added), _ADDED)]
    for broken in dict.fromkeys((*BROKEN, *cuts, *tails)):
        for beside in _BESIDE:
            yield from (beside + broken, broken + beside, beside + broken + beside)
        yield broken * 2
        for content in contents[:_ADDED]:
            yield content + broken + content
