"""What became of a pattern of a dialect: who takes it, and whether its texts are cut alike."""

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeVar

from tokparity.reference_impl.errors import BadPattern, RegexLimit
from tokparity.reference_impl.regexes.rust_machine import PatternPanic

Cuts = list[str] | list[int] | Literal["limit", "panic"]
"""Pieces or places, or why a library ends otherwise."""
Verdicts = Iterator[tuple[str, str]]
"""("taken by both", "equal", …, with what differs)."""
Compiled = TypeVar("Compiled")


def pattern_verdicts(
    pattern: str,
    texts: Iterable[str],
    compile_pattern: Callable[[str], Compiled],
    ours: Callable[[Compiled, str], Cuts],
    theirs: Callable[[str], Cuts] | None,
) -> Verdicts:
    """Of one pattern. `theirs` cuts a text by the library, None where that refuses the pattern.

    Behind a text that comes to a limit no other is asked: each would take as long.
    """
    try:
        compiled = compile_pattern(pattern)
    except BadPattern as error:
        yield ("refused by both" if theirs is None else "refused here"), error.reason
        return
    if theirs is None:
        yield "taken here alone", ""
        return
    yield "taken by both", ""
    slow = False
    for text in texts:
        if slow:
            yield "not asked", ""
            continue
        here, there = cuts_or_end(ours, compiled, text), theirs(text)
        slow = "limit" in (here, there)
        verdict = "equal" if here == there else "limit of one" if slow else "differs"
        told = f"{text!a}: {here!a} not {there!a}"
        yield ("limit of both" if slow and here == there else verdict), told


def cuts_or_end(ours: Callable[[Compiled, str], Cuts], compiled: Compiled, text: str) -> Cuts:
    """What we cut a text into, or why that ends otherwise."""
    try:
        return ours(compiled, text)
    except RegexLimit:
        return "limit"
    except PatternPanic:
        return "panic"
