"""The trace as a page, and its pictures as one file."""

import xml.etree.ElementTree as ET

from tokparity.reference_impl.traces import Merge
from tokparity.reports.views.html.trace_page import trace_page, trace_svg
from tokparity.reports.views.pictures.merge_tree import merge_trees

AB = merge_trees("ab", [[Merge("a", "b", 7)], [Merge("a", "b", 8)]])


def traces(sample_findings):
    (split,) = [one for one in sample_findings if one.signature.component == "Split"]
    seen = split.sightings[0]
    return seen.left_trace, seen.right_trace


def test_two_traces_open_at_the_stage_that_matters(sample_findings):
    both = traces(sample_findings)
    page = trace_page(("one<b>", "two"), ("I'm 12345",), (both,), ((AB,),), ("pre_tokenizer",))
    assert page.count('<details class="stage first" open>') == 1
    assert "one&lt;b&gt;: merge tree of" in page
    assert "≠ 7" in page
    assert "The ids are the same." not in page
    assert "<script" not in page


def test_one_trace_has_one_side(sample_findings):
    left, _ = traces(sample_findings)
    page = trace_page(("one",), ("I'm 12345",), ((left,),), ((),), (None,))
    assert "stage-side right-side" not in page
    assert "first difference" not in page


def test_pictures_stand_below_each_other():
    root = ET.fromstring(trace_svg(("one", "two&"), (AB, AB)))
    groups = root.findall("{http://www.w3.org/2000/svg}g[@transform]")
    places = [int(group.get("transform").split()[1].rstrip(")")) for group in groups]
    assert len(places) == 4
    assert places == sorted(set(places))
    assert int(root.get("height")) > places[-1]
