"""`SpecialPartition`: cuts a text at special tokens one token after the other, as llama.cpp does.

The longest token takes all its places in the text before the next is looked for, so that no place
is ever lost to a shorter one that begins earlier. Not here: which tokens are special, and in which
order those of one length are looked for (`gguf.attributes`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reference_impl.text.code_units import character_of_unit, is_whole, units

SPACES = " \t\n\v\f\r"
"""`isspace` of the C locale."""

_Span = tuple[int, int, AddedToken | None]


@dataclass(frozen=True, slots=True)
class SpecialPartition:
    """Stretches of a text and the token each is, empty ones left out.

    `tokens` in the order in which they are looked for. One that is `special` is not looked for at
    all without `parse_special`. `lstrip`, `rstrip` drop the white space beside it, which is then
    part of its stretch, as in a tokenizer.json. Source: src/llama-vocab.cpp
    `tokenizer_st_partition`, llama.cpp b11549.
    """

    tokens: tuple[AddedToken, ...]
    _contents: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _in_units: bool = field(init=False, repr=False, compare=False)
    _by_first: Mapping[str, Sequence[int]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        contents = tuple(token.content for token in self.tokens)
        in_units = not all(map(is_whole, contents))
        if in_units:  # one might be found inside of a character
            contents = tuple(map(units, contents))
        by_first: dict[str, list[int]] = {}
        for index, content in enumerate(contents):
            by_first.setdefault(content[0], []).append(index)
        object.__setattr__(self, "_contents", contents)
        object.__setattr__(self, "_in_units", in_units)
        object.__setattr__(self, "_by_first", by_first)

    @classmethod
    def of(cls, by_content: Mapping[str, AddedToken], _: object = None) -> "SpecialPartition":
        """From tokens by what is looked for, in that order."""
        return cls(tuple(by_content.values()))

    def split(self, text: Aligned, parse_special: bool) -> list[tuple[Aligned, AddedToken | None]]:
        r"""The stretches of a text.

        >>> tokens = AddedToken(1, "<ab>"), AddedToken(2, "b>c", special=True)
        >>> parts = SpecialPartition(tokens).split(Aligned.of("x<ab>c"), parse_special=True)
        >>> [(part.text, token and token.id) for part, token in parts]
        [('x', None), ('<ab>', 1), ('c', None)]
        """
        if not self._in_units:
            spans = self._spans(text.text, parse_special)
            return [(text[start:end], token) for start, end, token in spans]
        if not text.text:
            return []
        written = units(text.text)
        origin = [text.origin[at] for at in character_of_unit(text.text)]
        return [
            (_stretch(written[start:end], origin[start:end]), token)
            for start, end, token in self._spans(written, parse_special)
        ]

    def _spans(self, text: str, parse_special: bool) -> list[_Span]:
        spans: list[_Span] = [(0, len(text), None)] if text else []
        present = [self._by_first[char] for char in self._by_first.keys() & set(text)]
        for index in sorted(index for found in present for index in found):
            token, content = self.tokens[index], self._contents[index]
            if (token.special and not parse_special) or content not in text:
                continue
            spans = [part for span in spans for part in _cut(text, span, token, content)]
        return spans


def _cut(text: str, span: _Span, token: AddedToken, content: str) -> list[_Span]:
    start, end, taken = span
    if taken is not None:
        return [span]
    parts: list[_Span] = []
    while (found := text.find(content, start, end)) >= 0:
        left = found
        if token.lstrip:
            while left > start and text[left - 1] in SPACES:
                left -= 1
        if left > start:
            parts.append((start, left, None))
        start = found + len(content)
        if token.rstrip:
            while start < end and text[start] in SPACES:
                start += 1
        parts.append((left, start, token))
    if start < end:
        parts.append((start, end, None))
    return parts


def _stretch(units: str, origin: list[int]) -> Aligned:
    """Characters of some units, each from where its first came."""
    text = from_bytes(units.encode("latin-1"))
    at, came = 0, []
    for char in text:
        came.append(origin[at])
        at += len(char.encode("utf-8", "surrogateescape"))
    return Aligned(text, came)
