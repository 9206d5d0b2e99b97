import pytest

from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.errors import RegexLimit, TokparityError
from tokparity.reference_impl.text.growth import TooLarge
from tokparity.reference_impl.tokenizer.refusals import refusal_of


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (RegexLimit("why"), "regex-limit"),
        (TooLarge("why"), "unsupported"),
        (TokparityError("why"), "error"),
    ],
)
def test_a_limit_of_ours_is_no_error_of_the_library(error, kind):
    assert refusal_of(error) == Refusal(kind, "why")
