"""What the page of an implementation under test shows: the template only lays it out."""

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
