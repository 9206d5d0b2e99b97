"""What a script compares: values, the stretch that differs, and how a side ends."""

import pytest

from tokparity.oracles.subjects.spec import Program, Server, subject_spec
from tokparity.reference_impl.contract import Bytes, Encoding, Refusal, Text
from tokparity.reports.triage.comparison import Comparison, death_of, dies, is_raised
from tokparity.reports.triage.exhibit import Part, Stranger
from tokparity.reports.triage.recipes.recipe import NoScript


def part(role, answer, stranger=None):
    return Part(role, "subject:mine", None, "small", answer, role == "expected", None, stranger)


def compared(got, expected, aspect="ids", index=0):
    return Comparison.of(aspect, index, part("got", got), part("expected", expected), None)


def test_short_values_are_whole():
    made = compared(Encoding((1, 2)), Encoding((3,)))
    assert (made.literals, made.cut) == ({"got": [1, 2], "expected": [3]}, None)


def test_of_long_values_the_stretch_around_the_difference_is_compared():
    long = [*range(2000)]
    made = compared(Encoding((*long, 7)), Encoding((*long, 8)), index=2000)
    assert made.literals == {
        "got": [1996, 1997, 1998, 1999, 7],
        "expected": [1996, 1997, 1998, 1999, 8],
    }
    refused = compared(Encoding(tuple(long)), Refusal("error", "ValueError: no"))
    assert refused.literals == {"got": [*range(12)], "expected": "refuses: ValueError"}
    assert refused.cut == slice(0, 12)


def test_of_an_answer_that_is_none_nothing_can_be_cut():
    wrong = Refusal("error", "decode gave None, and no text")
    got = Part("got", "lib:kitoken", None, "small", wrong, False)
    made = Comparison.of("text", 0, got, part("expected", Text("a" * 2000)), None)
    assert (made.literals, made.cut) == ({"got": None, "expected": "a" * 2000}, None)


def test_bytes_beside_a_text_are_a_text():
    made = compared(Bytes(b"\xff"), Text("x"), "text")
    assert (made.literals["got"], made.as_text) == ("\ufffd", True)
    assert not compared(Bytes(b"\xff"), Bytes(b"x"), "text").as_text


@pytest.mark.parametrize(("library", "due"), [("lib:rs-bpe", "\ufffd"), ("lib:kitoken", b"\xff")])
def test_bytes_beside_what_would_be_a_text_are_a_text(library, due):
    """kitoken gives bytes, rs-bpe a text, where it gives something."""
    got = Part("got", library, None, "small", Refusal("error", "ValueError: no"), False)
    made = Comparison.of("text", 0, got, part("expected", Bytes(b"\xff")), None)
    assert made.literals == {"got": "refuses: ValueError", "expected": due}
    assert made.as_text == isinstance(due, str)


def test_what_does_not_show_has_no_script():
    with pytest.raises(NoScript, match="does not show"):
        compared(Encoding((1,)), Encoding((1,)))
    with pytest.raises(NoScript, match="reports no offsets"):
        compared(Encoding((1,)), Encoding((2,)), "offsets")


def test_a_process_of_its_own_ends_and_the_script_does_not():
    crash = Refusal("crash", "exit code 3; last line: no")
    called = part("got", crash, Stranger(subject_spec("python:mine:Mine")))
    for asked in (Program(("./mytok",)), Server("tei", "127.0.0.1", 1)):
        other = part("got", crash, Stranger(asked))
        assert (dies(other), death_of(other), is_raised(other)) == (False, "crash", False)
        made = Comparison.of("ids", 0, other, part("expected", Encoding((1,))), None)
        assert made.literals["got"] == "refuses: crash"
    assert dies(called)
    assert dies(part("got", crash))


@pytest.mark.parametrize(
    ("detail", "got"),
    [
        ("an id of more than 32 bits among [14, 4294967295]", [14, 4294967295]),
        ("half a character, a surrogate: '\\ude00'", "\ude00"),
        ("decode gave None, and no text", None),
        ("decode gave dict, and no text", "refuses: decode gave dict, and no text"),
        ("an id of more than 32 bits among [14, 42949672", "refuses: an id of more than 32 bits"),
        ("half a character, a surrogate: '\\ude0", "refuses: half a character, a surrogate"),
        ("an id of more than 32 bits among [f()]", "refuses: an id of more than 32 bits"),
    ],
)
def test_an_answer_that_was_not_taken_is_what_the_library_gives(detail, got):
    wrong = Part("got", "lib:kitoken", None, "small", Refusal("error", detail), False)
    assert wrong.library is not None
    made = Comparison.of("ids", 0, wrong, part("expected", Encoding((1,))), None)
    answer = made.literals["got"]
    assert (answer[: len(got)] if isinstance(answer, str) else answer) == got
