"""Contexts that show of which class a character is, found by asking the tokenizer itself.

Whether a rare character is a letter shows in no id of its own, but in what stands beside it: of
"X's" a pattern cuts "'s" off behind a letter, and "X'" behind punctuation. Which contexts tell
depends on the pipeline, so one character of each general category is put into many, and the few
are kept that part the most categories. What no ids part, the words may: they are reported too.
"""

from collections.abc import Callable, Hashable
from itertools import combinations

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Context = tuple[str, str]
PLAIN: Context = ("a", "b")

_CANDIDATES: tuple[Context, ...] = (
    *(("", after) for after in ("'s", "'S", "the", "12345", "...", "\n\n", " a", "  a", "é", "'")),
    *(("a", after) for after in ("b", "'s", "1", ".")),
    *(("1", after) for after in ("2", "a", "23")),
    *((" ", after) for after in ("the", "'s", "12")),
    *(("\n", after) for after in ("a", "\n")),
    *((".", after) for after in ("the", ".", "\n")),
    *((before, "") for before in ("the", "12", "'", "..", "A", "\u0301")),
    ("the", "the"),
    ("A", "the"),
    ("  ", "  "),
)
_MOST = 4
_ALIKE = frozenset(("Me", "Ps", "Pe", "Pi", "Pf", "Sc", "Sk", "Zl", "Zp", "Co"))
"""Categories that stand or fall with others."""


def contexts(tokenizer: Tokenizer) -> tuple[Context, ...]:
    """One to four contexts, the most telling first; `PLAIN` where none tells anything."""
    names = [name for name in categories() if name not in _ALIKE]
    characters = [code_points(name)[len(code_points(name)) // 2] for name in names]
    alike = set(combinations(range(len(characters)), 2))
    best_contexts: list[Context] = []
    for answer in _ANSWERS:
        answers = {
            context: [answer(tokenizer, context, char) for char in characters]
            for context in _CANDIDATES
        }
        while len(best_contexts) < _MOST:
            parted = {context: _parted(row, alike) for context, row in answers.items()}
            best = max(_CANDIDATES, key=lambda context: len(parted[context]))
            if not parted[best]:
                break
            best_contexts.append(best)
            alike -= parted[best]
    return tuple(best_contexts) or (PLAIN,)


def _parted(answers: list[Hashable], alike: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {pair for pair in alike if answers[pair[0]] != answers[pair[1]]}


Answer = Callable[[Tokenizer, Context, str], Hashable]


def _beside(tokenizer: Tokenizer, context: Context, char: str) -> Hashable:
    """The tokens of all but the character itself; None where there is no answer."""
    before, after = context
    at = len(before)
    try:
        encoding = tokenizer.encode(before + char + after, EncodeOptions(add_special=False))
    except TokparityError:
        return None
    tokens = zip(encoding.ids, encoding.offsets or (), strict=True)
    return tuple((token_id, span) for token_id, span in tokens if span[1] <= at or span[0] > at)


def _words(tokenizer: Tokenizer, context: Context, char: str) -> Hashable:
    """Where the words begin and end; None where there is no answer."""
    try:
        stretches = list(tokenizer.stretches("".join((context[0], char, context[1])), True))
        return tuple(
            tuple(word.span(0, len(word))) if len(word) else ()
            for stretch, token in stretches
            if token is None
            for word in tokenizer.pre_tokenize(stretch)
        )
    except TokparityError:
        return None


_ANSWERS: tuple[Answer, ...] = (_beside, _words)
