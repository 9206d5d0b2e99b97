"""`Metaspace` (decoder): the mark for a space becomes a space again."""

from dataclasses import dataclass
from typing import Literal

PrependScheme = Literal["always", "first", "never"]


@dataclass(frozen=True, slots=True)
class Metaspace:
    """Replace `replacement` by a space, in the first piece by nothing.

    In the first piece *every* mark goes, unless nothing was prepended: two leading spaces do
    not come back. `split` is the pre-tokenizer's and is not used here. Source:
    tokenizers 0.23 pre_tokenizers/metaspace.rs `decode_chain`.

    >>> Metaspace("▁").decode(["▁▁a▁b", "▁c"])
    ['ab', ' c']
    """

    replacement: str
    prepend_scheme: PrependScheme = "always"
    split: bool = True

    def decode(self, pieces: list[str]) -> list[str]:
        first = " " if self.prepend_scheme == "never" else ""
        return [
            piece.replace(self.replacement, " " if at else first) for at, piece in enumerate(pieces)
        ]
