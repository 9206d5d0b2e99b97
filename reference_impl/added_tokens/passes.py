"""Added tokens: strings that are found in the text before anything else happens to it.

Two passes use this module: tokens that are not `normalized` are found in the text as
written, the others, by their normalized content, in each normalized stretch between.
Not here: the order of the passes (`tokenizer`), the ids (`tokenizer_json.reader`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import is_whitespace, is_word


@dataclass(slots=True, unsafe_hash=True)  # never changed; `frozen`: thousands take 3.5 times longer
class AddedToken:
    """A token of `added_tokens` in tokenizer.json.

    `single_word`: not between word characters. `lstrip`, `rstrip`: takes the white space
    on that side along. `normalized`: is looked for in the normalized text. `special`: can be
    switched off in encoding (`parse_special` False) and left out in decoding.
    """

    id: int
    content: str
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool = False
    special: bool = False


class OverlappingAddedTokens(TokparityError):
    """White space that one added token takes along is, or belongs to, another one.

    The library panics on such a text: the later token would end before it starts.
    """

    def __init__(self, content: str) -> None:
        super().__init__(f"added token {content!r} lies inside the white space of the one before")
        self.content = content


class Search(Protocol):
    """Finds non-overlapping occurrences, from left to right, of any of a set of strings."""

    def __call__(self, text: str) -> Iterator[tuple[int, int]]: ...


class TokenPass(Protocol):
    """Cuts a text at added tokens."""

    def split(self, text: Aligned, parse_special: bool) -> list[tuple[Aligned, AddedToken | None]]:
        """The stretches of a text and the token each is, empty ones left out."""
        ...


PassMaker = Callable[[Mapping[str, AddedToken], Callable[[Iterable[str]], Search]], TokenPass]
"""From tokens by what is looked for, and a search that it may use."""


class LeftmostLongest:
    """At the first place where any string starts, the longest of those that do.

    >>> list(LeftmostLongest(["<a>", "<a>b"])("x<a>b"))
    [(1, 5)]
    """

    def __init__(self, contents: Iterable[str]) -> None:
        contents = frozenset(contents)
        self._contents = contents
        self._lengths: dict[str, list[int]] = {}
        for length, first in sorted({(len(content), content[0]) for content in contents}):
            self._lengths.setdefault(first, []).insert(0, length)
        self._first = re.compile(f"[{re.escape(''.join(self._lengths))}]" if contents else "(?!)")

    def __call__(self, text: str) -> Iterator[tuple[int, int]]:
        at = 0
        while (found := self._first.search(text, at)) is not None:
            start = found.start()
            at = start + 1
            for length in self._lengths[text[start]]:
                candidate = text[start : start + length]  # shorter at the end of the text
                if candidate in self._contents:
                    at = start + len(candidate)
                    yield start, at
                    break


@dataclass(frozen=True, slots=True)
class AddedTokenPass:
    """One pass: cuts a text at its added tokens.

    `by_content` maps what is looked for to the token it is. Source: tokenizers 0.23
    tokenizer/added_vocabulary.rs `find_matches`.
    """

    by_content: Mapping[str, AddedToken]
    search: Search

    @classmethod
    def of(
        cls, by_content: Mapping[str, AddedToken], search: Callable[[Iterable[str]], Search]
    ) -> "AddedTokenPass":
        return cls(by_content, search(by_content))

    def split(self, text: Aligned, parse_special: bool) -> list[tuple[Aligned, AddedToken | None]]:
        """The stretches of a text and the token each is, empty ones left out.

        A match that is turned down (not wanted, not a single word) still uses up its
        characters: nothing inside it is looked for. A text without a match is a slice too: it
        forgets what a normalizer took away before it. Raises OverlappingAddedTokens.
        """
        content = text.text
        if not self.by_content:
            return [(text[:], None)] if content else []
        stretches: list[tuple[Aligned, AddedToken | None]] = []
        done = 0
        for start, end in self.search(content):
            token = self.by_content[content[start:end]]
            if token.special and not parse_special:
                continue
            if token.single_word and not stands_alone(content, start, end):
                continue
            if token.lstrip:
                while start > done and is_whitespace(content[start - 1]):
                    start -= 1
                start = max(start, done)
            if token.rstrip:
                while end < len(content) and is_whitespace(content[end]):
                    end += 1
            if start > end:
                raise OverlappingAddedTokens(token.content)
            if done < start:
                stretches.append((text[done:start], None))
            if start < end:
                stretches.append((text[start:end], token))
            done = end
        if not done:
            return [(text[:], None)] if content else []
        if done != len(content):
            stretches.append((text[done:], None))
        return stretches


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a range of a text is not between word characters."""
    before = start > 0 and is_word(text[start - 1])
    after = end < len(text) and is_word(text[end])
    return not before and not after
