"""How large what a file makes of a text may get: a hostile one doubles it at every step.

Not here: limits of what is read from a file (`formats`), and of regular expressions (`pattern`).
"""

from tokparity.reference_impl.errors import TokparityError

MOST = 1 << 22


class TooLarge(TokparityError):
    """A text becomes more than the reference goes on with; a library goes on till memory ends."""


def check_growth(size: int, what: str = "characters") -> None:
    """`size`: how much is there that was not before. Raises TooLarge.

    >>> check_growth(1 << 40)
    Traceback (most recent call last):
        ...
    tokparity.reference_impl.text.growth.TooLarge: the text grows by more than 4194304 characters
    """
    if size > MOST:
        raise TooLarge(f"the text grows by more than {MOST} {what}")
