r"""Split patterns of rank files: the dialect of Rust's `fancy-regex`.

tiktoken 0.14 compiles a pattern with fancy-regex 0.19 on top of regex-automata. How its
syntax is read is in `regexes.rust_syntax`. What the `regex` package matches alike is written for
it (`regexes.rust_write`) and fast; for all else there are the two engines themselves
(`regexes.rust_automaton`, `regexes.rust_machine`).

Not the dialect of tokenizer.json, which is Oniguruma's (`regexes.oniguruma`).
"""

from dataclasses import dataclass
from functools import lru_cache

import regex

from tokparity.reference_impl.errors import BadPattern, RegexLimit
from tokparity.reference_impl.regexes.clock import Clock, asked_twice
from tokparity.reference_impl.regexes.rust_automaton import Automaton
from tokparity.reference_impl.regexes.rust_facts import analyzed
from tokparity.reference_impl.regexes.rust_machine import Program
from tokparity.reference_impl.regexes.rust_program import program_of
from tokparity.reference_impl.regexes.rust_repeats import rewritten, with_match
from tokparity.reference_impl.regexes.rust_syntax import parse
from tokparity.reference_impl.regexes.rust_write import write

_SECONDS, _SECONDS_A_CHARACTER = 0.5, 1e-5
"""What one text may take. The native engine instead counts a million backtracks a search, and so
does its machine here, which is slower."""
_SLOWER = 10


@dataclass(frozen=True, slots=True)
class RustPattern:
    r"""A compiled split pattern."""

    source: str
    compiled: regex.Pattern[str] | None
    """What the `regex` package matches alike; None where it does not."""
    engine: Program | Automaton
    group: int
    """Of an automaton: which group is the match."""

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Every match, as (start, end) in characters, in order; they need not cover the text.

        An empty match right after a match is dropped, and after an empty match the search
        goes on one character further (fancy-regex 0.19 lib.rs, `Matches::next_with`).
        Errors: RegexLimit, PatternPanic.

        >>> compile_pattern("a*").spans("baab")
        [(0, 0), (1, 3), (4, 4)]
        """
        limit = _SECONDS + _SECONDS_A_CHARACTER * len(text)
        if self.compiled is None:
            return self._step(text, Clock(_SLOWER * limit))
        try:
            return asked_twice(lambda: self._compiled(text, limit))
        except TimeoutError:
            raise RegexLimit(
                f"pattern {self.source!r} took more than {limit:.1f} s on one text"
            ) from None

    def _compiled(self, text: str, limit: float) -> list[tuple[int, int]]:
        assert self.compiled is not None
        found = [match.span() for match in self.compiled.finditer(text, timeout=limit)]
        if any(start == end for start, end in found):
            return self._step(text, Clock(limit))
        return found

    def _step(self, text: str, clock: Clock) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        at, last, continues = 0, -1, True
        while at <= len(text):
            span = self._first(text, at, clock, continues=continues)
            if span is None:
                break
            start, end = span
            # \G holds nowhere behind an empty match where the search began.
            continues = start < end or end != at
            at = end + 1 if start == end else end
            if start < end or end != last:
                found.append((start, end))
                last = end
        return found

    def _first(
        self, text: str, at: int, clock: Clock, *, continues: bool
    ) -> tuple[int, int] | None:
        if self.compiled is not None:
            match = self.compiled.search(text, at, timeout=clock.left())
            return None if match is None else match.span()
        if isinstance(self.engine, Program):
            return self.engine.search(text, at, clock, continues=continues)
        slots = self.engine.search(text, at, clock)
        if slots is None:
            return None
        start, end = slots[2 * self.group], slots[2 * self.group + 1]
        assert start is not None
        assert end is not None
        return start, end


@lru_cache(maxsize=256)
def compile_pattern(source: str) -> RustPattern:
    r"""Read and compile. Errors: BadPattern with the position in `source`.

    >>> compile_pattern(r"\p{N}{1,3}| ?\p{L}+").spans("ab 1234")
    [(0, 2), (3, 6), (6, 7)]
    """
    try:
        read = parse(source)
        facts = analyzed(source, rewritten(with_match(read)))
        engine: Program | Automaton
        if facts.hard:
            engine = program_of(source, facts)
        else:
            engine = Automaton((facts.node,), facts.groups[1] - facts.groups[0] + 1)
        written = write(analyzed(source, rewritten(read)))
        compiled = None if written is None else regex.compile(written, regex.V1)
    except regex.error as error:
        raise BadPattern(source, 0, f"{error.msg}, in its translation") from None
    except RecursionError:
        raise BadPattern(source, 0, "nested too deep") from None
    return RustPattern(source, compiled, engine, int(facts.groups[0] == 0))
