"""What the page of an implementation under test shows: the template only lays it out."""

import re
from typing import Any

from tokparity.reports.summary.implementations import (
    Implementation,
    finding_line,
    not_loaded_of,
    vocabularies_of,
)


def implementation_view(each: Implementation) -> dict[str, Any]:
    """The names that implementation.html uses."""
    sheets = [vocabularies_of(each), not_loaded_of(each)]
    return {"each": each, "line": finding_line, "sheets": sheets}


def page_name(name: str) -> str:
    """The file of an implementation's page; two names never share one.

    >>> page_name("@huggingface/tokenizers")
    'implementation-_40huggingface_2ftokenizers.html'
    """
    escaped = re.sub(r"[^A-Za-z0-9.+-]", lambda odd: f"_{ord(odd[0]):x}", name)
    return f"implementation-{escaped}.html"
