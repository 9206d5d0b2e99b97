"""`(?C)`, `(?I)`, `(?L)`: options that must stand where they hold of the whole pattern.

Source: Oniguruma 6.9.10 regcomp.c, check_whole_options_position; regparse.c, set_whole_options.
"""

import re

from tokparity.reference_impl.regexes.cursor import Cursor
from tokparity.reference_impl.regexes.nodes import Concatenation, Group, Node

_LEADS = re.compile(
    r"(?:\(\?#(?:[^\\)]|\\.)*\)|\(\?:)*\(\?((?:[-imxWDSPCIL]|y\{[gw]\})+)([:)])", re.DOTALL
)


def check_whole_options(cursor: Cursor, tree: Node) -> None:
    """BadPattern where something stands before the group of options, or behind it."""
    leads = _LEADS.match(cursor.pattern)
    alone = True
    while isinstance(tree, Concatenation) and tree.parts:
        alone &= len(tree.parts) == 1
        tree = tree.parts[0]
    held = leads is not None and (leads[2] == ":" or set("CIL") & set(leads[1]))
    if not (held and alone and isinstance(tree, Group) and tree.kind in ("options", "longest")):
        cursor.refuse("an option of the whole pattern that does not stand around it")
    if "I" in cursor.whole and leads is not None and "I" not in leads[1]:
        cursor.refuse("an option I that is not the first is not translated")
