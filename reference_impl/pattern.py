r"""Regular expressions of tokenizer files, matched as `tokenizers` matches them.

The library runs them on Oniguruma; here they are read as such, and run by the `regex`
package. Not `re` or `regex` syntax, whatever the pattern looks like.
"""

from dataclasses import dataclass
from functools import lru_cache

import regex

from reference_impl.contract import Offset
from reference_impl.errors import BadPattern, TokparityError
from reference_impl.patterns.nodes import Anchor, Node, children
from reference_impl.patterns.parse import parse
from reference_impl.patterns.translate import may_be_empty, translate

SECONDS = 1.0
"""How long one call of `spans` may take."""


class RegexLimit(TokparityError):
    """Matching took too long; Oniguruma has a limit of its own, on the count of retries."""


@dataclass(frozen=True, slots=True)
class CompiledPattern:
    """A pattern ready to run. `compiled` is the translated one."""

    pattern: str
    compiled: regex.Pattern[str]
    steps: bool
    """Whether matches must be looked for one by one: they may be empty, or depend on `\\G`."""

    def spans(self, text: str) -> list[Offset]:
        r"""Every match, in characters, as `Regex::find_iter` of the onig crate 6.5 gives them.

        An empty match right behind the match before is dropped, and the search goes on
        one character further.

        >>> compile_pattern(r"\p{L}+").spans("ab c")
        [(0, 2), (3, 4)]
        >>> compile_pattern("b*").spans("abc")
        [(0, 0), (1, 2), (3, 3)]

        Raises RegexLimit after `SECONDS`.
        """
        try:
            if self.steps:
                return self._step(text)
            return [found.span() for found in self.compiled.finditer(text, timeout=SECONDS)]
        except TimeoutError:
            raise RegexLimit(f"pattern {self.pattern!r} ran over {SECONDS:g} s") from None

    def _step(self, text: str) -> list[Offset]:
        spans: list[Offset] = []
        at, behind = 0, -1
        while at <= len(text):
            found = self.compiled.search(text, at, timeout=SECONDS)
            if found is None:
                break
            start, end = found.span()
            if start == end == behind:
                at += 1
            else:
                spans.append((start, end))
                at = behind = end
        return spans


@lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> CompiledPattern:
    """The pattern ready to run; BadPattern where it does not compile or cannot be translated."""
    try:
        tree = parse(pattern)
        compiled = regex.compile(translate(pattern, tree))
    except regex.error as error:
        raise BadPattern(pattern, 0, f"the translation does not compile: {error}") from None
    except RecursionError:
        raise BadPattern(pattern, 0, "nested too deep") from None
    return CompiledPattern(pattern, compiled, may_be_empty(tree) or _has_search_start(tree))


def _has_search_start(node: Node) -> bool:
    if isinstance(node, Anchor):
        return node.kind == "search start"
    return any(map(_has_search_start, children(node)))
