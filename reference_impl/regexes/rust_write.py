r"""Writes what of fancy-regex's patterns the `regex` package matches alike, for its speed.

Both engines prefer the leftmost match and the earlier alternative. Not here: what refers to a
group or to the match before, and repeats that regex-automata ends another way than a
backtracking engine does; those are matched by `rust_program` and `rust_automaton`.
"""

from tokparity.reference_impl.regexes.rust_facts import Facts
from tokparity.reference_impl.regexes.rust_nodes import (
    Alternation,
    Atomic,
    Capture,
    Character,
    Concatenation,
    Fail,
    Look,
    Newline,
    Place,
    Repeat,
)


def write(facts: Facts) -> str | None:
    r"""The pattern as `regex` reads it in its V1 mode; None where it matches otherwise.

    >>> from tokparity.reference_impl.regexes.rust_facts import analyzed
    >>> from tokparity.reference_impl.regexes.rust_syntax import parse
    >>> write(analyzed("", parse("(?i:k)$"))), write(analyzed("", parse(r"(a)\1")))
    ('[Kk\\u212a](?:\\Z)', None)
    """
    written = [write(part) for part in facts.below]
    parts = [part for part in written if part is not None]
    if len(parts) < len(written):
        return None
    match facts.node:
        case Character(_, set_of_one):
            return set_of_one
        case Place(_, place):
            return place
        case Newline():
            return r"(?>\r\n|[\n\x0b\f\r\x85\u2028\u2029])"
        case Concatenation(nodes):
            return "".join(
                f"(?:{part})" if isinstance(node, Alternation) else part
                for node, part in zip(nodes, parts, strict=True)
            )
        case Alternation():
            return "|".join(parts)
        case Capture():
            return f"(?:{parts[0]})"
        case Repeat():
            return _repeat(facts, facts.node, parts[0])
        case Atomic():
            return f"(?>{parts[0]})"
        case Look(sign):
            return None if sign[0] == "<" and facts.below[0].hard else f"(?{sign}{parts[0]})"
        case Fail():
            return "(?!)"
    return None


def _repeat(facts: Facts, node: Repeat, body: str) -> str | None:
    if node.high not in (0, 1) and _is_early(facts.below[0]):
        return None
    bounds = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((node.low, node.high))
    if bounds is None:
        bounds = f"{{{node.low},{'' if node.high is None else node.high}}}"
    if not isinstance(node.body, Character):
        body = f"(?:{body})"
    return f"{body}{bounds}{'' if node.greedy else '?'}"


def _is_early(facts: Facts) -> bool:
    """Whether a part may match nothing before it has tried to match something."""
    below = facts.below
    match facts.node:
        case Concatenation():
            return facts.least == 0 and any(map(_is_early, below))
        case Alternation():
            return any(branch.least == 0 for branch in below[:-1]) or _is_early(below[-1])
        case Repeat(_, low, _, greedy):
            return facts.least == 0 and (_is_early(below[0]) or (low == 0 and not greedy))
        case Capture() | Atomic():
            return _is_early(below[0])
    return False
