"""`UnicodeScripts` of tokenizer.json: cut where the script changes."""

from dataclasses import dataclass
from itertools import pairwise

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.scripts import script_of


@dataclass(frozen=True, slots=True)
class UnicodeScripts:
    """Cut between characters of different scripts; Hiragana and Katakana count as Han.

    A space and what has no script go with what stands before, but what follows is still
    compared with the last script there was. A text that begins with them *loses* them all:
    the first cut is before the first character that has a script. Source: tokenizers 0.23.3
    pre_tokenizers/unicode_scripts/pre_tokenizer.rs.

    >>> [piece.text for piece in UnicodeScripts().pre_tokenize([Aligned.of("  Hi мир カな")])]
    ['Hi ', 'мир ', 'カな']
    """

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [part for piece in pieces for part in _split(piece)]


def _split(piece: Aligned) -> list[Aligned]:
    cuts: list[int] = []
    last = None
    scripts = script_of()
    for at, char in enumerate(piece.text):
        script = scripts.get(char)
        if script is None:
            continue
        if script != last:
            cuts.append(at)
        last = script
    return [piece[a:b] for a, b in pairwise([*cuts, len(piece)])]


TYPE = StageType("UnicodeScripts", UnicodeScripts)
