"""`Metaspace` of tokenizer.json: spaces as a visible character, cut before each."""

from dataclasses import dataclass
from typing import Literal, get_args

from tokparity.reference_impl.pre_tokenizers.splitting import cut, segments
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import ON, Option, StageType
from tokparity.reference_impl.text.aligned import Aligned

PrependScheme = Literal["always", "first", "never"]


@dataclass(frozen=True, slots=True)
class MetaspacePreTokenizer:
    """Replace each space (U+0020 alone), put a replacement before the piece, and cut before each.

    One is put before where the piece does not begin with it; "first": only before a piece
    that begins at 0 in the *original* text, so not where a normalizer took spaces away before
    it. It has the range of the first character. In a run of replacements only the last is
    joined to what follows. Source: tokenizers 0.23.3 pre_tokenizers/metaspace.rs.

    >>> [piece.text for piece in MetaspacePreTokenizer().pre_tokenize([Aligned.of("a  b")])]
    ['▁a', '▁', '▁b']
    """

    replacement: str = "▁"
    prepend_scheme: PrependScheme = "always"
    split: bool = True

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [part for piece in pieces for part in self._split(piece)]

    def _split(self, piece: Aligned) -> list[Aligned]:
        mark = self.replacement
        text, origin = piece.text.replace(" ", mark), piece.origin
        if text and not text.startswith(mark) and self._prepends(piece):
            text, origin = mark + text, (origin[0], *origin)
        spelled = Aligned(text, origin)
        if not self.split:
            return [spelled] if text else []
        marks = ((at, at + 1) for at, char in enumerate(text) if char == mark)
        return cut(spelled, segments(marks, len(text)), "MergedWithNext")

    def _prepends(self, piece: Aligned) -> bool:
        if self.prepend_scheme == "first":
            return piece.span(0, 1)[0] == 0
        return self.prepend_scheme == "always"


SCHEMES: tuple[PrependScheme, ...] = get_args(PrependScheme)
FIELDS = ("type", "replacement", "add_prefix_space", "prepend_scheme", "split", "str_rep")
"""Of the pre-tokenizer and of the decoder, in the library's order."""


def read_scheme(node: Node) -> PrependScheme:
    """The scheme that a file names. Raises BadArtefact."""
    return node.word({scheme: scheme for scheme in SCHEMES})


def read_fields(node: Node) -> tuple[str, PrependScheme, bool]:
    """The replacement, the scheme, whether to split. Raises BadArtefact.

    `add_prefix_space` is how files before 0.15 say the scheme; `str_rep` means nothing. A file with
    the older field alone, and false, is refused: the library reads the scheme that is missing as
    "always" and finds a contradiction.
    """
    node.only(FIELDS)
    scheme: PrependScheme = "always"
    if "prepend_scheme" in node.mapping():
        scheme = read_scheme(node["prepend_scheme"])
    if node.optional("add_prefix_space", Node.boolean) is False and scheme != "never":
        raise node["add_prefix_space"].bad(f"is false, but prepend_scheme is {scheme!r}")
    node.optional("str_rep", Node.string)
    split = node.optional("split", Node.boolean)
    return node["replacement"].char(), scheme, split is not False


TYPE = StageType(
    "Metaspace",
    MetaspacePreTokenizer,
    (
        Option("replacement", Node.char, ("\u2581", "_", "e", "\u4e16")),
        Option("prepend_scheme", read_scheme, SCHEMES),
        Option("split", Node.boolean, ON),
    ),
    reader=lambda node: MetaspacePreTokenizer(*read_fields(node)),
    sweep={scheme: {"prepend_scheme": scheme, "split": scheme != "never"} for scheme in SCHEMES},
    array=FIELDS,
)
