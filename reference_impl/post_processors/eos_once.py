"""`EosOnce`: the end of a sequence behind each text that does not end with it."""

from dataclasses import dataclass

from tokparity.reference_impl.post_processors.tokens import Tokens, join, special_tokens


@dataclass(frozen=True, slots=True)
class EosOnce:
    """Behind a text, and behind each of a pair, unless its last token is one already.

    Source: transformers 5.23 models/byt5/tokenization_byt5.py `build_inputs_with_special_tokens`.
    """

    id: int
    content: str

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        return [self._ended(part) for part in parts] if add_special else parts

    def added(self, pair: bool) -> int:
        return 1 + pair

    def _ended(self, part: Tokens) -> Tokens:
        if part.ids and part.ids[-1] == self.id:
            return part
        return join([part, special_tokens([self.id], [self.content], 0, part)])
