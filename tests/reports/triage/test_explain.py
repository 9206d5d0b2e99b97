from dataclasses import replace
from typing import get_args

from tokparity.reference_impl.contract import Encoding, Rendered, StageOutput, StreamCase, Streamed
from tokparity.reference_impl.traces import Merge, Piece, StageTrace, Trace
from tokparity.reports.records.finding import Method
from tokparity.reports.triage.explain import METHODS, explanation


def trace(text, *merges):
    pieces = (Piece(text, 0, 2),)
    return Trace(
        (
            StageTrace("normalizer", "NFC", pieces),
            StageTrace("model", "BPE", (Piece("ab", 0, 2, 2),), (("ab", tuple(merges)),)),
            StageTrace("post_processor", "none", (Piece("later", 0, 2),)),
        ),
        Encoding((2,)),
    )


def lines(finding, **changes):
    whole = finding(**changes)
    return explanation(whole, whole.sightings[0])


def test_the_stages_up_to_the_first_difference(finding):
    told = lines(finding, left_trace=trace("e\u0301"), right_trace=trace("é"))
    assert told[0] == "normalizer:   <- the first difference that matters"
    assert told[1].strip() == 'huggingface_tokenizers on one, NFC: "e\\u0301"[0:2]'
    assert told[2].strip() == 'openai_tiktoken on two, NFC: "é"[0:2]'
    assert len(told) == 3  # what follows is a consequence


def test_the_merges_of_a_word_up_to_where_they_part(finding):
    shared = Merge("a", "b", 1)
    mine, other = Merge("ab", "c", 4, (("ab", "c", 4), ("c", "d", 9))), Merge("c", "d", 9)
    left, right = trace("ab", shared, mine), trace("ab", shared, other)
    model = replace(right.stages[1], pieces=(Piece("a", 0, 1, 0), Piece("b", 1, 2, 1)))
    right = replace(right, stages=(right.stages[0], model))
    told = "\n".join(lines(finding, left_trace=left, right_trace=right))
    assert 'both: "ab"[0:2]' in told
    assert 'merges of "ab":' in told
    assert 'pass 1, both: "a" + "b" of rank 1' in told
    assert (
        'pass 2, huggingface_tokenizers on one: "ab" + "c" of rank 4; the others: "c" + "d" 9'
        in told
    )
    assert 'pass 2, openai_tiktoken on two: "c" + "d" of rank 9' in told
    assert "later" not in told


def test_one_trace_shows_its_stages(finding):
    told = lines(finding, left_trace=trace("ab"))
    assert [line for line in told if "first difference" in line] == []
    assert any("BPE" in line for line in told)


def test_answers_of_many_columns_show_the_rows_that_differ(finding):
    left, right = StageOutput((("same",), ("a\n",))), StageOutput((("same",), ("b`",)))
    told = lines(finding, left=left, right=right)
    assert [line.strip() for line in told] == [
        'huggingface_tokenizers on one: "a\\n"',
        'openai_tiktoken on two: "b`"',
    ]


def test_a_stream_shows_the_pushes_that_differ_with_their_pieces(finding):
    changes = {"case": StreamCase((7, 8)), "pieces": ((7, "x"), (8, "y"))}
    left, right = Streamed(("a", "b")), Streamed(("a", None))
    told = lines(finding, left=left, right=right, **changes)
    assert told[0] == "columns: push, id, piece, text"
    assert [line.partition(": ")[2] for line in told[1:]] == ['1 8 "y" "b"', '1 8 "y" None']


def test_of_two_rendered_texts_the_stretch_around_the_difference(finding):
    left, right = (Rendered("a" * 500 + end + "b" * 500) for end in "\n<")
    told = lines(finding, left=left, right=right, field="text", index=500)
    assert told[0] == "text from 460 on:"
    assert told[1].strip() == f'huggingface_tokenizers on one: "{"a" * 40}\\n{"b" * 119}"'
    assert told[2].strip() == f'openai_tiktoken on two: "{"a" * 40}<{"b" * 119}"'


def test_of_the_ids_of_rendered_texts_those_around_the_difference(finding):
    left, right = Rendered("same", (5, 6, 7, 8)), Rendered("same", (5, 6, 7))
    pieces = ((6, "x"), (7, "y"), (8, "z"))
    told = lines(finding, left=left, right=right, field="ids", index=3, pieces=pieces)
    assert told[0] == "ids from 1 on:"
    assert [line.partition(": ")[2] for line in told[1:]] == ['"x"=6 "y"=7 "z"=8', '"x"=6 "y"=7']


def test_two_plain_answers_have_nothing_to_explain(finding):
    assert lines(finding) == []


def test_a_long_row_of_pieces_is_shown_around_the_difference(finding):
    many = tuple(Piece(str(at), at, at + 1) for at in range(500))
    left = Trace((StageTrace("pre_tokenizer", "Split", many),), Encoding((1,)))
    other = (*many[:300], Piece("x", 300, 301), *many[301:])
    right = Trace((StageTrace("pre_tokenizer", "Split", other),), Encoding((1,)))
    told = "\n".join(lines(finding, left_trace=left, right_trace=right))
    assert '… 298 before "298"' in told
    assert '"x"[300:301]' in told
    assert len(told) < 2_000


def test_every_method_is_told_in_words():
    assert set(METHODS) == set(get_args(Method))
