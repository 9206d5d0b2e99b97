r"""Regular expressions of tokenizer files, matched as `tokenizers` matches them.

The library runs them on Oniguruma; here they are read as such, and run by the `regex`
package, or by a program of our own (`oniguruma_program`). Not `re` or `regex` syntax, whatever
the pattern looks like.
"""

from dataclasses import dataclass
from functools import lru_cache
from time import process_time
from typing import TYPE_CHECKING

import regex

from tokparity.reference_impl.contract import Offset
from tokparity.reference_impl.errors import BadPattern, RegexLimit
from tokparity.reference_impl.regexes.calls import Otherwise
from tokparity.reference_impl.regexes.clock import Clock, asked_twice
from tokparity.reference_impl.regexes.effort import degree, harmless_length
from tokparity.reference_impl.regexes.nodes import Anchor, Node, children
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.translate import KEEP, may_be_empty, translate

if TYPE_CHECKING:
    from tokparity.reference_impl.regexes.oniguruma_machine import Program

SECONDS = 0.6
CHARACTERS_A_SECOND = 200_000
"""One call of `spans` may take so many seconds of processor time, and the length through this
more: ten times what any real pattern takes."""
_SLOWER = 10
"""A program may take so many times the seconds."""


@dataclass(frozen=True, slots=True)
class CompiledPattern:
    """A pattern ready to run. `compiled` is the translated one."""

    pattern: str
    compiled: regex.Pattern[str] | None
    """None where the `regex` package matches otherwise: then there is the program."""
    program: "Program | None"
    steps: bool
    """Whether matches must be looked for one by one: they may be empty, or depend on `\\G`."""
    harmless: int
    """Longer texts are searched by the clock; see `effort`."""

    def spans(self, text: str) -> list[Offset]:
        r"""Every match, in characters, as `Regex::find_iter` of the onig crate 6.5 gives them.

        An empty match right behind the match before is dropped, and the search goes on
        one character further.

        >>> compile_pattern(r"\p{L}+").spans("ab c")
        [(0, 2), (3, 4)]
        >>> compile_pattern("b*").spans("abc")
        [(0, 0), (1, 2), (3, 3)]

        Raises RegexLimit after `SECONDS`, or what a long text may take.
        """
        if self.compiled is None:  # of an empty text the library asks no pattern
            return self._step(text, None) if text else []
        if len(text) <= self.harmless:
            if self.steps:
                return self._step(text, None)
            return [found.span() for found in self.compiled.finditer(text)]
        timeout = SECONDS + len(text) / CHARACTERS_A_SECOND
        try:
            return asked_twice(lambda: self._by_the_clock(text, timeout))
        except TimeoutError:
            raise RegexLimit(f"pattern {self.pattern!r} ran over {timeout:.1f} s") from None

    def _by_the_clock(self, text: str, timeout: float) -> list[Offset]:
        if self.compiled is None or self.steps:
            return self._step(text, timeout)
        return [found.span() for found in self.compiled.finditer(text, timeout=timeout)]

    def _step(self, text: str, timeout: float | None) -> list[Offset]:
        spans: list[Offset] = []
        at, behind = 0, -1
        clock = Clock(_SLOWER * SECONDS + len(text) / CHARACTERS_A_SECOND)
        ends = None if timeout is None else process_time() + timeout
        while at <= len(text):
            left = None if ends is None else max(ends - process_time(), 0.0)
            span = self._first(text, at, left, clock)
            if span is None:
                break
            start, end = span
            if start == end == behind:
                at += 1
            else:
                spans.append((start, end))
                at = behind = end
        return spans

    def _first(
        self, text: str, at: int, left: float | None, clock: Clock
    ) -> tuple[int, int] | None:
        if self.compiled is None:
            assert self.program is not None
            return self.program.search(text, at, clock)
        found = self.compiled.search(text, at, timeout=left)
        if found is None:
            return None
        start, end = found.span()
        if KEEP in self.compiled.groupindex and found.start(KEEP) >= 0:
            start = found.start(KEEP)
        return start, end


@lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> CompiledPattern:
    """The pattern ready to run; BadPattern where it does not compile or cannot be translated."""
    try:
        tree = parse(pattern)
        try:
            compiled = regex.compile(translate(pattern, tree))
        except Otherwise:
            # few patterns need it, and it takes a seventh of a second to import
            from tokparity.reference_impl.regexes.oniguruma_program import program_of

            return CompiledPattern(
                pattern, None, program_of(pattern, tree), steps=True, harmless=-1
            )
    except regex.error as error:
        raise BadPattern(pattern, 0, f"the translation does not compile: {error}") from None
    except RecursionError:
        raise BadPattern(pattern, 0, "nested too deep") from None
    steps = may_be_empty(tree) or _has_search_start(tree) or KEEP in compiled.groupindex
    return CompiledPattern(pattern, compiled, None, steps, harmless_length(degree(tree)))


def _has_search_start(node: Node) -> bool:
    if isinstance(node, Anchor):
        return node.kind == "search start"
    return any(map(_has_search_start, children(node)))
