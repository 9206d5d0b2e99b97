"""What may stand in a look-behind.

Oniguruma allows variable lengths but few kinds of nodes (regcomp.c 6.9.10,
check_node_in_look_behind). The `regex` package matches a look-behind backwards, so what
depends on the direction is refused here: groups that are referred to, atomic groups.
"""

from tokparity.reference_impl.regexes.nodes import (
    Anchor,
    BackReference,
    Capture,
    Condition,
    Group,
    Node,
    children,
)


def refused_in_look_behind(node: Node, referred: frozenset[int], *, negative: bool) -> str | None:
    """Why Oniguruma or we refuse the body of a look-behind; None: it is fine."""
    match node:
        case Capture(number):
            if negative:
                return "a capturing group in a negative look-behind"
            if number in referred:
                return "a group in a look-behind that is referred to is not translated"
        case Anchor("text end" | "text end or last line feed"):
            return "the end of the text in a look-behind"
        case Group("look-ahead" | "no look-ahead"):
            return "a look-ahead in a look-behind"
        case Group("no look-behind") if not negative:
            return "a negative look-behind in a look-behind"
        case Group("atomic"):
            return "an atomic group in a look-behind is not translated"
        case BackReference() | Condition():
            return "a reference in a look-behind is not translated"
    found = (refused_in_look_behind(below, referred, negative=negative) for below in children(node))
    return next((reason for reason in found if reason), None)
