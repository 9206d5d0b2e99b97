"""`PythonDetokenizer`: ids to text as the classes of transformers decode that are Python alone.

Not here: what pieces are joined to, which each class does its own way (`python_classes`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.decoders.cleaned import cleaned
from tokparity.reference_impl.errors import InvalidTokenId, check_unicode


@dataclass(frozen=True, slots=True)
class PythonDetokenizer:
    """The content of an added token, the piece of another id, all joined; special ones left out.

    `piece_of` gives None for an id that no token has. Source: transformers 5.23
    tokenization_python.py `convert_ids_to_tokens`, `_decode`.
    """

    added: Mapping[int, str]
    special: frozenset[int]
    highest: int
    piece_of: Callable[[int], str | None]
    join: Callable[[Sequence[str]], str]
    cleans: bool = False

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        """Raises InvalidTokenId; NotUnicode for a text that has no UTF-8."""
        pieces = []
        for token_id in ids:
            if options.skip_special and token_id in self.special:
                continue
            piece = self.added.get(token_id)
            if piece is None:
                piece = self.piece_of(token_id)
            if piece is None:
                raise InvalidTokenId(token_id, self.highest)
            pieces.append(piece)
        text = self.join(pieces)
        check_unicode(text)
        return Text(cleaned(text) if self.cleans else text)
