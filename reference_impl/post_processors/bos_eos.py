"""`BosEos`: one token before a text and one behind it, as llama.cpp and mistral-common add them."""

from dataclasses import dataclass
from typing import ClassVar

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.post_processors.tokens import Tokens, special_tokens


class NoSuchSpecial(TokparityError):
    """A token is to be added that the file names no id of: the library has no answer."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is to be added, and the file names no {name}")
        self.name = name


@dataclass(frozen=True, slots=True)
class LlamaBosEos:
    """A token before the text, and one behind it, with the range (0, 0).

    `before`, `behind`: (what it is called, its id or None, its piece), or None where nothing is
    added. Source: src/llama-vocab.cpp `llama_vocab::impl::tokenize`, llama.cpp b11549;
    mistral-common 1.13.1 tokens/tokenizers/tekken.py `Tekkenizer.encode`.
    """

    COMPONENT: ClassVar[str] = "BosEos"

    before: tuple[str, int | None, str] | None = None
    behind: tuple[str, int | None, str] | None = None

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]:
        """Raises NoSuchSpecial."""
        if not add_special:
            return parts
        added = [_tokens(special, parts[0]) for special in (self.before, self.behind)]
        return [*added[0], *parts, *added[1]]

    def added(self, pair: bool) -> int:
        return (self.before is not None) + (self.behind is not None)


def _tokens(special: tuple[str, int | None, str] | None, like: Tokens) -> list[Tokens]:
    if special is None:
        return []
    name, token_id, piece = special
    if token_id is None:
        raise NoSuchSpecial(name)
    return [special_tokens([token_id], [piece], 0, like)]
