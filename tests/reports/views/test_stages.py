import io

import pytest
from rich.console import Console

from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.traces import Edge, Merge, Piece, StageTrace, Trace
from tokparity.reports.views.stages import MOST_EDGES, Side, print_stages


def trace(*tokens, words=(), normalized=None, lattices=()):
    made, at = [], 0
    for text, token_id in tokens:
        made.append(Piece(text, at, at + len(text), token_id))
        at += len(text)
    stages = (
        StageTrace("normalizer", "NFC", (Piece(normalized or "abc", 0, 3),)),
        StageTrace("model", "BPE", tuple(made), words, lattices),
        StageTrace("post_processor", "none", tuple(made)),
    )
    return Trace(stages, Encoding(tuple(token_id for _, token_id in tokens)))


SCORES = {"ab": -3.0, "bc": -4.5}
STEPS = (Merge("a", "b", 1, (("a", "b", 1), ("b", "c", 2))),)
LEFT = Side("one", trace(("ab", 3), ("c", 2), words=(("abc", STEPS), ("d", ()))))
RIGHT = Side("two", trace(("a", 0), ("bc", 4), words=(("abc", ()), ("d", ()))))


def printed(*sides, matters=None, text="abc", **options):
    console = Console(file=io.StringIO(), width=120, **options)
    print_stages(console, text, sides, matters)
    return console.file.getvalue()


def rows(shown):
    """The first line of each row of the table."""
    return [line.split("│")[1].strip() for line in shown.splitlines() if "│" in line]


def test_the_stage_that_decides_comes_first_with_what_follows_from_it_told():
    shown = printed(LEFT, RIGHT, matters="model")
    assert shown.splitlines()[0] == "first difference that matters: stage 4, model"
    told = [row for row in rows(shown) if row]
    assert told == [
        "≠ 4 model",
        "first difference that matters",
        "= 2 normalizer",
        "≠ 5 post_processor",
        "differs, as a consequence",
        "ids",
    ]


def test_pieces_that_differ_begin_with_a_sign_and_merges_show_what_was_chosen_from():
    shown = printed(LEFT, RIGHT, matters="model")
    assert "≠ 'ab'[0:2]=3 'c'[2:3]=2" in shown
    assert "≠ 'a'[0:1]=0 'bc'[1:3]=4" in shown
    assert "pass 1: (a, b) rank 1" in shown
    assert "candidates: (a, b) 1, (b, c) 2" in shown
    assert "merges of 'd'" not in shown
    assert shown.count("merges of 1 word alike") == 2


def test_what_does_not_matter_is_said_to():
    other = Side("two", trace(("ab", 3), ("c", 2), normalized="abC"))
    lines = printed(Side("one", trace(("ab", 3), ("c", 2))), other).splitlines()
    assert lines[0] == "the ids are the same"
    assert "does not matter: the answer is the same without it" in rows("\n".join(lines))


@pytest.mark.parametrize("width", [40, 80])
def test_a_terminal_is_never_too_narrow(width):
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    print_stages(console, "abc", (LEFT, RIGHT), "model")
    assert max(map(len, console.file.getvalue().splitlines()[1:])) == width


def test_scores_stand_beside_merges_and_pieces():
    edges = (
        Edge(0, 1, "a", -1.0, False),
        Edge(0, 2, "ab", -1.5, True),
        Edge(2, 3, "c", None, True),
    )
    side = Side(
        "one", trace(("ab", 3), words=(("abc", STEPS),), lattices=(("abc", edges),)), SCORES
    )
    shown = printed(side)
    assert "pass 1: (a, b) rank 1 score -3" in shown
    assert "candidates: (a, b) 1 score -3, (b, c) 2 score -4.5" in shown
    assert "pieces of 'abc' with their scores, those taken in [ ]:" in shown
    assert "a -1, [ab -1.5], [c unknown]" in shown
    many = Side("one", trace(("ab", 3), lattices=(("abc", edges[:1] * (MOST_EDGES + 1_000)),)))
    assert "… and 1,000 more" in printed(many)


def test_a_piece_in_the_alphabet_of_bytes_is_shown_as_its_text_too():
    stage = StageTrace("model", "BPE", (Piece("Ã¼", 0, 1, 7), Piece("a", 1, 2, 0)))
    side = Side("one", Trace((stage,), Encoding((7, 0))))
    assert "'Ã¼' ü [0:1]=7 'a'[1:2]=0" in printed(side, text="üa")


def test_hostile_names_and_pieces_are_harmless():
    bad = "x\x1b[31m\u202e[red]"
    side = Side(bad, trace((bad, 1), words=((bad, STEPS),)))
    shown = printed(side, Side("two", trace(("a", 0))), matters="model") + printed(side)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "[red]" in shown


def test_a_text_that_looks_like_another_is_shown_in_escapes_too():
    one = Side("one", trace(("a", 1), normalized="e\u0301"))
    two = Side("two", trace(("a", 1), normalized="\xe9"))
    shown = printed(one, two, matters="normalizer")
    assert "≠ 'e\u0301' e\\u0301 [0:3]" in shown
    assert "≠ '\xe9'[0:3]" in shown
