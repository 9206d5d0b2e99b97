"""The legend of a finding's page: each word once, and each one used by a page."""

from importlib.resources import files

from tokparity.reports.views.html.legend import WORDS


def test_each_word_is_told_once_and_shortly():
    words = [word for word, _ in WORDS]
    assert len(words) == len(set(words)) > 10
    assert all(10 < len(meaning) < 100 for _, meaning in WORDS)


def test_the_words_of_a_table_are_those_of_the_page():
    page = files("tokparity.reports.views.html").joinpath("templates/finding.html")
    for word in ("In other company", "found as", "ledger", "shape"):
        assert word in page.read_text("utf-8")
        assert word.lower() in [each for each, _ in WORDS]
