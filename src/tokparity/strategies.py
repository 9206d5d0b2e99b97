"""Hypothesis strategies for others: texts, ids and conversations that break tokenizers.

Needs `hypothesis`, which an installation of tokparity does not bring. What they draw shrinks as any
strategy does: to few and plain characters, to few ids.

>>> from hypothesis import find
>>> find(texts(), lambda text: any(ord(char) > 0x7F for char in text)) != ""
True
"""

from hypothesis.strategies import SearchStrategy, one_of

from tokparity.api import Tokenizer
from tokparity.corpora import strategies as internal
from tokparity.corpora.generators.material import Material

__all__ = ["conversations", "ids", "texts"]


def texts(tokenizer: Tokenizer | None = None, *, max_size: int = 8) -> SearchStrategy[str]:
    """Texts of up to `max_size` parts: characters at the borders of classes, marks, contractions,
    words; of a tokenizer also its pieces whole and cut, rival merges, and its added tokens beside
    what their flags look at. Never a lone surrogate.

    @given(texts(tokparity.load("my/tokenizer.json")))
    def test_round_trip(text): ...
    """
    plain = internal.texts(max_size)
    if tokenizer is None:
        return plain
    material = Material.of(tokenizer.reference)
    return one_of(internal.material_texts(material, max_size), plain, internal.generated(material))


def ids(
    tokenizer: Tokenizer, *, max_size: int = 12, unknown: bool = False
) -> SearchStrategy[tuple[int, ...]]:
    """Sequences of up to `max_size` ids of a tokenizer: bytes that are no character, added tokens,
    anything else. `unknown`: some that nobody has too, up to 2^31 - 1.
    """
    drawn = internal.ids(Material.of(tokenizer.reference), max_size)
    if unknown:
        return drawn
    known = frozenset(tokenizer.reference.pieces())
    return drawn.map(lambda found: tuple(each for each in found if each in known))


def conversations(special_tokens: tuple[str, ...] = ()) -> SearchStrategy[dict[str, object]]:
    """Conversations as `apply_chat_template` takes them: {"messages": [...], "tools": …, …}, with
    what goes wrong in them. `special_tokens` are put into contents, as a user might.
    """
    return internal.conversations(special_tokens).map(lambda drawn: drawn.to_json())
