"""`Tekken`: decodes as mistral-common does, each stretch between special tokens by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.errors import InvalidTokenId


@dataclass(frozen=True, slots=True)
class Tekken:
    """Special tokens stand before all others; what is between them is decoded as one.

    So bytes that a special token parts are each no character, whether it is left out or kept, and
    become U+FFFD by Python's rule. A negative id counts from the end of the special tokens, as an
    index of a Python list does. Source: mistral-common 1.13.1 tokens/tokenizers/tekken.py
    `Tekkenizer._decode_all`.

    >>> tekken = Tekken(("<s>",), {1: b"a", 2: b"\\xc3", 3: b"\\xa9"})
    >>> tekken.decode([1, 2, 3], DecodeOptions())
    Text(value='aé')
    >>> tekken.decode([2, 0, 3], DecodeOptions(skip_special=True))
    Text(value='��')
    """

    specials: tuple[str, ...]
    surfaces: Mapping[int, bytes]

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        """Raises InvalidTokenId for an id that no token has; left-out ones are not looked up."""
        parts: list[str] = []
        for is_special, group in groupby(ids, lambda token_id: token_id < len(self.specials)):
            if not is_special:
                data = b"".join(map(self.surface, group))
                parts.append(data.decode("utf-8", "replace"))
            elif not options.skip_special:
                parts += map(self._special, group)
        return Text("".join(parts))

    def _special(self, token_id: int) -> str:
        if token_id < -len(self.specials):
            raise self._invalid(token_id)
        return self.specials[token_id]

    def surface(self, token_id: int) -> bytes:
        """The bytes of a token that is not special. Raises InvalidTokenId."""
        found = self.surfaces.get(token_id)
        if found is None:
            raise self._invalid(token_id)
        return found

    def _invalid(self, token_id: int) -> InvalidTokenId:
        return InvalidTokenId(token_id, max(self.surfaces, default=len(self.specials) - 1))
