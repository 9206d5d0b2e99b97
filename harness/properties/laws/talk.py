"""`Talk`: a model that conversations are held with, and what a law says of one: `Outcome`.

A law is about turns: what a text of n messages is to that of one more. Where a template refuses
some of the messages alone, nothing is asked of them.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from tokparity.harness.artefacts.chat_warnings import chat_encoding, chat_ids
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.chat.errors import ChatError
from tokparity.reference_impl.chat.generation import MarkedText
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Offset
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.stop_tokens import StopTokens
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

ASSISTANT = "assistant"
EXCERPT = 24
KEPT = 256
"""Texts of conversations that are kept, since laws ask for each of them more than once."""
Marked = Callable[[ChatTemplate, Conversation, datetime], MarkedText]
"""As `Renderer.rendered`."""


@dataclass(frozen=True, slots=True)
class Break:
    """`message`: the first that is concerned, from 0. `cause`, `cost`: in a few words each."""

    law: str
    message: int
    cause: str
    cost: str

    def line(self) -> str:
        """As it is told."""
        return f"{self.law}: message {self.message}: {self.cause}; {self.cost}"


Outcome = Break | Literal["holds", "not asked"]
"""Of a law and a conversation. Not asked: it is refused, or has nothing that the law is about."""


@dataclass(frozen=True)
class Talk:
    """The templates of a model, who renders them, and its vocabulary and stop tokens, if any."""

    templates: Templates
    marked: Marked
    tokenizer: Tokenizer | None = None
    stops: StopTokens = field(default_factory=StopTokens)
    _texts: OrderedDict[str, str | None] = field(
        default_factory=OrderedDict, init=False, repr=False, compare=False
    )

    def rendered(self, conversation: Conversation) -> MarkedText | None:
        """None where the template refuses it."""
        try:
            _, template = self.templates.choose(tools=conversation.tools is not None)
            return self.marked(template, conversation, NOW)
        except ChatError:
            return None

    def text(self, conversation: Conversation) -> str | None:
        """As `rendered`, the text alone, which is kept for a while."""
        key = conversation.to_text()
        if key not in self._texts:
            marked = self.rendered(conversation)
            self._texts[key] = None if marked is None else marked.text
            if len(self._texts) > KEPT:
                self._texts.popitem(last=False)
        return self._texts[key]

    def ids(self, text: str) -> tuple[int, ...] | None:
        """None without a vocabulary, or where it has no answer."""
        try:
            return None if self.tokenizer is None else chat_ids(self.tokenizer, text)
        except TokparityError:
            return None

    def offsets(self, text: str) -> tuple[Offset, ...]:
        """Of its tokens; none where there are no ids."""
        if self.tokenizer is None:
            return ()
        try:
            return chat_encoding(self.tokenizer, text).offsets or ()
        except TokparityError:
            return ()


def is_reply(conversation: Conversation, at: int) -> bool:
    """Whether a message is what the model said."""
    return conversation.messages[at].get("role") == ASSISTANT


def first_turns(conversation: Conversation, count: int) -> Conversation:
    """Its first messages, as a server sees them; with the generation prompt where the next one is
    the model's, as it is behind what somebody else said last."""
    messages = conversation.messages
    is_next = (
        is_reply(conversation, count)
        if count < len(messages)
        else not is_reply(conversation, count - 1)
    )
    first = messages[:count]
    return replace(conversation, messages=first, add_generation_prompt=is_next, continued=None)


def without_prompt(conversation: Conversation) -> Conversation:
    """Its messages alone."""
    return replace(conversation, add_generation_prompt=False, continued=None)


def short(text: str) -> str:
    """The beginning of a text, in quotes.

    >>> short("<|im_start|>assistant and more")
    "'<|im_start|>assistant an…'"
    """
    return repr(text if len(text) <= EXCERPT else text[:EXCERPT] + "…")
