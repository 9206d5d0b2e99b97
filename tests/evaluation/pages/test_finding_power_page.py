from html.parser import HTMLParser

import pytest

from evaluation.pages.finding_power_page import write_finding_power
from evaluation.pages.trials import DefectSize
from tokparity.reference_impl.contract import EncodeCase

OURS = "tokparity"
HOSTILE = "</td><script>alert(1)</script>"


class Page(HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.tags, self.attributes, self.classes = [], [], []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.classes += (dict(attrs).get("class") or "").split()


@pytest.fixture
def written(measure, tmp_path):
    shrunk = DefectSize(9, 3, 1, 2, 0.1, False, EncodeCase(HOSTILE))
    table = {
        "easy": {OURS: (1, 2), "a": (5, 6)},
        HOSTILE: {OURS: (40, None), "a": (None, 9000)},
    }
    path = write_finding_power(tmp_path / "made", measure(table, shrunk={HOSTILE: shrunk}))
    assert sorted(one.name for one in path.parent.iterdir()) == [
        "finding-power.html",
        "finding-power.md",
    ]
    return path


def test_one_file_that_needs_no_other_and_runs_nothing(written):
    source = written.read_text("utf-8")
    page = Page(source)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not [name for name in page.attributes if name.startswith("on") or name == "src"]
    assert "--page:" in source
    assert "&lt;script&gt;" in source


def test_a_plot_of_all_and_of_the_hard_ones_a_line_an_arm(written):
    page = Page(written.read_text("utf-8"))
    assert page.classes.count("plot") == 2
    for number in range(2):  # a line in each plot, and its key below
        assert page.classes.count(f"arm-{number}") == 4
    assert page.classes.count("arm-2") == 0


def test_bars_say_what_they_come_to(written):
    page = Page(written.read_text("utf-8"))
    assert {"passes", "fails", "not-measured"} <= set(page.classes)


def test_the_page_says_how_hard_ones_are_chosen(written):
    sentence = "Hard mutants are chosen by the very trials that they are scored on"
    assert sentence in written.read_text("utf-8")
    assert sentence in (written.parent / "finding-power.md").read_text("utf-8")


def test_what_was_missed_stands_first(written):
    source = written.read_text("utf-8")
    assert source.index("Not found, or not") < source.index("<h2>Bars") < source.index("<svg")
    markdown = (written.parent / "finding-power.md").read_text("utf-8")
    assert markdown.startswith("# Finding power\n")


def test_nothing_measured_is_a_page_without_plots(measure, tmp_path):
    page = Page(write_finding_power(tmp_path, measure({}, arms=(OURS,))).read_text("utf-8"))
    assert "svg" not in page.tags
    assert "not-measured" in page.classes
