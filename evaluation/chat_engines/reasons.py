"""`reason`: a refusal without what differs from template to template and case to case.

The same fault then has the same words: no lines, columns and values, no text of a template.
"""

import re

from tokparity.reference_impl.contract import Refusal

_PLACES = re.compile(
    r"\s*\(in [^)]*\)| at row \d+, column \d+:?| at line \d+,? column \d+|line \d+: |; tools = .*"
    r"|\s*\(ref: .*"
)
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[{\[].*")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"^['\"]\w{1,24}['\"]$")
_LONGEST = 120


def reason(refusal: Refusal) -> str:
    """
    >>> reason(Refusal("error", "RuntimeError: Unknown method: replace at row 7, column 12:"))
    'RuntimeError: Unknown method: replace'
    >>> reason(Refusal("error", "ServerRefused: 500: Missing tool type: {\\"a\\": 1}"))
    'ServerRefused: 500: Missing tool type: …'
    """
    if refusal.kind != "error":
        return refusal.kind
    text = _PLACES.sub("", refusal.detail)
    text = _QUOTED.sub(lambda found: found[0] if _WORD.match(found[0]) else "…", text)
    return text[:_LONGEST].strip()
