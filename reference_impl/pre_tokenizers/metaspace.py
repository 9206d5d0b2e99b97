"""`Metaspace` of tokenizer.json: spaces as a visible character, cut before each."""

from dataclasses import dataclass
from typing import Literal

from tokparity.reference_impl.pre_tokenizers.splitting import cut, segments
from tokparity.reference_impl.text.aligned import Aligned

PrependScheme = Literal["always", "first", "never"]


@dataclass(frozen=True, slots=True)
class Metaspace:
    """Replace each space (U+0020 alone), put a replacement before the piece, and cut before each.

    One is put before where the piece does not begin with it; "first": only before a piece
    that begins at 0 in the *original* text, so not where a normalizer took spaces away before
    it. It has the range of the first character. In a run of replacements only the last is
    joined to what follows. Source: tokenizers 0.23.3 pre_tokenizers/metaspace.rs.

    >>> [piece.text for piece in Metaspace().pre_tokenize([Aligned.of("a  b")])]
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
