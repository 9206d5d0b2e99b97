"""Everything the reference raises, as one tree.

    TokparityError
    ├── BadArtefact            a vocabulary file is not what its format says
    │   └── Unsupported        … or it is, but names what the reference does not know
    ├── BadPattern             a regex that cannot be compiled or translated
    ├── RegexLimit             a regex that took too long, or too deep a stack
    ├── UnknownToken           a piece outside the vocabulary
    ├── InvalidTokenId         an id outside the vocabulary
    ├── Undetermined           what the library answers by chance
    └── NotUnicode             a text with a lone surrogate

Divergences, crashes, timeouts and exhausted regex limits are *results*
(`contract.Refusal`), not errors: nothing here ends a run.
"""

from collections.abc import Iterable
from pathlib import Path


class TokparityError(Exception):
    """The root: one line that names what is wrong and what to do about it."""


LEAST_ALIKE = 3
"""Characters that a long name has to begin with, where it is taken to be meant."""


def did_you_mean(name: str, among: Iterable[str]) -> str:
    """What an error about a word that nobody knows ends with; "" where no name is near it.

    >>> did_you_mean("qwen33", ["llama2", "qwen3"]), did_you_mean("x", ["qwen3"])
    (" Did you mean 'qwen3'?", '')
    >>> did_you_mean("gpt22", ["gpt2-ranks"])
    " Did you mean 'gpt2-ranks'?"
    """
    from difflib import get_close_matches  # seldom wanted

    known = list(among)
    near = get_close_matches(name, known, n=1) or _of_one_beginning(name, known)
    return "".join(f" Did you mean {it!r}?" for it in near)


def _of_one_beginning(word: str, known: Iterable[str]) -> list[str]:
    """The first that begins as a word does, but for its last character."""
    begins = word[: max(len(word) - 1, LEAST_ALIKE)]
    return [it for it in known if len(word) >= LEAST_ALIKE and it.startswith(begins)][:1]


class BadArtefact(TokparityError):
    """A vocabulary file is not what its format says.

    >>> str(BadArtefact(Path("tokenizer.json"), "model.merges[3]", "names the unknown piece 'xy'"))
    "tokenizer.json: model.merges[3]: names the unknown piece 'xy'"
    """

    def __init__(self, path: Path, field: str, reason: str) -> None:
        super().__init__(f"{path}: {field}: {reason}")
        self.path, self.field, self.reason = path, field, reason


class Unsupported(BadArtefact):
    """A well-formed file that names a component or option the reference does not implement."""


class BadPattern(TokparityError):
    r"""A regular expression that does not compile, or that cannot be translated.

    >>> str(BadPattern(r"\K", 0, r"\K (keep) is not translated"))
    "pattern '\\\\K' at 0: \\K (keep) is not translated"
    """

    def __init__(self, pattern: str, position: int, reason: str) -> None:
        excerpt = repr(pattern) if len(pattern) <= 200 else f"{pattern[:200]!r}…"
        super().__init__(f"pattern {excerpt} at {position}: {reason}")
        self.pattern, self.position, self.reason = pattern, position, reason


class RegexLimit(TokparityError):
    """A limit of a regex engine: ours of time, Oniguruma's of retries, llama.cpp's stack."""


class UnknownToken(TokparityError):
    """A piece that is not in the vocabulary."""

    def __init__(self, piece: str) -> None:
        super().__init__(f"no token {piece!r} in this vocabulary")
        self.piece = piece


class InvalidTokenId(TokparityError):
    """An id that no token of the vocabulary has.

    `highest` is the largest id the vocabulary has; ids between may be gaps.
    """

    def __init__(self, token_id: int, highest: int) -> None:
        super().__init__(f"no token has id {token_id}: ids go from 0 to {highest}")
        self.token_id, self.highest = token_id, highest


class Undetermined(TokparityError):
    """An id that several pieces of a vocabulary have: the library gives one of them by chance."""

    def __init__(self, token_id: int) -> None:
        super().__init__(f"several pieces have the id {token_id}: the library gives any of them")
        self.token_id = token_id


class NotUnicode(TokparityError):
    """A text without a UTF-8 form: a Python string may hold lone surrogates, no library takes one.

    `position` is the index of the surrogate.
    """

    def __init__(self, position: int) -> None:
        super().__init__(f"the text has a lone surrogate at character {position}")
        self.position = position


def check_unicode(text: str) -> None:
    """Raises NotUnicode for a text with a lone surrogate, which no library takes."""
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotUnicode(error.start) from None
