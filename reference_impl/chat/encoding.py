"""`Chat`: what a conversation becomes by the templates of an artefact: its text, and its ids."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import ChatCase, EncodeOptions, Rendered
from tokparity.reference_impl.errors import check_unicode
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

NOW = datetime(2026, 2, 3, 4, 5, 6)
"""What time it is for a template, on every side: a case is the same on any day."""

Render = Callable[[ChatTemplate, Conversation, datetime], str]
"""As `ChatTemplate.render`; `chat.renderer.Renderer.render` for templates of anyone."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Templates, who renders them, and the vocabulary they stand beside, if any."""

    templates: Templates
    render: Render
    tokenizer: Tokenizer | None = None

    def rendered(self, case: ChatCase) -> Rendered:
        """By the template for tools where the conversation has any, and the model has one.

        Errors: as `Templates.choose`, `ChatTemplate.render` and `Tokenizer.encode`.

        >>> chat = Chat(Templates({"default": "{{ messages|length }}"}), ChatTemplate.render)
        >>> chat.rendered(ChatCase('{"messages": [{}, {}]}'))
        Rendered(text='2', ids=None)
        """
        conversation = Conversation.from_json(json.loads(case.conversation))
        _, template = self.templates.choose(tools=conversation.tools is not None)
        text = self.render(template, conversation, NOW)
        if self.tokenizer is None:
            return Rendered(text)
        check_unicode(text)
        return Rendered(text, encoded(self.tokenizer, text, case.options))


def encoded(tokenizer: Tokenizer, text: str, options: EncodeOptions) -> tuple[int, ...]:
    """The ids of a rendered text, neither cut off nor padded: so transformers asks for them."""
    return replace(tokenizer, truncation=None, padding=None).encode(text, options).ids
