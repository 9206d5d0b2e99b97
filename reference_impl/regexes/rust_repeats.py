r"""What fancy-regex makes of a pattern before it compiles it: not always the same language.

`a+b?a+` becomes `a+(?:ba+)?`, and matches one "a". Source: fancy-regex 0.19 src/optimize.rs,
`optimize_nested_repeats`, `optimize_ambiguous_concat_repeats`, `optimize_keepout`,
`optimize_trailing_lookahead`.
"""

from tokparity.reference_impl.regexes.rust_facts import descendants
from tokparity.reference_impl.regexes.rust_nodes import (
    Capture,
    Concatenation,
    Keep,
    Look,
    Reference,
    Repeat,
    RustNode,
    children,
    with_children,
)

_SIMPLE = {(0, 1), (0, None), (1, None)}


def rewritten(tree: RustNode) -> RustNode:
    """The tree with fancy-regex's changes of repeats.

    >>> from tokparity.reference_impl.regexes.rust_syntax import parse
    >>> rewritten(parse("a+b?a+")) == parse("a+(?:b{1}a+)?")
    True
    """
    return _around_repeats(_nested(tree))


def with_match(tree: RustNode) -> RustNode:
    r"""The tree with a group 0 around what counts as the match, where the library makes one.

    So it does where the whole is a sequence with `\K`, or ends with a look-ahead, which then is
    matched like anything else: it may be gone back into.

    >>> from tokparity.reference_impl.regexes.rust_syntax import parse
    >>> with_match(parse("ab(?=c)")) == Concatenation((Capture(parse("ab"), 0), parse("c")))
    True
    """
    if any(
        isinstance(node, Reference) and node.kind == "call" and node.target.number == 0
        for node in descendants(tree)
    ):
        return tree
    parts = tree.parts if isinstance(tree, Concatenation) else (tree,)
    ahead = parts[-1] if parts and isinstance(parts[-1], Look) and parts[-1].sign == "=" else None
    kept = next((at for at, part in enumerate(parts) if isinstance(part, Keep)), None)
    if not isinstance(tree, Concatenation):
        kept = None
    before = parts[:kept] if kept is not None else ()
    if any(isinstance(inner, Capture) for part in before for inner in descendants(part)):
        kept, before = None, ()
    if kept is None and ahead is None:
        return tree
    inside = parts[len(before) + (kept is not None) : len(parts) - (ahead is not None)]
    body: RustNode = Concatenation(inside)
    if kept is not None and len(inside) == 1:
        body = inside[0]
    return Concatenation((*before, Capture(body, 0), *((ahead.body,) if ahead else ())))


def _nested(node: RustNode) -> RustNode:
    """A greedy repeat of a greedy repeat as one, also through a group."""
    node = with_children(node, tuple(map(_nested, children(node))))
    if not isinstance(node, Repeat):
        return node
    body = node.body
    inner = body.body if isinstance(body, Capture) else body
    if not (isinstance(inner, Repeat) and inner.greedy and node.greedy):
        return node
    bounds = {(node.low, node.high), (inner.low, inner.high)}
    if not bounds <= _SIMPLE:
        return node
    low, high = (0, None) if len(bounds) > 1 else (inner.low, inner.high)
    simple = Repeat(inner.body, low, high, greedy=True, at=node.at)
    return Capture(simple, body.number) if isinstance(body, Capture) else simple


def _around_repeats(node: RustNode) -> RustNode:
    node = with_children(node, tuple(map(_around_repeats, children(node))))
    if isinstance(node, Concatenation):
        return Concatenation(_without_triplets(node.parts))
    if not (isinstance(node, Repeat) and node.greedy and node.high is None and node.low < 2):
        return node
    match node.body:
        case Concatenation(
            (Repeat() as prefix, Repeat(Concatenation((middle, Repeat() as right)), 0, 1, True))
        ) if _without_end(prefix) and _without_end(right) and prefix.body == right.body:
            tail = Repeat(Concatenation((middle, right)), 0, None, greedy=True, at=node.at)
            core = Concatenation((prefix, tail))
            return core if node.low else Repeat(core, 0, 1, greedy=True, at=node.at)
    return node


def _without_triplets(parts: tuple[RustNode, ...]) -> tuple[RustNode, ...]:
    """`x+m?x+` as `x+(?:mx+)?`, and `x*m?x+` as `(?:x*m)?x+`."""
    left_to_right, at = list(parts), 0
    while at + 2 < len(left_to_right):
        left, middle, right = left_to_right[at : at + 3]
        if (
            isinstance(left, Repeat)
            and isinstance(middle, Repeat)
            and isinstance(right, Repeat)
            and _without_end(left)
            and _without_end(right)
            and left.body == right.body
            and middle.low == 0
            and middle.high != 0
        ):
            once = Repeat(middle.body, 1, middle.high, middle.greedy, middle.at)
            if left.low < right.low:
                optional = Repeat(Concatenation((left, once)), 0, 1, greedy=True, at=middle.at)
                left_to_right[at : at + 3] = [optional, right]
            else:
                optional = Repeat(Concatenation((once, right)), 0, 1, greedy=True, at=middle.at)
                left_to_right[at : at + 3] = [left, optional]
            at += 2
        else:
            at += 1
    return tuple(left_to_right)


def _without_end(repeat: Repeat) -> bool:
    return repeat.greedy and repeat.high is None and repeat.low < 2
