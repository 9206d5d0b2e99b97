r"""Split patterns of rank files: the dialect of Rust's `fancy-regex`, run by the `regex` package.

tiktoken 0.14 compiles a pattern with fancy-regex 0.19 on top of regex-automata. How its
syntax is translated is in `regexes.rust_syntax`; here it is compiled and run.

Not the dialect of tokenizer.json, which is Oniguruma's (`pattern`).
"""

import time
from dataclasses import dataclass
from functools import lru_cache

import regex

from tokparity.reference_impl.errors import BadPattern, RegexLimit
from tokparity.reference_impl.regexes.rust_syntax import translate

_SECONDS, _SECONDS_A_CHARACTER = 0.5, 1e-5
"""What one text may take. The native engine instead counts a million backtracks."""


@dataclass(frozen=True, slots=True)
class RustPattern:
    """A compiled split pattern."""

    source: str
    compiled: regex.Pattern[str]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Every match, as (start, end) in characters, in order; they need not cover the text.

        An empty match right after a match is dropped, and after an empty match the search
        goes on one character further (fancy-regex 0.19 lib.rs, `Matches::next_with`).
        Errors: RegexLimit.

        >>> compile_pattern("a*").spans("baab")
        [(0, 0), (1, 3), (4, 4)]
        """
        limit = _SECONDS + _SECONDS_A_CHARACTER * len(text)
        try:
            found = [match.span() for match in self.compiled.finditer(text, timeout=limit)]
            if any(start == end for start, end in found):
                return self._spans_with_empty(text, limit)
        except TimeoutError:
            raise RegexLimit(
                f"pattern {self.source!r} took more than {limit:.1f} s on one text"
            ) from None
        return found

    def _spans_with_empty(self, text: str, limit: float) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        at, last, deadline = 0, -1, time.process_time() + limit
        while at <= len(text):
            match = self.compiled.search(text, at, timeout=max(0.0, deadline - time.process_time()))
            if match is None:
                break
            start, end = match.span()
            at = end + 1 if start == end else end
            if start < end or end != last:
                found.append((start, end))
                last = end
        return found


@lru_cache(maxsize=256)
def compile_pattern(source: str) -> RustPattern:
    r"""Translate and compile. Errors: BadPattern with the position in `source`.

    >>> compile_pattern(r"\p{N}{1,3}| ?\p{L}+").spans("ab 1234")
    [(0, 2), (3, 6), (6, 7)]
    """
    translated = translate(source)
    try:
        return RustPattern(source, regex.compile(translated, regex.V1))
    except regex.error as error:
        raise BadPattern(source, 0, f"{error.msg}, as {translated!r}") from None
