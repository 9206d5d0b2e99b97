"""`CTC`: the text of an alignment, where a token is repeated and padding stands between."""

from dataclasses import dataclass
from itertools import groupby

from tokparity.reference_impl.decoders.clean_up import clean_up
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import FLAG, Option, StageType


@dataclass(frozen=True, slots=True)
class CTC:
    """Equal neighbours become one piece, `pad_token` is taken out, empty pieces go.

    `word_delimiter_token` becomes a space only where `cleanup` is on. Source: tokenizers 0.23
    decoders/ctc.rs.

    >>> CTC("<pad>", "|", True).decode(["h", "h", "<pad>", "i", "|", "|", "i"])
    ['h', 'i', ' ', 'i']
    """

    pad_token: str
    word_delimiter_token: str
    cleanup: bool

    def decode(self, pieces: list[str]) -> list[str]:
        kept = [piece.replace(self.pad_token, "") for piece, _ in groupby(pieces)]
        if self.cleanup:
            kept = [clean_up(piece).replace(self.word_delimiter_token, " ") for piece in kept]
        return [piece for piece in kept if piece]


TYPE = StageType(
    "CTC",
    CTC,
    (
        Option("pad_token", Node.string, ("<pad>", "", "e")),
        Option("word_delimiter_token", Node.string, ("|", " ", "a", "")),
        Option("cleanup", Node.boolean, FLAG),
    ),
    array=("pad_token", "word_delimiter_token", "cleanup"),
)
