"""Merge trees: boxes over the symbols of a word, and which of them the other side lacks."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.traces import Merge, Piece, StageTrace, Trace
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import environment, write_html
from tokparity.reports.views.pictures.merge_tree import first_unlike, merge_trees

ER = Merge("e", "r", 0)
LOW = Merge("l", "o", 1), Merge("lo", "w", 2)
XMLNS = ' xmlns="http://www.w3.org/2000/svg"'


def drawn(trees):
    template = environment().from_string(
        '{% from "pictures.html" import picture %}{{ picture(trees, ("a", "b")) }}'
    )
    return [ET.fromstring(part + "</svg>") for part in svgs(template.render(trees=trees))]


def svgs(page):
    return [
        "<svg" + part.partition("</svg>")[0] for part in page.replace(XMLNS, "").split("<svg")[1:]
    ]


def test_a_merge_spans_what_it_is_made_of():
    trees = merge_trees("lower", [[*LOW, ER], [ER, *LOW]])
    left, right = trees.sides
    assert {box.text for box in left.boxes if box.last} == {"low", "er"}
    boxes = {box.text: box for box in left.boxes}
    low = boxes["low"]
    assert (low.x, low.x + low.width) == (boxes["l"].x, boxes["w"].x + boxes["w"].width)
    assert (boxes["lo"].y, low.y, boxes["er"].y) == (34, 68, 34)
    assert not any(box.odd for box in (*left.boxes, *right.boxes)), "in whatever order"


def test_what_the_other_side_has_not_is_odd():
    trees = merge_trees("lower", [[*LOW, ER], [Merge("l", "o", 7), ER]])
    left, right = ([(b.text, b.label) for b in side.boxes if b.odd] for side in trees.sides)
    assert left == [("lo", "1"), ("low", "2")]
    assert right == [("lo", "7")]


def test_the_leftmost_of_equal_pairs_is_merged_first():
    (tree,) = merge_trees("aaaa", [[Merge("a", "a", 0), Merge("a", "a", 0)]]).sides
    assert [(box.text, box.x) for box in tree.boxes[4:]] == [("aa", 0), ("aa", 52)]


def test_bytes_are_read_as_what_they_spell_where_the_source_says_so():
    word = "ĠÃ©"
    merges = [Merge("Ã", "©", 3)]
    trees = merge_trees(word, [merges], "un é")
    assert trees.word == " é"
    assert [box.text for box in trees.sides[0].boxes] == ["·", "0xc3", "0xa9", "é"]
    trees = merge_trees(word, [merges], word)
    assert trees.sides[0].boxes[-1].text == "Ã©", "a text that looks like bytes is itself"


@pytest.mark.parametrize(
    ("word", "sides"),
    [
        ("ab", [[Merge("x", "b", 0)]]),
        ("a", [[]]),
        ("l" * 41, [[Merge("l", "l", 0)]]),
    ],
)
def test_what_cannot_be_drawn_is_left_to_its_table(word, sides):
    assert merge_trees(word, sides) is None


def test_the_first_word_that_is_merged_otherwise():
    same = ("er", (ER,))
    left = trace(same, ("lo", (LOW[0],)))
    right = trace(same, ("lo", ()), ("xy", ()))
    assert first_unlike(left, right, "").word == "lo"
    assert first_unlike(left, left, "") is None


def test_a_word_with_other_tokens_comes_before_one_with_the_same():
    """The cause is what is drawn, not the first word that is merged in another way."""
    whole = trace(("low", ()), ("lower", LOW), pieces=(Piece("low", 0, 3, 9),))
    merged = trace(("low", LOW), ("lower", (*LOW, ER)))
    assert first_unlike(whole, merged, "").word == "lower"


def trace(*merges, pieces=()):
    return Trace((StageTrace("model", "BPE", pieces, merges),), Encoding(()))


def test_a_word_that_is_taken_whole_is_one_box():
    whole = trace(("low", ()), pieces=(Piece("low", 0, 3, 9),))
    left, right = first_unlike(whole, trace(("low", LOW)), "").sides
    assert [(box.text, box.label) for box in left.boxes if box.last] == [("low", "whole")]
    assert [(box.text, box.label) for box in right.boxes if box.last] == [("low", "2")]


def test_text_of_a_stranger_is_text(sample_run):
    evil = "<b>\u202e&"
    merges = [Merge(evil[0], evil[1], 1)]
    (svg,) = drawn(merge_trees(evil, [merges]))
    texts = [text.text for text in svg.iter("text")]
    assert texts == ["<", "b", ">", "\\u202e", "&", "<b", "1"]


def test_a_finding_of_merges_is_drawn(make_run, sample_findings):
    (base,) = [one for one in sample_findings if one.signature.component == "Split"]
    [seen] = base.sightings[:1]
    trace = seen.right_trace
    stages = tuple(
        replace(stage, merges=(("'m", (Merge("'", "m", 4),)),)) if stage.merges else stage
        for stage in trace.stages
    )
    changed = replace(seen, right_trace=replace(trace, stages=stages))
    run = make_run([replace(base, sightings=(changed,))])
    page = (write_html(read_run(run)).parent / f"finding-{base.id}.html").read_text("utf-8")
    assert page.count('class="tree"') == 2
    assert "≠ 9" in page
    assert "≠ 4" in page
