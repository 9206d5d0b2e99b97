"""`Underivable`: why a model has no file of a format, and none can be made."""

from tokparity.reference_impl.errors import TokparityError


class Underivable(TokparityError):
    """A format that a vocabulary cannot be written in.

    >>> str(Underivable("toke", "tiktoken", "its words are not cut by one pattern"))
    'toke: no tiktoken can be made of it: its words are not cut by one pattern'
    """

    def __init__(self, name: str, format: str, reason: str) -> None:
        super().__init__(f"{name}: no {format} can be made of it: {reason}")
        self.name, self.format, self.reason = name, format, reason


class Unfinished(Underivable):
    """A converter that took too long, or was killed: another time it may give a file."""
