"""`CachedWord`: the tokens of a word, as they are kept."""

from itertools import chain
from typing import NamedTuple

from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.text.byte_level import spell, utf8


class CachedWord(NamedTuple):
    """What the model makes of a word: n ids, 2n positions in it, n pieces.

    `inside`: every range lies in the word. They grow, so it is enough that the last does.
    """

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    texts: tuple[str, ...]
    inside: bool


NO_TOKENS = CachedWord((), (), (), inside=True)


def cached_word(model: Model, piece: str, *, spells: bool) -> CachedWord:
    """What a model makes of a word. `spells`: it sees the word's bytes; then positions count
    characters of the word as it was, unless they end outside. Raises as `Model.tokenize`.
    """
    letters = spell(utf8(piece)) if spells else piece
    spans = model.tokenize(letters)
    if len(spans) == 1 and spans[0][1:] == (0, len(letters)):
        texts = model.texts(letters, spans)
        return CachedWord((spans[0][0],), (0, len(piece)), texts, inside=True)
    if not spans:
        return NO_TOKENS
    ids, starts, ends = zip(*spans, strict=True)
    inside = ends[-1] > 0
    if inside and spells and not piece.isascii():
        char_of_byte = [at for at, char in enumerate(piece) for _ in utf8(char)]
        starts = tuple([char_of_byte[start] for start in starts])
        ends = tuple([char_of_byte[end - 1] + 1 for end in ends])
    positions = tuple(chain.from_iterable(zip(starts, ends, strict=True)))
    return CachedWord(ids, positions, model.texts(letters, spans), inside)
