import pytest

from reference_impl.contract import Refusal
from reference_impl.errors import TokparityError
from reference_impl.growth import TooLarge
from reference_impl.pattern import RegexLimit
from reference_impl.refusals import refusal_of


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
