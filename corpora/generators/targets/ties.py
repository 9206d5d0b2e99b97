"""Words with two segmentations of nearly the same score, where the last bit or the order decides.

Of pieces "ab" and "bc" both "a"+"bc" and "ab"+"c" spell "abc": they tie where what the first saves
over its parts is what the second saves. For each middle "b" the nearest such pairs are taken.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from tokparity.corpora.generators.targets.kind import Kind, row, texts
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MARK = "\u2581"
_LONGEST = 8
_READ = 40_000
_MOST = 40_000
_NEAREST = 2000


def scores_of(tokenizer: Tokenizer) -> Mapping[str, float]:
    """Piece → score; empty where the model has none."""
    model = tokenizer.model
    match model:
        case Unigram():
            return dict(model.scores)
        case SentencepieceUnigram(known) | SentencepieceBPE(known):
            return {text: known.scores[at] for text, at in known.matchable.items()}
        case LlamaSPM() | LlamaUGM():
            return {text: model.scores[at] for text, at in model.vocab.items()}
    return {}


def ties(tokenizer: Tokenizer) -> tuple[Kind[str], ...]:
    """The 2,000 nearest ties, also as the pieces are written; and those that are left, in which a
    score that is a little off shows."""
    words = [word for _, word in sorted(_near(scores_of(tokenizer)))[:_MOST]]
    nearest, rest = words[:_NEAREST], words[_NEAREST:]
    between = ("\n", " ", ".", "1")
    return (
        texts("ties of scores", (*map(_spaced, nearest), *nearest[:200]), 16, between),
        texts("near ties of scores", map(_spaced, rest), row(len(rest)), between),
    )


def _spaced(word: str) -> str:
    return word.replace(MARK, " ")


def _near(scores: Mapping[str, float]) -> Iterator[tuple[float, str]]:
    """(difference of the two scores, word)."""
    ends: dict[str, list[tuple[float, str]]] = {}
    begins: dict[str, list[tuple[float, str]]] = {}
    read = 0
    for piece, score in scores.items():
        if not 1 < len(piece) <= _LONGEST:
            continue
        read += 1
        if read > _READ:
            break
        for cut in range(1, len(piece)):
            left, right = piece[:cut], piece[cut:]
            if left in scores and right in scores:
                saved = score - scores[left] - scores[right]
                ends.setdefault(right, []).append((saved, left))
                begins.setdefault(left, []).append((saved, right))
    for middle, lefts in ends.items():
        rights = begins.get(middle)
        if not rights:
            continue
        both = sorted([*((s, 0, t) for s, t in lefts), *((s, 1, t) for s, t in rights)])
        for (saving, side, text), (other_saving, other_side, other_text) in pairwise(both):
            if side != other_side:
                left, right = (text, other_text) if side == 0 else (other_text, text)
                yield other_saving - saving, left + middle + right
