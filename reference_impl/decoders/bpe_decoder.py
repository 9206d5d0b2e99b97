"""`BPEDecoder`: the mark at the end of a word becomes a space."""

from dataclasses import dataclass

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType


@dataclass(frozen=True, slots=True)
class BPEDecoder:
    """Replace every `suffix` by a space, but in the last piece by nothing.

    An empty suffix is found around every character. Source: tokenizers 0.23 decoders/bpe.rs.

    >>> BPEDecoder("</w>").decode(["a</w>", "b</w>"])
    ['a ', 'b']
    """

    suffix: str

    def decode(self, pieces: list[str]) -> list[str]:
        last = len(pieces) - 1
        return [
            piece.replace(self.suffix, "" if at == last else " ") for at, piece in enumerate(pieces)
        ]


TYPE = StageType(
    "BPEDecoder",
    BPEDecoder,
    (Option("suffix", Node.string, ("</w>", "", "e")),),
    array=("suffix",),
)
