"""The matrix at a glance: sums of a model, and the worst that any of its squares is."""

from tokparity.reports.records.counts import Counts
from tokparity.reports.summary.heat_map import heat_map
from tokparity.reports.summary.matrix import Line, Square

HF, LLAMA = "huggingface_tokenizers", "ggml_llama_cpp"


def line(model, pair, *states):
    squares = [
        Square(Counts(compared=10, agreed=9, diverged=int(state == "new")), state, ())
        for state in states
    ]
    return Line(model, f"{model}-file", pair, (*squares, None), ("encode", "decode", "chat"))


def test_a_model_has_a_square_for_each_pair_and_those_that_differ_are_first():
    fidelity, parity = f"reference ~ {HF}", f"{LLAMA} ~ {HF}"
    drawn = heat_map(
        [
            line("a", fidelity, "agrees", "refused"),
            line("b", fidelity, "agrees", "agrees"),
            line("b", parity, "known", "new"),
            line("b", parity, "agrees", "agrees"),
        ]
    )
    assert drawn.columns == ("reference ~ tokenizers", "llama.cpp ~ tokenizers")
    assert [(row.model, row.differs) for row in drawn.rows] == [("b", True), ("a", False)]
    (equal, other), (refused, nothing) = (row.squares for row in drawn.rows)
    assert (equal.state, refused.state, nothing) == ("agrees", "refused", None)
    assert (other.state, other.counts.agreed, other.counts.diverged) == ("new", 36, 1)


def test_a_subject_is_a_column_of_its_own_whatever_it_is_compared_with():
    drawn = heat_map(
        [line("a", f"{HF} ~ lib:kitoken", "new"), line("b", f"{LLAMA} ~ lib:kitoken", "agrees")]
    )
    assert drawn.columns == ("kitoken",)
    assert [row.squares[0].state for row in drawn.rows] == ["new", "agrees"]
