r"""llama.cpp's split patterns, as `re` runs them on the text that llama.cpp's engine sees.

ECMAScript of libstdc++ (`std::regex`, `std::wregex`) and `re` search alike: the leftmost match, the
first alternative that leads to one, by backtracking. What differs is translated: `\p{…}`, which
llama.cpp writes out as bytes and ASCII ranges (src/unicode.cpp b11549 `k_ucat_map`), groups, and
`$`. Not here: the text that is seen (`unicode.llama_cpp`).
"""

import re
import warnings
from functools import cache

from tokparity.reference_impl.unicode.llama_cpp import LETTER, MARK, NUMBER, PUNCTUATION, SYMBOL

_INSIDE = {
    "N": NUMBER + "0-9",
    "L": LETTER + "A-Za-z",
    "P": PUNCTUATION + r"!-#%-*,-/:-;?-@\[-\]_\{\}",
    "M": MARK,
    "S": SYMBOL + r"\$\+<->\^`\|\~",
}
_INSIDE |= dict.fromkeys(("Lu", "Ll", "Lt", "Lm", "Lo"), _INSIDE["L"])  # all are LETTER there
_ELEMENT = re.compile(r"\\p\{(\w+)\}|\\u([0-9A-F]{4})|\\.|\[|\]|\((?!\?)|\$", re.ASCII | re.DOTALL)


def names_a_category(pattern: str) -> bool:
    r"""Whether a pattern is one of bytes: llama.cpp looks for these properties in it."""
    return any(f"\\p{{{name}}}" in pattern for name in _INSIDE)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    r"""The pattern for `re`, in one group, so that its `split` keeps matches and gaps.

    >>> compiled(r"\p{N}{1,3}").split("aÑ12b")
    ['a', 'Ñ12', 'b']
    """
    inside = False

    def element(found: re.Match[str]) -> str:
        nonlocal inside
        if category := found[1]:
            members = _INSIDE[category]
            return members if inside else f"[{members}]"
        match found[0]:
            case "[" if not inside:
                inside = True
            case "]":
                inside = False
            case "(" if not inside:
                return "(?:"
            case "$" if not inside:
                return r"\Z"
        return found[0]

    translated = _ELEMENT.sub(element, pattern)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # "[[" is a literal there as here
        return re.compile(f"({translated})", re.ASCII)
