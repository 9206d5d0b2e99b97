"""`Strip` of tokenizer.json: white space at the ends away."""

from dataclasses import dataclass
from functools import cache

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import FLAG, Option, StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import Change, begins_with_nothing, transform
from tokparity.reference_impl.unicode.classes import characters


@dataclass(frozen=True, slots=True)
class StripNormalizer:
    r"""Take the white space (`char::is_whitespace`) at the left, at the right, or both away.

    Not what `str.strip` takes: U+001C stays. Source: tokenizers 0.23.3
    tokenizer/normalizer.rs `lrstrip`.

    >>> StripNormalizer(True, True).normalize(Aligned.of(" a\u3000"))
    Aligned(text='a', origin=range(1, 2))

    Raises LostAlignment.
    """

    strip_left: bool
    strip_right: bool

    def normalize(self, text: Aligned) -> Aligned:
        spaces = _spaces()
        content = text.text
        start = len(content) - len(content.lstrip(spaces)) if self.strip_left else 0
        end = len(content.rstrip(spaces)) if self.strip_right else len(content)
        if start == 0 and end == len(content):
            return text
        return _cut(text, start, end)


@cache
def _spaces() -> str:
    return "".join(sorted(characters("whitespace")))


def _cut(text: Aligned, start: int, end: int) -> Aligned:
    """What is removed at the end is told to the character before it, in ASCII texts alone:

    the library compares the index of a character with a length in bytes.
    """
    if not begins_with_nothing(text):
        return Aligned(text.text[start:end], text.origin[start:end], text.begins)
    changes: list[Change] = [(char, 0) for char in text.text[start:end]]
    marked = len(text.text.encode()) - (len(text) - end) - 1
    if start <= marked < end:
        changes[marked - start] = text.text[marked], end - len(text)
    return transform(text, changes, start)


TYPE = StageType(
    "Strip",
    StripNormalizer,
    (Option("strip_left", Node.boolean, FLAG), Option("strip_right", Node.boolean, FLAG)),
    array=("strip_left", "strip_right"),
    sweep={
        "": {"strip_left": True, "strip_right": True},
        "left": {"strip_left": True},
        "right": {"strip_right": True},
    },
)
