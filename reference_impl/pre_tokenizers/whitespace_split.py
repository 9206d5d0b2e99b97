"""`WhitespaceSplit` of tokenizer.json: what stands between white space."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.splitting import cut, segments
from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import characters


@dataclass(frozen=True, slots=True)
class WhitespaceSplit:
    r"""Cut at white space (`char::is_whitespace`) and drop it.

    Not where `str.split` cuts: U+001C is no white space here. Source: tokenizers 0.23.3
    pre_tokenizers/whitespace.rs.

    >>> [piece.text for piece in WhitespaceSplit().pre_tokenize([Aligned.of("a\u3000b!")])]
    ['a', 'b!']
    """

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        spaces = characters("whitespace")
        return [
            part
            for piece in pieces
            for part in cut(
                piece,
                segments(
                    ((at, at + 1) for at, char in enumerate(piece.text) if char in spaces),
                    len(piece),
                ),
                "Removed",
            )
        ]


TYPE = StageType("WhitespaceSplit", WhitespaceSplit)
