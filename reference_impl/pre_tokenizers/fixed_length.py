"""`FixedLength` of tokenizer.json: pieces of so many characters."""

from dataclasses import dataclass

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.aligned import Aligned


@dataclass(frozen=True, slots=True)
class FixedLength:
    """Cut after every `length` characters (code points), the last piece may be shorter.

    Source: tokenizers 0.23.3 pre_tokenizers/fixed_length.rs.

    >>> [piece.text for piece in FixedLength(2).pre_tokenize([Aligned.of("abcde")])]
    ['ab', 'cd', 'e']
    """

    length: int = 5

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [
            piece[at : at + self.length]
            for piece in pieces
            for at in range(0, len(piece), self.length)
        ]


def _length(node: Node) -> int:
    length = node.value
    if type(length) is not int or not 0 <= length < 1 << 64:
        raise node.bad("must be a whole number from 1 to 2^64 - 1")
    if length == 0:
        raise node.bad("must not be 0: the library panics on every text")
    return length


TYPE = StageType(
    "FixedLength",
    FixedLength,
    (Option("length", _length, (5, 1, 2, 3), missing=5, omitted=True),),
    sweep={"": {"length": 2}},
)
