"""`TemplateProcessing`: put special tokens around the text."""

from dataclasses import dataclass
from typing import Literal

from reference_impl.post_processors.tokens import Tokens


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


@dataclass(frozen=True, slots=True)
class TemplateProcessing:
    """The `single` template; special tokens have the range (0, 0).

    A template without a sequence drops the text, one with two repeats it. `pair` is
    carried along but not used: the reference encodes one text at a time. Source:
    tokenizers 0.23 processors/template.rs `apply_template`.
    """

    single: tuple[SequencePiece | SpecialPiece, ...]
    pair: tuple[SequencePiece | SpecialPiece, ...]
    special_tokens: dict[str, SpecialToken]

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        (text,) = parts
        filled = []
        for piece in self.single:
            match piece:
                case SequencePiece():
                    filled.append(text)
                case SpecialPiece(id) if add_special:
                    special = self.special_tokens[id]
                    ids, texts = list(special.ids), list(special.tokens)
                    filled.append(Tokens(ids, [0] * (2 * len(ids)), texts))
        return filled
