"""`sentencepiece_places`: where texts of a sentencepiece Unigram may be cut into words.

A word begins at a text's first place, or at a space between other characters than those below.
Proof that its characters are what the normalizer makes of them there: no rule and no symbol holds a
space. What is before the space is replaced by something that ends with another character than a
space or a mark: so the space becomes a mark, and what is taken away at a text's end is in its last
word. Proof that every path comes to where the mark begins: no piece has a mark behind the character
that is before it. And the mark is a piece: so no unknown characters are joined across.
"""

from itertools import pairwise

from tokparity.reference_impl.batch.mark_places import MarkPlaces
from tokparity.reference_impl.batch.sentencepiece_words import BEFORE, SentencepieceWords
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram


def sentencepiece_places(
    model: SentencepieceUnigram, words: SentencepieceWords
) -> MarkPlaces | None:
    """None where texts are to be searched whole: also where many pieces have a mark within."""
    charsmap, symbols = words.normalizer.charsmap, words.normalizer.symbols.symbols
    kinds, pieces = model.known.types, model.known.matchable
    before_marks = {
        before
        for piece, number in pieces.items()
        if SPACE in piece[1:] and kinds[number] != "unused"
        for before, char in pairwise(piece)
        if char == SPACE
    }
    tails = words.characters.tails
    mark = pieces.get(SPACE, -1)
    if mark < 0 or kinds[mark] == "unused" or any(map(str.isalpha, before_marks)):
        return None
    if " " in tails or any({" ", BEFORE} & {*symbol} for symbol in symbols):
        return None
    if charsmap is not None and (charsmap.leads_on(" ") or charsmap.longest(BEFORE, 0)):
        return None
    not_cut = frozenset(before_marks) | {" ", SPACE, "\0"}
    return MarkPlaces.of_rules(words.characters, not_cut, charsmap)
