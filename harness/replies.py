"""`Reply`: what one way to decode id by id gave of a reply. The text that it should be is
`incremental.generated_text`, whatever a library does."""

from dataclasses import dataclass

from reference_impl.contract import StreamCase
from reference_impl.errors import TokparityError
from reference_impl.streaming.incremental import Incremental, generated_text
from reference_impl.streaming.ways import WAYS
from reference_impl.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Reply:
    """A part for each id, and the rest at the end; None where that was refused."""

    way: str
    parts: tuple[str | None, ...]
    rest: str | None

    @property
    def text(self) -> str:
        """All that was given."""
        return "".join(part or "" for part in (*self.parts, self.rest))

    def gives(self, text: str) -> bool:
        """Whether it is this text, and nothing was refused.

        >>> Reply("some", ("a", "b"), "").gives("ab"), Reply("some", ("ab", None), "").gives("ab")
        (True, False)
        """
        return None not in (*self.parts, self.rest) and self.text == text


def reply_by(way: str, tokenizer: Tokenizer, case: StreamCase) -> Reply:
    """What one of `WAYS` gives. Raises NoPieces where it takes other tokenizers."""
    stream = WAYS[way](tokenizer, case.prompt_ids, case.options)
    parts = tuple(_pushed(stream, token_id) for token_id in case.ids)
    try:
        return Reply(way, parts, stream.flush())
    except TokparityError:
        return Reply(way, parts, None)


def _pushed(stream: Incremental, token_id: int) -> str | None:
    try:
        return stream.push(token_id)
    except TokparityError:
        return None


def text_of_reply(tokenizer: Tokenizer, case: StreamCase) -> str:
    """What the ids of a case add to the text of its prompt. Raises as `Tokenizer.decode`."""
    return generated_text(tokenizer, case.prompt_ids, case.ids, case.options)
