import pytest

from evaluation.chat_engines.reasons import reason
from tokparity.reference_impl.contract import Refusal

ONE = "TemplateError: unknown filter: filter foo is unknown (in <string>:1)"
OTHER = "TemplateError: unknown filter: filter foo is unknown (in <string>:27)"


def test_the_same_fault_in_two_templates_has_the_same_reason():
    assert reason(Refusal("error", ONE)) == reason(Refusal("error", OTHER))


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("RuntimeError: Value is not callable: null at row 5, column 44:", "null"),
        ("the chat template fails: line 7: UndefinedError: x", "fails: UndefinedError: x"),
        ("ServerRefused: 500: Expected 'content' or x (ref: https://a)", "'content' or x"),
        ('ServerRefused: 500: Missing \'role\' in message: {"content":"x"}', "message: …"),
        ("E: raised 'Only user and assistant roles!'", "raised …"),
    ],
)
def test_no_place_and_no_value_is_left(detail, said):
    assert reason(Refusal("error", detail)).endswith(said)


def test_a_kind_is_a_reason():
    assert reason(Refusal("unsupported", "x")) == "unsupported"


def test_it_is_short():
    assert len(reason(Refusal("error", "x" * 1000))) == 120
