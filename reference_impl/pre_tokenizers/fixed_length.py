"""`FixedLength` of tokenizer.json: pieces of so many characters."""

from dataclasses import dataclass

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
