"""How large what a file makes of a text may get: a hostile one doubles it at every step.

Not here: limits of what is read from a file (`formats`), and of regular expressions (`pattern`).
"""

from tokparity.reference_impl.errors import TokparityError

MOST = 1 << 22
FEW_TOKENS = 1 << 10
TIMES = 16
"""A template may add FEW_TOKENS to any text, and to a long one TIMES its own tokens. MOST bounds
the memory for one text; these bound the time for thousands, as each grows alike."""


class TooLarge(TokparityError):
    """A text becomes more than the reference goes on with; a library goes on till memory ends."""


def most_added(tokens: int) -> int:
    """How many tokens a template may add to a text of so many.

    >>> most_added(3), most_added(1000), most_added(1 << 20)
    (1024, 16000, 4194304)
    """
    return min(MOST, max(FEW_TOKENS, TIMES * tokens))


def check_growth(size: int, what: str = "characters", most: int | None = None) -> None:
    """`size`: how much is there that was not before; `most` of it may be, else MOST. Raises
    TooLarge.

    >>> check_growth(1 << 40)
    Traceback (most recent call last):
        ...
    tokparity.reference_impl.text.growth.TooLarge: the text grows by more than 4194304 characters
    """
    most = MOST if most is None else most
    if size > most:
        raise TooLarge(f"the text grows by more than {most} {what}")
