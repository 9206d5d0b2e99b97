"""`BosEos`: the pieces that begin and end a sequence, as sentencepiece adds them.

Not read from the file: which of them a caller gets is what the caller asks for.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.post_processors.tokens import Tokens, join, special_tokens

Special = tuple[str, int]
"""(piece, id)."""


class NoSuchControlPiece(TokparityError):
    """A model without the control piece that is to be added: the library refuses too."""

    def __init__(self, name: str) -> None:
        super().__init__(f"this model has no {name} piece")
        self.name = name


@dataclass(frozen=True, slots=True)
class SentencepieceBosEos:
    """With special tokens wanted, bos before and eos after, each with the range (0, 0).

    `add_bos` and `add_eos` choose one of them, `reverse` turns the other tokens round, wanted or
    not. Source: sentencepiece 0.2.3 sentencepiece_pybind.cc `RewriteIds`.
    """

    COMPONENT: ClassVar[str] = "BosEos"

    bos: Special | None
    eos: Special | None
    add_bos: bool = True
    add_eos: bool = True
    reverse: bool = False

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        """Raises NoSuchSpecial."""
        if self.reverse:
            parts = [_reversed(part) for part in parts[::-1]]
        if not add_special:
            return parts
        whole = join(parts)
        before = [self._wanted("bos", self.bos)] if self.add_bos else []
        after = [self._wanted("eos", self.eos)] if self.add_eos else []
        return [join([_special(before, whole), whole, _special(after, whole)])]

    def added(self, pair: bool) -> int:
        return self.add_bos + self.add_eos

    @staticmethod
    def _wanted(name: str, special: Special | None) -> Special:
        if special is None:
            raise NoSuchControlPiece(name)
        return special


def _special(pieces: list[Special], like: Tokens) -> Tokens:
    return special_tokens([id_ for _, id_ in pieces], [text for text, _ in pieces], 0, like)


def _reversed(part: Tokens) -> Tokens:
    pairs = list(zip(part.offsets[::2], part.offsets[1::2], strict=True))
    offsets = [at for pair in reversed(pairs) for at in pair]
    return replace(part, ids=part.ids[::-1], offsets=offsets, texts=part.texts[::-1])
