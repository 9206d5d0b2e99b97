"""Each implementation has a page of its own, whatever it is called."""

import pytest

from tokparity.reports.summary.implementations import Implementation
from tokparity.reports.views.html import environment
from tokparity.reports.views.html.implementation_page import implementation_view


@pytest.mark.parametrize("name", ["nobody-knows", "kitoken", "<script>alert(1)</script>"])
def test_one_without_a_case_has_a_page_too(name):
    each = Implementation(f"subject:{name}", "1", (), (("qwen3", "is <b>bad</b>"),), ())
    page = environment().get_template("implementation.html").render(implementation_view(each))
    assert "0 of 0 cases equal" in page
    assert "is &lt;b&gt;bad" in page
    assert "<script>" not in page
