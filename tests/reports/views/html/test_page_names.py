"""Each model and implementation has a page of its own, whatever it is called."""

from itertools import product

from tokparity.reports.views.html.page_names import page_name


def test_no_two_names_share_a_page():
    names = ["a/b", "a_b", "a_2fb", "@a/b", "a-b", "A/b", "", "<", "..", "\ud800"]
    pages = {page_name(kind, name) for kind, name in product(("model", "implementation"), names)}
    assert len(pages) == 2 * len(names)
    assert not any(set(page) & set("/<\ud800 ") for page in pages)
