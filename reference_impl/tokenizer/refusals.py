"""What kind of no-answer an exception of the reference is."""

from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.errors import RegexLimit, TokparityError
from tokparity.reference_impl.text.growth import TooLarge


def refusal_of(error: TokparityError) -> Refusal:
    """A refusal in place of an answer: a limit of ours is none of the library's.

    >>> refusal_of(TooLarge("too long")).kind, refusal_of(TokparityError("no")).kind
    ('unsupported', 'error')
    """
    if isinstance(error, RegexLimit):
        return Refusal("regex-limit", str(error))
    return Refusal("unsupported" if isinstance(error, TooLarge) else "error", str(error))
