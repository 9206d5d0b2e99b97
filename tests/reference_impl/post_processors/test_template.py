import pytest

from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.text.growth import TooLarge

A = {"Sequence": {"id": "A", "type_id": 0}}
S = {"SpecialToken": {"id": "<s>", "type_id": 0}}
E = {"SpecialToken": {"id": "</s>", "type_id": 1}}
SPECIALS = {
    "<s>": {"id": "<s>", "ids": [5], "tokens": ["&"]},
    "</s>": {"id": "</s>", "ids": [7, 8, 9], "tokens": ["Ġx", "y", "z"]},
}


def read_template(single):
    pieces = tuple(
        SequencePiece("A") if piece is A else SpecialPiece("<s>", piece["SpecialToken"]["type_id"])
        for piece in single
    )
    return TemplateProcessing(pieces, (), {"<s>": SpecialToken("<s>", (5,), ("&",))})


@pytest.mark.parametrize("single", [[A], [S, A, E], [A, A], [S, E], [], [E, A, S, A]], ids=str)
def test_a_template_is_filled_as_in_the_library(agree, byte_level, single):
    byte_level["post_processor"] = {
        "type": "TemplateProcessing",
        "single": single,
        "pair": [A, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": SPECIALS,
    }
    assert agree(byte_level, ["", "hello world", " a"]) == 0


@pytest.mark.parametrize(
    ("single", "length", "most"),
    [
        pytest.param([A] * 100_000, 50, 1024, id="a short text"),
        pytest.param([A] * 100_000, 1, 1024, id="a single token"),
        pytest.param([A] * 18, 1000, 16_000, id="a long text"),
        pytest.param([A] * 18, 1 << 18, 1 << 22, id="a very long text"),
        pytest.param([S] * 1026 + [A], 1, 1024, id="special tokens"),
    ],
)
def test_a_template_that_adds_without_end_is_refused(single, length, most):
    template = read_template(single)
    text = Tokens([1] * length, [0, 1] * length, ["a"] * length)
    with pytest.raises(TooLarge, match=f"more than {most} tokens"):
        template.process([text], add_special=True)


@pytest.mark.parametrize(("single", "length"), [([A] * 17, 1000), ([A] * 1000, 1), ([A] * 9, 0)])
def test_a_template_that_repeats_a_text_some_times_is_filled(single, length):
    text = Tokens([1] * length, [0, 1] * length, ["a"] * length)
    assert len(read_template(single).process([text], add_special=True)) == len(single)
