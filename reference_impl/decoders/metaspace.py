"""`Metaspace` (decoder): the mark for a space becomes a space again."""

from dataclasses import dataclass
from typing import Literal, get_args

from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import ON, Option, StageType

PrependScheme = Literal["always", "first", "never"]


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


_SCHEMES: tuple[PrependScheme, ...] = get_args(PrependScheme)


def _read(node: Node) -> MetaspaceDecoder:
    """`add_prefix_space` is how files before 0.15 say the scheme; `str_rep` means nothing.

    A file with the older field alone, and false, is refused: the library reads the scheme
    that is missing as "always" and finds a contradiction.
    """
    node.only(("type", "replacement", "prepend_scheme", "add_prefix_space", "split", "str_rep"))
    scheme: PrependScheme = "always"
    if "prepend_scheme" in node.mapping():
        scheme = _read_scheme(node["prepend_scheme"])
    if node.optional("add_prefix_space", Node.boolean) is False and scheme != "never":
        raise node["add_prefix_space"].bad(f"is false, but the scheme is {scheme!r}")
    node.optional("str_rep", Node.string)
    split = node.optional("split", Node.boolean)
    return MetaspaceDecoder(node["replacement"].char(), scheme, split is not False)


def _read_scheme(node: Node) -> PrependScheme:
    for scheme in _SCHEMES:
        if scheme == node.string():
            return scheme
    raise node.bad(f"must be always, first or never, is {node.string()!r}")


TYPE = StageType(
    "Metaspace",
    MetaspaceDecoder,
    (
        Option("replacement", Node.char, ("\u2581", "_", "e", "\u4e16")),
        Option("prepend_scheme", _read_scheme, _SCHEMES),
        Option("split", Node.boolean, ON, inert=True),
    ),
    reader=_read,
)
