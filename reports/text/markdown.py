"""Text that stays text in GitHub-flavoured Markdown: labels and code spans.

Not a Markdown writer: what a document says is `reports.views.markdown`'s business.
"""

import re

from tokparity.reports.text.visible import harmless


def plain(text: str) -> str:
    r"""A label in which nothing is mark-up.

    >>> plain("a_b*<c>")
    'a\\_b\\*\\<c\\>'
    """
    return re.sub(r"([\\`*_{}\[\]<>()#|~&$])", r"\\\1", harmless(text))


def code(text: str) -> str:
    """One line as a code span: its fence is longer than any run of backticks inside.

    >>> code("a`b")
    '``a`b``'
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or text.strip() != text else ""
    return f"{fence}{pad}{text}{pad}{fence}"
