import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from tokparity.reports.text.sheets import Sheet
from tokparity.reports.views.html.one_page import EDGE, HEIGHT, WIDTH, line, write_page

SHEET = Sheet("Runs", ("name", "cases"), (("<i>a</i>", 12345), (("x", "\u202e"), None)), "a note")


class Cells(HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.cells, self.tags = [], []
        self.feed(source)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag in ("td", "th"):
            self.cells.append((tag, dict(attrs).get("class"), ""))

    def handle_data(self, data):
        if self.tags and self.tags[-1] in ("td", "th", "br"):
            tag, kind, before = self.cells[-1]
            self.cells[-1] = (tag, kind, before + data.strip())


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "made" / "page.html"
    sheets = [SHEET, Sheet("Nothing", ("a",), (), empty="None <at> all."), Sheet("No", ("a",), ())]
    write_page(path, "What <changed>", "1 & 2", sheets, [line("l", [1.0], ["d"])])
    assert [one.name for one in path.parent.iterdir()] == ["page.html"]
    return path.read_text("utf-8")


def test_one_file_with_its_style_and_no_script(page):
    parsed = Cells(page)
    assert "--page:" in page
    assert not {"script", "link", "img", "i"} & set(parsed.tags)
    assert parsed.tags.count("svg") == 1


def test_rows_and_columns(page):
    assert Cells(page).cells == [
        ("th", None, "name"),
        ("th", "number", "cases"),
        ("td", None, "<i>a</i>"),
        ("td", "number", "12,345"),
        ("td", None, "x\\u202e"),
        ("td", "number", "–"),
    ]
    assert "None &lt;at&gt; all." in page
    assert "<h2>No</h2>" not in page
    assert "What &lt;changed&gt;" in page
    assert "1 &amp; 2" in page


def test_writing_again_replaces_it(tmp_path):
    for verdict in ("verdict one", "verdict two"):
        write_page(tmp_path / "p.html", "t", verdict, [])
    text = (tmp_path / "p.html").read_text("utf-8")
    assert "verdict two" in text
    assert "verdict one" not in text


def points(markup):
    figure = ET.fromstring(str(markup))
    path = figure.find(".//polyline").get("points")
    return [tuple(map(float, point.split(","))) for point in path.split()], figure


def test_equal_distances_and_a_scale_from_zero():
    drawn, figure = points(line("cases", [0, 50, 100], ["mon", "tue", "wed"]))
    base, top = HEIGHT - EDGE, EDGE
    assert drawn == [(EDGE, base), (WIDTH / 2, (base + top) / 2), (WIDTH - EDGE, top)]
    assert [title.text for title in figure.iter("title")] == ["mon: 0", "tue: 50", "wed: 100"]
    assert "".join(figure.find("figcaption").itertext()) == "cases 0 → 100, at most 100"


@pytest.mark.parametrize("values", [[], [7], [0, 0]])
def test_few_values_and_no_height(values):
    drawn, _ = points(line("x", values, ["a"] * len(values)))
    assert len(drawn) == len(values)


def test_labels_are_escaped():
    _, figure = points(line("<b>", [1], ["</svg><script>"]))
    assert figure.find("figcaption/b").text == "<b>"
    assert figure.find(".//script") is None
