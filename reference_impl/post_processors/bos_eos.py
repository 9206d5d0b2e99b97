"""`BosEos`: one token before a text and one after it, either of which a file may lack."""

from dataclasses import dataclass

from reference_impl.errors import UnknownToken
from reference_impl.post_processors.bert import Special
from reference_impl.post_processors.tokens import Tokens, special_tokens


@dataclass(frozen=True, slots=True)
class BosEos:
    """Puts `bos` before and `eos` after where special tokens are wanted.

    `missing` names a token that the library looks for then and does not find: UnknownToken.
    Source: mistral-common 1.13.1 tokens/tokenizers/tekken.py `Tekkenizer.encode`.
    """

    bos: Special | None
    eos: Special | None
    missing: str | None = None

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        if not add_special:
            return parts
        if self.missing is not None:
            raise UnknownToken(self.missing)
        like = parts[0]
        before, after = (
            [special_tokens([one[1]], [one[0]], 0, like)] if one is not None else []
            for one in (self.bos, self.eos)
        )
        return [*before, *parts, *after]

    def added(self, pair: bool) -> int:
        return (self.bos is not None) + (self.eos is not None)
