"""`Chats`: the templates of an artefact, and conversations to try. Not here: the properties."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tokparity.harness.properties.laws.talk import Marked, Talk
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.chat.errors import ChatError
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.formats.stop_tokens import StopTokens
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@dataclass(frozen=True)  # no slots: what is rendered is kept
class Chats:
    """The templates of an artefact, its stop tokens, and conversations to try."""

    templates: Templates
    stops: StopTokens
    marked: Marked
    conversations: Sequence[Conversation]

    def talk(self, tokenizer: Tokenizer) -> Talk:
        """What the laws of conversations are asked of."""
        return Talk(self.templates, self.marked, tokenizer, self.stops)

    @cached_property
    def rendered(self) -> tuple[str, ...]:
        """The texts of those that the template takes, the shortest first."""
        return tuple(sorted(dict.fromkeys(self._rendered()), key=len))

    def _rendered(self) -> Iterator[str]:
        for conversation in self.conversations:
            try:
                _, template = self.templates.choose(tools=conversation.tools is not None)
                yield self.marked(template, conversation, NOW).text
            except ChatError:
                continue  # refused: then there is nothing to encode
