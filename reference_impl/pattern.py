"""TEMPORARY: stands in for the real translation of Oniguruma patterns."""

from dataclasses import dataclass

import regex

from reference_impl.errors import BadPattern


class RegexLimit(Exception):
    """A pattern backtracked too long."""


@dataclass(frozen=True, slots=True)
class CompiledPattern:
    compiled: regex.Pattern[str]

    def spans(self, text: str) -> list[tuple[int, int]]:
        try:
            found, at, last = [], 0, -1
            while at <= len(text) and (m := self.compiled.search(text, at, timeout=1.0)):
                s, e = m.span()
                if s == e == last:
                    at += 1
                else:
                    found.append((s, e))
                    at = last = e
            return found
        except TimeoutError as error:
            raise RegexLimit from error


def compile_pattern(pattern: str) -> CompiledPattern:
    try:
        return CompiledPattern(regex.compile(pattern))
    except regex.error as error:
        raise BadPattern(pattern, error.pos or 0, error.msg) from error
