"""`TemplateProcessing`: put special tokens around the text."""

from dataclasses import dataclass
from typing import Literal

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.post_processors.tokens import Tokens, special_tokens


@dataclass(frozen=True, slots=True)
class SequencePiece:
    """A place for an input sequence: A, or B of a pair."""

    id: Literal["A", "B"]
    type_id: int = 0


@dataclass(frozen=True, slots=True)
class SpecialPiece:
    """A place for the special token called `id`, left out where special tokens are not wanted."""

    id: str
    type_id: int = 0


@dataclass(frozen=True, slots=True)
class SpecialToken:
    """What a special token stands for: usually one id, but it may be several."""

    id: str
    ids: tuple[int, ...]
    tokens: tuple[str, ...]


class TemplateError(TokparityError):
    """A template that cannot be filled: the library panics on the text or pair."""


@dataclass(frozen=True, slots=True)
class TemplateProcessing:
    """The `single` template for one part, the `pair` template for two; special tokens have the
    range (0, 0).

    A template without a sequence drops the text, one with two repeats it. After another
    post-processor a text may have become two parts: the `pair` template then takes them for A
    and B. Source: tokenizers 0.23 processors/template.rs `apply_template`.
    """

    single: tuple[SequencePiece | SpecialPiece, ...]
    pair: tuple[SequencePiece | SpecialPiece, ...]
    special_tokens: dict[str, SpecialToken]

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        """Raises TemplateError: a special token that is not there, neither one part nor two."""
        if not 0 < len(parts) <= 2:
            raise TemplateError(f"there is no template for {len(parts)} parts")
        filled = []
        for piece in self.single if len(parts) == 1 else self.pair:
            match piece:
                case SequencePiece(id, type_id):
                    part = parts[id == "B"]  # a single template without B is checked at loading
                    filled.append(part.of_type(type_id))
                case SpecialPiece(id, type_id) if add_special:
                    special = self.special_tokens.get(id)
                    if special is None:
                        raise TemplateError(f"the template names {id!r}, no special token of it")
                    ids, texts = list(special.ids), list(special.tokens)
                    filled.append(special_tokens(ids, texts, type_id, parts[0]))
        return filled

    def added(self, pair: bool) -> int:
        specials = self.special_tokens
        return sum(
            len(specials[piece.id].ids)
            for piece in (self.pair if pair else self.single)
            if isinstance(piece, SpecialPiece) and piece.id in specials
        )
