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


_SCHEMES: tuple[PrependScheme, ...] = get_args(PrependScheme)


def _read_scheme(node: Node) -> PrependScheme:
    for scheme in _SCHEMES:
        if scheme == node.string():
            return scheme
    raise node.unsupported(f"the scheme {node.string()!r} is not known")


def _read(node: Node) -> MetaspacePreTokenizer:
    """`add_prefix_space` and `str_rep` are of older files; of them, only a false one has a say.

    It must not contradict the scheme, which is "always" where it is missing.
    """
    node.only(("type", "replacement", "prepend_scheme", "split", "add_prefix_space", "str_rep"))
    scheme: PrependScheme = "always"
    if "prepend_scheme" in node.mapping():
        scheme = _read_scheme(node["prepend_scheme"])
    if node.optional("add_prefix_space", Node.boolean) is False and scheme != "never":
        raise node["add_prefix_space"].bad(f"is false, but prepend_scheme is {scheme!r}")
    node.optional("str_rep", Node.string)
    split = node.optional("split", Node.boolean)
    return MetaspacePreTokenizer(node["replacement"].char(), scheme, split is not False)


TYPE = StageType(
    "Metaspace",
    MetaspacePreTokenizer,
    (
        Option("replacement", Node.char, ("\u2581", "_", "e", "\u4e16")),
        Option("prepend_scheme", _read_scheme, _SCHEMES),
        Option("split", Node.boolean, ON),
    ),
    reader=_read,
    sweep={scheme: {"prepend_scheme": scheme, "split": scheme != "never"} for scheme in _SCHEMES},
)
