"""The alternatives of a pattern, so that it can be made shorter without being understood.

Not a parser of patterns (`reference_impl.regexes`): it only finds where "|" stands outside
groups and classes. What comes out may be no pattern any more; whoever loads it says so.
"""

from collections.abc import Iterator


def alternatives(pattern: str) -> list[str]:
    r"""The parts between the "|" of the outermost level.

    >>> alternatives(r"(?i:'s|'t)|[|\]]+|\||\p{N}{1,3}")
    ["(?i:'s|'t)", '[|\\]]+', '\\|', '\\p{N}{1,3}']
    """
    parts, depth, in_class, start, at = [], 0, 0, 0, 0
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif char == "[":
            in_class += 1
        elif char == "]" and in_class:
            in_class -= 1
        elif not in_class:
            depth += (char == "(") - (char == ")")
            if char == "|" and depth == 0:
                parts.append(pattern[start:at])
                start = at + 1
        at += 1
    return [*parts, pattern[start:]]


def shorter(pattern: str) -> Iterator[str]:
    """The pattern as one of its alternatives, then without one of them; of one that is a group
    alone, what is in it.

    >>> list(shorter("a|b|c"))
    ['a', 'b', 'c', 'b|c', 'a|c', 'a|b']
    """
    parts = alternatives(pattern)
    if len(parts) > 1:
        yield from parts
    if len(parts) > 2:
        yield from ("|".join(parts[:at] + parts[at + 1 :]) for at in range(len(parts)))
    if len(parts) == 1 and pattern.startswith("(") and pattern.endswith(")"):
        inner = pattern[3:-1] if pattern.startswith("(?:") else pattern[1:-1]
        if not inner.startswith("?"):
            yield inner
