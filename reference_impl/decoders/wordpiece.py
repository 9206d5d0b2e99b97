"""`WordPiece` (decoder): a piece with the prefix goes on with the word before it."""

from dataclasses import dataclass

from tokparity.reference_impl.decoders.clean_up import clean_up
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import FLAG, Option, StageType


@dataclass(frozen=True, slots=True)
class WordPieceDecoder:
    """Take `prefix` off, or put a space before; the first piece stays as it is.

    With `cleanup`, English punctuation loses its space, see `clean_up`. Source: tokenizers
    0.23 decoders/wordpiece.rs.

    >>> WordPieceDecoder("##", True).decode(["##a", "##b", "c", "."])
    ['##a', 'b', ' c', '.']
    """

    prefix: str
    cleanup: bool

    def decode(self, pieces: list[str]) -> list[str]:
        joined = pieces[:1] + [self._continued(piece) for piece in pieces[1:]]
        return list(map(clean_up, joined)) if self.cleanup else joined

    def _continued(self, piece: str) -> str:
        if piece.startswith(self.prefix):
            return piece[len(self.prefix) :]
        return f" {piece}"


TYPE = StageType(
    "WordPiece",
    WordPieceDecoder,
    (Option("prefix", Node.string, ("##", "", "e")), Option("cleanup", Node.boolean, FLAG)),
    array=("prefix", "cleanup"),
)
