"""What is wrong where llama.cpp needs an unknown token, and the file names none."""

from tokparity.reference_impl.errors import TokparityError


class NoUnknownId(TokparityError):
    """Something that no piece stands for: the library answers with the id -1, which is none."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[:20]!r} is no piece, and the file names no unknown token")
        self.text = text
