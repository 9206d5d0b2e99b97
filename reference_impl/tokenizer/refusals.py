"""What kind of no-answer an exception of the reference is."""

from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.errors import RegexLimit, TokparityError, Undetermined
from tokparity.reference_impl.text.growth import TooLarge

REFUSING = (TokparityError, MemoryError, RecursionError)
"""What is a refusal of one case; anything else is a bug of ours and ends the unit."""


def refusal_of(error: TokparityError | MemoryError | RecursionError) -> Refusal:
    """A refusal in place of an answer: a limit of ours is none of the library's.

    >>> refusal_of(TooLarge("too long")).kind, refusal_of(TokparityError("no")).kind
    ('unsupported', 'error')
    >>> refusal_of(MemoryError())
    Refusal(kind='unsupported', detail='the reference has not the memory for it')
    """
    match error:
        case RegexLimit():
            return Refusal("regex-limit", str(error))
        case MemoryError():
            return Refusal("unsupported", "the reference has not the memory for it")
        case RecursionError():
            return Refusal("unsupported", "the reference would go too deep for it")
        case TooLarge() | Undetermined():
            return Refusal("unsupported", str(error))
    return Refusal("error", str(error))
