"""`Metaspace` (decoder): the mark for a space becomes a space again."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.metaspace import (
    FIELDS,
    SCHEMES,
    PrependScheme,
    read_fields,
    read_scheme,
)
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import ON, Option, StageType


@dataclass(frozen=True, slots=True)
class MetaspaceDecoder:
    """Replace `replacement` by a space, in the first piece by nothing.

    In the first piece *every* mark goes, unless nothing was prepended: two leading spaces do
    not come back. `split` is the pre-tokenizer's and is not used here. Source:
    tokenizers 0.23 pre_tokenizers/metaspace.rs `decode_chain`.

    >>> MetaspaceDecoder("▁").decode(["▁▁a▁b", "▁c"])
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


TYPE = StageType(
    "Metaspace",
    MetaspaceDecoder,
    (
        Option("replacement", Node.char, ("\u2581", "_", "e", "\u4e16")),
        Option("prepend_scheme", read_scheme, SCHEMES),
        Option("split", Node.boolean, ON, inert=True),
    ),
    reader=lambda node: MetaspaceDecoder(*read_fields(node)),
    array=FIELDS,
)
